package io.giza.simulation;

/**
 * What a table does about its disk.
 *
 * @param forcesFirst whether a write is forced before it is answered
 * @param endsOnFailure whether the process ends when a force fails
 * @param asksOthers whether it serves after a restart only once others said how far they know it to
 *     have come
 */
record DiskRules(boolean forcesFirst, boolean endsOnFailure, boolean asksOthers) {
    static final DiskRules PRODUCTION = new DiskRules(true, true, true);
    static final DiskRules ANSWERS_FIRST = new DiskRules(false, true, true);
    static final DiskRules IGNORES_FAILURES = new DiskRules(true, false, true);
    static final DiskRules ASKS_NOBODY = new DiskRules(true, true, false);
}
