package io.giza.simulation.lifecycle;

import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A version that is there: a put or a marker. */
record LiveVersion(long version, Value value) {
    boolean isPut() {
        return value.kind() == Kind.PUT;
    }

    Manifest manifest() {
        return ManifestCodec.decode(value);
    }

    Instant created() {
        return isPut() ? manifest().created() : MarkerCodec.created(value).orElseThrow();
    }

    /** Returns what was there before the record of an index, the newest first. */
    static List<LiveVersion> before(List<Value> log, int index) {
        List<LiveVersion> liveVersions = new ArrayList<>();
        boolean nullsAreOver = false;
        for (int i = index - 1; i >= 0; i--) {
            Value value = log.get(i);
            if ((value.kind() != Kind.PUT && value.kind() != Kind.MARKER) || isGivenUp(log, i)) {
                continue;
            }
            boolean isNull = Mode.of(value).isNull();
            boolean isOver = isDeleted(log, i, index) || (isNull && nullsAreOver);
            nullsAreOver |= isNull;
            if (!isOver && Mode.of(value) != Mode.HIDDEN_MARKER) {
                liveVersions.add(new LiveVersion(i + 1L, value));
            }
        }
        return liveVersions;
    }

    private static boolean isGivenUp(List<Value> log, int index) {
        return log.stream()
                .filter(value -> value.kind() == Kind.DELETE_VERSIONS)
                .filter(value -> value.command().argument() == index + 1)
                .findFirst()
                .filter(value -> DeletionReason.of(value) == DeletionReason.GIVEN_UP)
                .isPresent();
    }

    private static boolean isDeleted(List<Value> log, int index, int before) {
        return log.subList(index, before).stream()
                .filter(value -> value.kind() == Kind.DELETE_VERSIONS)
                .anyMatch(value -> value.command().argument() == index + 1);
    }

    /** Tells whether a record deletes what a later null took the place of: that is a cleaner's. */
    static boolean isCleared(List<Value> log, int index) {
        int version = (int) log.get(index).command().argument();
        if (log.get(index).kind() != Kind.DELETE_VERSIONS || !isNull(log, version - 1)) {
            return false;
        }
        for (int later = version; later < index; later++) {
            if (isNull(log, later)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNull(List<Value> log, int index) {
        Value value = log.get(index);
        return (value.kind() == Kind.PUT || value.kind() == Kind.MARKER)
                && Mode.of(value).isNull()
                && !isGivenUp(log, index);
    }

    /** Returns which of some versions has a number, -1 if none. */
    static int indexOf(List<LiveVersion> liveVersions, long version) {
        for (int i = 0; i < liveVersions.size(); i++) {
            if (liveVersions.get(i).version() == version) {
                return i;
            }
        }
        return -1;
    }
}
