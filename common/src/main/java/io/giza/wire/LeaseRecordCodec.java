package io.giza.wire;

import io.giza.model.Bytes;
import io.giza.model.LeaseRecord;
import io.giza.model.Value;

/**
 * Leases as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>record := released holder</pre>
 */
public final class LeaseRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private LeaseRecordCodec() {}

    /** Encodes a record. */
    public static Bytes encode(LeaseRecord lease) {
        return new BinaryWriter().octet(lease.released() ? 1 : 0).text(lease.holder()).toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     lease
     */
    public static LeaseRecord decode(Value value) {
        if (value.format() != FORMAT) {
            throw new FormatException(
                    "lease " + value.id() + " has format " + value.format() + ", not " + FORMAT);
        }
        return BinaryReader.decode(
                "lease " + value.id(),
                value.body(),
                reader -> {
                    boolean released = reader.octet() == 1;
                    return new LeaseRecord(reader.text(), released);
                });
    }
}
