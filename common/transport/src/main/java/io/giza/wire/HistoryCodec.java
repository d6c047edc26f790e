package io.giza.wire;

import io.giza.record.FormatException;
import io.giza.record.RowCodec;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Range;
import io.giza.wire.MessageFormat.Kind;

/**
 * Questions for versions of a row and their answers, in the envelope of {@link MessageFormat}.
 *
 * <pre>
 * range   := key from to kept
 * history := generation entries                 entries as in {@link RowCodec}
 * </pre>
 */
public final class HistoryCodec {
    private HistoryCodec() {}

    /** Encodes a range of versions. */
    public static byte[] encode(Range range) {
        return MessageFormat.encode(
                Kind.RANGE,
                to -> {
                    MessageFormat.key(to, range.key());
                    to.count(range.from()).count(range.to()).text(range.kept().name());
                });
    }

    /**
     * Decodes a range of versions.
     *
     * @throws FormatException on anything else
     */
    public static Range decodeRange(byte[] range) {
        return MessageFormat.decode(
                Kind.RANGE,
                range,
                from ->
                        new Range(
                                MessageFormat.key(from),
                                from.count(),
                                from.count(),
                                MessageFormat.constant(from, Range.Kept.class)));
    }

    /** Encodes versions of a row. */
    public static byte[] encode(History history) {
        return MessageFormat.encode(
                Kind.HISTORY,
                to -> RowCodec.formattedEntries(to.count(history.generation()), history.entries()));
    }

    /**
     * Decodes versions of a row.
     *
     * @throws FormatException on anything else
     */
    public static History decodeHistory(byte[] history) {
        return MessageFormat.decode(
                Kind.HISTORY,
                history,
                from -> new History(from.count(), RowCodec.formattedEntries(from)));
    }
}
