package io.giza.record.key;

import io.giza.model.Bytes;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

/**
 * An envelope of a data key, as the wrapped key of an object's encryption, compact binary.
 *
 * <pre>
 * envelope := format wrapped-key sealed-data-key
 * </pre>
 */
public final class KeyEnvelopeCodec {
    private static final int FORMAT = 1;

    private KeyEnvelopeCodec() {}

    /** Encodes an envelope. */
    public static Bytes encode(KeyEnvelope envelope) {
        return new BinaryWriter()
                .octet(FORMAT)
                .bytes(envelope.wrappedKey())
                .bytes(envelope.sealedDataKey())
                .toBytes();
    }

    /**
     * Decodes an envelope.
     *
     * @throws FormatException if it has a format that is unknown to this release, or is none
     */
    public static KeyEnvelope decode(Bytes bytes) {
        return BinaryReader.decode(
                "envelope of a data key",
                bytes.toArray(),
                reader -> {
                    int format = reader.octet();
                    if (format != FORMAT) {
                        throw new FormatException(
                                "format " + format + ", this release reads format " + FORMAT);
                    }
                    return new KeyEnvelope(reader.bytes(), reader.bytes());
                });
    }
}
