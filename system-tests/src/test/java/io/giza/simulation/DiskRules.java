package io.giza.simulation;

/**
 * What a table does about its disk.
 *
 * @param forcesFirst whether a write is forced before it is answered
 * @param endsOnFailure whether the process ends when a force fails
 * @param keepsItsDisk whether it is always the table's own latest disk that is there after a
 *     restart
 */
record DiskRules(boolean forcesFirst, boolean endsOnFailure, boolean keepsItsDisk) {
    static final DiskRules PRODUCTION = new DiskRules(true, true, true);
    static final DiskRules ANSWERS_FIRST = new DiskRules(false, true, true);
    static final DiskRules IGNORES_FAILURES = new DiskRules(true, false, true);
    static final DiskRules TAKES_OLDER_DISKS = new DiskRules(true, true, false);
}
