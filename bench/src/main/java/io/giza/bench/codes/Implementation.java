package io.giza.bench.codes;

import io.giza.model.Coding;

/** The implementations that are compared. */
public enum Implementation {
    /** The kernel of plain Java with packed tables. */
    TABLE("table"),
    /** JavaReedSolomon, whose parity ours is identical to. */
    BACKBLAZE("backblaze");

    private final String label;

    Implementation(String label) {
        this.label = label;
    }

    /** Returns its name in results. */
    public String label() {
        return label;
    }

    /** Prepares it to code one object. */
    public Subject subject(Coding.ReedSolomon coding, byte[][] shards) {
        return switch (this) {
            case TABLE -> new OwnSubject(coding, shards);
            case BACKBLAZE -> new BackblazeSubject(coding, shards);
        };
    }
}
