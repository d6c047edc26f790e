package io.giza.wire;

import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Range;
import io.giza.wire.MessageJson.KeyJson;

/**
 * Questions for versions of a row, and their answers, as JSON; versions inside them are base64 of
 * their binary form. Every decoder throws {@link FormatException} on anything else.
 */
public final class HistoryCodec {
    private HistoryCodec() {}

    /** Encodes a range of versions. */
    public static byte[] encode(Range range) {
        return MessageCodec.JSON.writeValueAsBytes(
                new MessageJson.RangeJson(
                        MessageCodec.FORMAT,
                        KeyJson.of(range.key()),
                        range.from(),
                        range.to(),
                        range.kept().name()));
    }

    /** Decodes a range of versions. */
    public static Range decodeRange(byte[] json) {
        return MessageCodec.decode(
                "range",
                json,
                MessageJson.RangeJson.class,
                r -> {
                    MessageCodec.requireFormat(r.format());
                    return new Range(
                            MessageJson.required("key", r.key()).toKey(),
                            r.from(),
                            r.to(),
                            Range.Kept.valueOf(MessageJson.required("kept", r.kept())));
                });
    }

    /** Encodes versions of a row. */
    public static byte[] encode(History history) {
        return MessageCodec.JSON.writeValueAsBytes(
                new MessageJson.HistoryJson(
                        MessageCodec.FORMAT,
                        history.generation(),
                        MessageJson.tail(history.entries())));
    }

    /** Decodes versions of a row. */
    public static History decodeHistory(byte[] json) {
        return MessageCodec.decode(
                "history",
                json,
                MessageJson.HistoryJson.class,
                h -> {
                    MessageCodec.requireFormat(h.format());
                    return new History(
                            h.generation(),
                            MessageJson.entries(MessageJson.required("entries", h.entries())));
                });
    }
}
