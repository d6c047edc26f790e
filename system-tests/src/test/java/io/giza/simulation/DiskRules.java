package io.giza.simulation;

/**
 * What a table does about its disk.
 *
 * @param forcesFirst whether a write is forced before it is answered
 * @param endsOnFailure whether the process ends when a force fails
 * @param asksOthers whether it serves after a restart only once others said how far they know it to
 *     have come
 * @param countsNotes whether what it notes of others counts as its own progress
 */
record DiskRules(
        boolean forcesFirst, boolean endsOnFailure, boolean asksOthers, boolean countsNotes) {
    static final DiskRules PRODUCTION = new DiskRules(true, true, true, false);
    static final DiskRules ANSWERS_FIRST = new DiskRules(false, true, true, false);
    static final DiskRules IGNORES_FAILURES = new DiskRules(true, false, true, false);
    static final DiskRules ASKS_NOBODY = new DiskRules(true, true, false, false);
    static final DiskRules COUNTS_NOTES = new DiskRules(true, true, true, true);
}
