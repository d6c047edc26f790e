package io.giza.bench.codes;

import io.giza.erasure.KernelKind;
import io.giza.model.Coding;

import java.util.Arrays;
import java.util.List;

/** The implementations that are compared. */
enum Implementation {
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

    /**
     * Returns those that can compute a code here: without the vector module there is no vector
     * kernel, and JavaReedSolomon knows only Reed-Solomon codes.
     */
    public static List<Implementation> of(Coding coding) {
        return Arrays.stream(values()).filter(one -> one.isSupported(coding)).toList();
    }

    private boolean isSupported(Coding coding) {
        return switch (this) {
            case VECTOR -> KernelKind.best() != KernelKind.TABLE;
            case TABLE -> true;
            case BACKBLAZE -> coding instanceof Coding.ReedSolomon;
        };
    }

    /** Returns its name in results. */
    public String label() {
        return label;
    }

    /** Prepares it to code one object. */
    public CodeUnderTest newCode(Coding coding, byte[][] shards) {
        return switch (this) {
            case VECTOR -> new GizaCode(coding, KernelKind.best(), shards);
            case TABLE -> new GizaCode(coding, KernelKind.TABLE, shards);
            case BACKBLAZE -> new BackblazeCode(coding, shards);
        };
    }
}
