package io.giza.level;

/**
 * The level that a cluster decided.
 *
 * @param level the level
 * @param release the version of Giza that had it decided, which reads it; empty where no level was
 *     decided yet
 */
public record DecidedLevel(int level, String release) {
    /** Where none was decided. */
    public static final DecidedLevel NONE = new DecidedLevel(LevelRange.FIRST, "");

    public DecidedLevel {
        if (level < LevelRange.FIRST) {
            throw new IllegalArgumentException("level must be 1 or more, not " + level);
        }
    }
}
