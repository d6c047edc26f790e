package io.giza.usage;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

/**
 * Quotas as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := account bytes objects
 * </pre>
 */
public final class QuotaCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private QuotaCodec() {}

    /** Encodes a record. */
    public static Bytes encode(QuotaRecord record) {
        return new BinaryWriter()
                .text(record.account())
                .count(record.quota().bytes())
                .count(record.quota().objects())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     quota
     */
    public static QuotaRecord decode(Value value) {
        return BinaryReader.decode(
                "quota",
                value,
                FORMAT,
                reader ->
                        new QuotaRecord(reader.text(), new Quota(reader.count(), reader.count())));
    }
}
