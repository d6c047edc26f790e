package io.giza.model;

/**
 * How a version stands to the others of its key, from what the versioning of its bucket was when it
 * was written. It is the argument of a put or marker.
 */
public enum Mode {
    /**
     * The version that S3 calls {@code null}, of which a key has one at most: once it is visible,
     * it supersedes all older ones of this mode for good.
     */
    UNVERSIONED(0),
    /** A version of its own, which nothing but its deletion ends. */
    VERSIONED(1),
    /**
     * The delete marker of a bucket that was never versioned: it supersedes nulls and reads as
     * absent, and is no version that anybody is shown. Markers only.
     */
    HIDDEN_MARKER(2),
    /**
     * As {@link #UNVERSIONED}, of a put whose success depended on nothing that was there before: a
     * blind write. What is overwritten by it makes no difference to anybody. Puts only.
     */
    BLIND(3);

    private final long argument;

    Mode(long argument) {
        this.argument = argument;
    }

    /** Returns the argument of a put or marker of this mode. */
    public long argument() {
        return argument;
    }

    /** Tells whether the next null supersedes a version of this mode. */
    public boolean isNull() {
        return switch (this) {
            case UNVERSIONED, HIDDEN_MARKER, BLIND -> true;
            case VERSIONED -> false;
        };
    }

    /** Tells whether a record of this kind may have this mode. */
    private boolean isOf(Value.Kind kind) {
        return switch (this) {
            case UNVERSIONED, VERSIONED -> true;
            case HIDDEN_MARKER -> kind == Value.Kind.MARKER;
            case BLIND -> kind == Value.Kind.PUT;
        };
    }

    /**
     * Returns the mode of a put or marker.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public static Mode of(Value value) {
        if (value.command() instanceof Command.NewVersion made) {
            return made.mode();
        }
        throw new IllegalArgumentException("no version of an object: " + value);
    }

    /**
     * Returns the mode that an argument stands for.
     *
     * @throws IllegalArgumentException if it stands for none that a record of this kind has
     */
    public static Mode ofArgument(Value.Kind kind, long argument) {
        for (Mode mode : values()) {
            if (mode.argument == argument && mode.isOf(kind)) {
                return mode;
            }
        }
        throw new IllegalArgumentException("no " + kind + " has the mode " + argument);
    }
}
