package io.giza.bench.wan.figures;

/**
 * What putting and getting one object costs, measured on links and disks (the paper's Table 1).
 *
 * @param configuration the data centers and the size
 * @param stored bytes of fragments on disks, by the bytes of the object
 * @param putSent bytes that crossed between data centers for a put, in either direction
 * @param getSent the same for a get
 * @param storedByCode what the code alone has stored
 * @param putByCode what the code alone has a put send
 * @param getByCode what the code alone has a get fetch
 */
record Cost(
        String configuration,
        double stored,
        double putSent,
        double getSent,
        double storedByCode,
        double putByCode,
        double getByCode) {}
