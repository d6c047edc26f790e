package io.giza.record.hint;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Hints as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := all keys
 * all    := fixed64, the stamp of a hint for the whole key space, 0 for none
 * keys   := list of (name stamp)
 * stamp  := fixed64
 * </pre>
 */
public final class HintRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private HintRecordCodec() {}

    /** Encodes a record. */
    public static Bytes encode(HintRecord hints) {
        return new BinaryWriter()
                .fixed64(hints.all())
                .list(
                        hints.keys().entrySet(),
                        (writer, each) -> writer.text(each.getKey()).fixed64(each.getValue()))
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     record of hints
     */
    public static HintRecord decode(Value value) {
        return BinaryReader.decode(
                "hints",
                value,
                FORMAT,
                reader -> {
                    long all = reader.fixed64();
                    List<Map.Entry<String, Long>> keys =
                            reader.list(each -> Map.entry(each.text(), each.fixed64()));
                    SortedMap<String, Long> byName = new TreeMap<>();
                    keys.forEach(each -> byName.put(each.getKey(), each.getValue()));
                    return new HintRecord(byName, all);
                });
    }
}
