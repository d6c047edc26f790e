package io.giza.record;

import io.giza.model.Bytes;
import io.giza.paxos.Row;

import java.util.ArrayList;
import java.util.List;

/**
 * What a table holds, as compact binary: heads of rows, and segments.
 *
 * <pre>
 * stored row := 1 segments row                   row as in {@link RowCodec}
 * segments   := count distance*                  of each first version from the one before, or from 0
 * segment    := 1 entry*
 * </pre>
 */
public final class StoredRowCodec {
    private StoredRowCodec() {}

    /** Encodes a row as it is stored. */
    public static Bytes encode(StoredRow stored) {
        BinaryWriter writer = new BinaryWriter().octet(RowCodec.FORMAT);
        writer.count(stored.segments().firsts().size());
        long before = 0;
        for (long first : stored.segments().firsts()) {
            writer.count(first - before);
            before = first;
        }
        RowCodec.row(writer, stored.row());
        return writer.toBytes();
    }

    /**
     * Decodes a row as it is stored.
     *
     * @throws FormatException if the bytes are of another format, or no stored row
     */
    public static StoredRow decode(Bytes bytes) {
        return BinaryReader.decode(
                "stored row",
                bytes,
                reader -> {
                    SegmentList segments = segments(reader);
                    return new StoredRow(RowCodec.row(reader), segments);
                });
    }

    /**
     * Decodes the head of a stored row without the older part of what it holds.
     *
     * @param newest how many of the newest versions are wanted
     * @throws FormatException if the bytes are of another format, or no stored row
     */
    public static Row decodeNewest(Bytes bytes, int newest) {
        return BinaryReader.decode(
                "stored row",
                bytes,
                reader -> {
                    segments(reader);
                    return RowCodec.row(reader, newest);
                });
    }

    /** Encodes a segment. */
    public static Bytes encode(Segment segment) {
        BinaryWriter writer = new BinaryWriter();
        RowCodec.formattedEntries(writer, segment.entries());
        return writer.toBytes();
    }

    /**
     * Decodes a segment.
     *
     * @throws FormatException if the bytes are of another format, or no segment
     */
    public static Segment decodeSegment(Bytes bytes) {
        return BinaryReader.decode(
                "segment", bytes, reader -> new Segment(RowCodec.formattedEntries(reader)));
    }

    private static SegmentList segments(BinaryReader reader) {
        RowCodec.requireFormat(reader.octet());
        List<Long> firsts = new ArrayList<>();
        long first = 0;
        for (int left = reader.size(); left > 0; left--) {
            first = Math.addExact(first, reader.count());
            firsts.add(first);
        }
        return new SegmentList(firsts);
    }
}
