package io.giza.recovery;

import java.util.Map;

/**
 * What a recovery worker did since it started.
 *
 * @param rows how many rows were found in which state
 * @param versions how many versions that lacked something
 * @param rebuiltFragments how many fragments were rebuilt
 * @param rebuiltBytes their bytes
 * @param examined how many fragments were read and found how, or could not be read
 * @param examinedBytes their bytes
 */
record RecoveryCounts(
        Map<String, Long> rows,
        Map<String, Long> versions,
        long rebuiltFragments,
        long rebuiltBytes,
        Map<String, Long> examined,
        long examinedBytes) {}
