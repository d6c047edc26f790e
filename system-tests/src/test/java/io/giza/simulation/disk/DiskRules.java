package io.giza.simulation.disk;

/**
 * What a table or a fragment store does about its disk.
 *
 * @param forcesFirst whether a write is forced before it is answered
 * @param endsOnFailure whether the process ends when a force fails
 * @param asksOthers whether a table serves after a restart only once others said how far they know
 *     it to have come
 * @param countsNotes whether what a table notes of others counts as its own progress
 * @param readersForce whether who reads a fragment that is being placed forces it first
 */
public record DiskRules(
        boolean forcesFirst,
        boolean endsOnFailure,
        boolean asksOthers,
        boolean countsNotes,
        boolean readersForce) {
    public static final DiskRules PRODUCTION = new DiskRules(true, true, true, false, true);
    public static final DiskRules ANSWERS_FIRST = new DiskRules(false, true, true, false, true);
    public static final DiskRules IGNORES_FAILURES = new DiskRules(true, false, true, false, true);
    public static final DiskRules ASKS_NOBODY = new DiskRules(true, true, false, false, true);
    public static final DiskRules COUNTS_NOTES = new DiskRules(true, true, true, true, true);
    public static final DiskRules SHOWS_AT_ONCE = new DiskRules(true, true, true, false, false);
}
