package io.giza.bench.codes;

import io.giza.erasure.KernelKind;
import io.giza.model.Coding;

import java.util.Arrays;
import java.util.List;

/** The implementations that are compared. */
public enum Implementation {
    /** The kernel of the longest vectors that this machine has. */
    VECTOR("vector"),
    /** The kernel of plain Java with packed tables. */
    TABLE("table"),
    /** JavaReedSolomon, whose parity ours is identical to. */
    BACKBLAZE("backblaze");

    private final String label;

    Implementation(String label) {
        this.label = label;
    }

    /** Returns those that can be had: without the vector module there is no vector kernel. */
    public static List<Implementation> available() {
        return Arrays.stream(values())
                .filter(one -> one != VECTOR || KernelKind.best() != KernelKind.TABLE)
                .toList();
    }

    /** Returns its name in results. */
    public String label() {
        return label;
    }

    /** Prepares it to code one object. */
    public Subject subject(Coding.ReedSolomon coding, byte[][] shards) {
        return switch (this) {
            case VECTOR -> new OwnSubject(coding, KernelKind.best(), shards);
            case TABLE -> new OwnSubject(coding, KernelKind.TABLE, shards);
            case BACKBLAZE -> new BackblazeSubject(coding, shards);
        };
    }
}
