package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * What a delete marker says, as the body of a MARKER value.
 *
 * <pre>marker := nothing | seconds nanos</pre>
 */
public final class MarkerCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private MarkerCodec() {}

    /** Encodes when a marker was made. */
    public static Bytes encode(Instant created) {
        return new BinaryWriter()
                .fixed64(created.getEpochSecond())
                .count(created.getNano())
                .toBytes();
    }

    /**
     * Returns a delete marker.
     *
     * @param base the fence of the row that it is offered after
     * @param mode how it stands to the versions of its key
     * @param created when it was made, told in milliseconds
     */
    public static Value marker(PutId id, long base, Mode mode, OpId op, Instant created) {
        return new Value(
                FORMAT,
                id,
                base,
                op,
                new Command.Marker(mode, encode(created.truncatedTo(ChronoUnit.MILLIS))));
    }

    /**
     * Returns when a marker was made, empty if it does not say.
     *
     * @throws FormatException if the value's format is unknown to this release, or it is no marker
     */
    public static Optional<Instant> created(Value marker) {
        if (marker.kind() != Value.Kind.MARKER || marker.format() != FORMAT) {
            throw new FormatException(
                    marker + " of format " + marker.format() + " is no marker of format " + FORMAT);
        }
        return marker.body().size() == 0
                ? Optional.empty()
                : Optional.of(
                        BinaryReader.decode(
                                "marker " + marker.id(),
                                marker.body(),
                                reader -> Instant.ofEpochSecond(reader.fixed64(), reader.count())));
    }
}
