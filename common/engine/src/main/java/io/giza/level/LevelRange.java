package io.giza.level;

/**
 * The format levels that a release can work at. Each format number and each kind of row belongs to
 * a level, and a release reads all that its levels have. What it writes is the cluster's level
 * alone.
 *
 * @param oldest the lowest level that it still writes, 1 at least
 * @param newest the highest level that it reads
 */
public record LevelRange(int oldest, int newest) {
    /** The level of a cluster in which none was decided: what the first release reads. */
    public static final int FIRST = 1;

    /**
     * The level from which on access keys have roles and limits, buckets and accounts have quotas,
     * and the cluster decides its topology.
     */
    public static final int OPERATED = 2;

    /** What this release works at. */
    public static final LevelRange OF_RELEASE = new LevelRange(FIRST, OPERATED);

    public LevelRange {
        if (oldest < FIRST || newest < oldest) {
            throw new IllegalArgumentException("no levels are " + oldest + " to " + newest);
        }
    }

    /** Tells whether a release with these levels can work in a cluster at a level. */
    public boolean has(int level) {
        return oldest <= level && level <= newest;
    }

    @Override
    public String toString() {
        return oldest == newest ? "level " + oldest : "levels " + oldest + " to " + newest;
    }
}
