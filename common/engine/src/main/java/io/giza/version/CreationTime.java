package io.giza.version;

import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.record.ManifestCodec;
import io.giza.record.MarkerCodec;

import java.time.Instant;
import java.util.Optional;

/** When a version of an object was made, by the clock of its gateway. */
public final class CreationTime {
    private CreationTime() {}

    /** Returns when, empty if it does not say or is no version. */
    public static Optional<Instant> of(Entry entry) {
        Value value = entry.value();
        return switch (value.kind()) {
            case PUT ->
                    entry.isTruncated()
                            ? Optional.empty()
                            : Optional.of(ManifestCodec.decode(value).created());
            case MARKER -> MarkerCodec.created(value);
            case DELETE_VERSIONS, ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> Optional.empty();
        };
    }
}
