package io.giza.record;

import io.giza.model.Value.Kind;
import io.giza.paxos.Entry.Resolution;

/** The numbers that stand for enumerated values on the wire; they never change. */
final class RecordCodes {
    private RecordCodes() {}

    static int of(Kind kind) {
        return switch (kind) {
            case PUT -> 1;
            case MARKER -> 2;
            case DELETE_VERSIONS -> 3;
            case ANNOTATE -> 4;
            case NO_OP -> 5;
            case REMOVE -> 6;
            case DROP -> 7;
            case VISIBLE -> 8;
        };
    }

    static Kind kind(int code) {
        for (Kind kind : Kind.values()) {
            if (of(kind) == code) {
                return kind;
            }
        }
        throw new FormatException("no kind of record has the code " + code);
    }

    static int of(Resolution resolution) {
        return switch (resolution) {
            case UNRESOLVED -> 0;
            case VISIBLE -> 1;
            case ABORTED -> 2;
            case DEGRADED -> 3;
            case REPAIRED -> 4;
        };
    }

    static Resolution resolution(int code) {
        for (Resolution resolution : Resolution.values()) {
            if (of(resolution) == code) {
                return resolution;
            }
        }
        throw new FormatException("no resolution has the code " + code);
    }
}
