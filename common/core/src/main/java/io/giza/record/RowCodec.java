package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Retries;
import io.giza.paxos.Row;
import io.giza.paxos.Slot;
import io.giza.paxos.Vote;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows, log entries and values as compact binary, on disk and inside messages. The first byte is
 * the format; a format that this release does not know is refused, never guessed.
 *
 * <pre>
 * row    := format epoch generation fence chosen entry* slot [retries]     retries from format 2 on
 * entry  := version resolution value
 * slot   := ballot (0 | 1 ballot value)
 * ballot := round [epoch owner attempt]          the rest only for classic rounds
 * retries := count op* seconds
 * value  := format id kind base argument op body
 * </pre>
 */
public final class RowCodec {
    /** The format of values, of entries, and of rows without retries. */
    public static final int FORMAT = 1;

    /**
     * The format of rows with retries. Records hold attempts from format level 2 on, so only then
     * there are such rows.
     */
    private static final int RETRIES_FORMAT = 2;

    private static final int OCTET = 1;
    private static final int UUID = 16;

    private RowCodec() {}

    /** Encodes a row. */
    public static Bytes encode(Row row) {
        BinaryWriter writer = new BinaryWriter();
        row(writer, row);
        return writer.toBytes();
    }

    /** Writes a row as a part of something else. */
    public static void row(BinaryWriter to, Row row) {
        boolean hasRetries = !row.retries().equals(Retries.NONE);
        BinaryWriter writer =
                to.octet(hasRetries ? RETRIES_FORMAT : FORMAT)
                        .count(row.epoch())
                        .count(row.generation())
                        .count(row.fence())
                        .count(row.chosen())
                        .list(row.log(), RowCodec::entry);
        ballot(writer, row.open().promised());
        Vote vote = row.open().vote();
        writer.octet(vote == null ? 0 : 1);
        if (vote != null) {
            ballot(writer, vote.ballot());
            value(writer, vote.value());
        }
        if (hasRetries) {
            writer.list(row.retries().records(), (each, op) -> each.uuid(op.value()))
                    .count(row.retries().droppedUntil().getEpochSecond());
        }
    }

    /**
     * Decodes a row.
     *
     * @throws FormatException if the bytes are of another format, or no row
     */
    public static Row decode(Bytes bytes) {
        return BinaryReader.decode("row", bytes, RowCodec::row);
    }

    /** Encodes a value. */
    public static Bytes encode(Value value) {
        BinaryWriter writer = new BinaryWriter();
        formattedValue(writer, value);
        return writer.toBytes();
    }

    /**
     * Decodes a value.
     *
     * @throws FormatException if the bytes are of another format, or no value
     */
    public static Value decodeValue(Bytes bytes) {
        return BinaryReader.decode("value", bytes, RowCodec::formattedValue);
    }

    /** Reads a row that is a part of something else. */
    public static Row row(BinaryReader from) {
        return row(from, Integer.MAX_VALUE);
    }

    /** Writes a value and its format as a part of something else. */
    public static void formattedValue(BinaryWriter to, Value value) {
        value(to.octet(FORMAT), value);
    }

    /** Reads a value and its format. */
    public static Value formattedValue(BinaryReader from) {
        requireFormat(from.octet());
        return value(from);
    }

    /** Writes log entries and their format as a part of something else. */
    public static void formattedEntries(BinaryWriter to, List<Entry> entries) {
        to.octet(FORMAT).list(entries, RowCodec::entry);
    }

    /** Reads log entries and their format. */
    public static List<Entry> formattedEntries(BinaryReader from) {
        requireFormat(from.octet());
        return from.list(RowCodec::entry);
    }

    static void requireFormat(int format) {
        if (format != FORMAT) {
            throw new FormatException(
                    "it has format "
                            + format
                            + ", this release reads format "
                            + FORMAT
                            + ": upgrade this service before it meets newer data");
        }
    }

    /** Reads a row with no more than so many of its newest versions; the others are skipped. */
    static Row row(BinaryReader reader, int newest) {
        int format = reader.octet();
        if (format != RETRIES_FORMAT) {
            requireFormat(format);
        }
        long epoch = reader.count();
        long generation = reader.count();
        long fence = reader.count();
        long chosen = reader.count();
        List<Entry> log = new ArrayList<>();
        for (int left = reader.size(); left > 0; left--) {
            if (left > newest) {
                skipEntry(reader);
            } else {
                log.add(entry(reader));
            }
        }
        Ballot promised = ballot(reader);
        @Nullable Vote vote = reader.octet() == 0 ? null : new Vote(ballot(reader), value(reader));
        Slot open = new Slot(promised, vote);
        Retries retries = format == RETRIES_FORMAT ? retries(reader) : Retries.NONE;
        return new Row(epoch, generation, fence, chosen, log, open, retries);
    }

    private static Retries retries(BinaryReader reader) {
        List<OpId> records = reader.list(each -> new OpId(each.uuid()));
        return new Retries(records, Instant.ofEpochSecond(reader.count()));
    }

    static void entry(BinaryWriter writer, Entry entry) {
        writer.count(entry.version()).octet(RecordCodes.of(entry.resolution()));
        value(writer, entry.value());
    }

    private static void skipEntry(BinaryReader reader) {
        reader.count();
        reader.skip(2 * OCTET + UUID + OCTET);
        reader.count();
        reader.count();
        reader.skip(UUID);
        reader.skip(reader.size());
    }

    static Entry entry(BinaryReader reader) {
        long version = reader.count();
        Entry.Resolution resolution = RecordCodes.resolution(reader.octet());
        return new Entry(version, value(reader), resolution);
    }

    private static void value(BinaryWriter writer, Value value) {
        writer.octet(value.format())
                .uuid(value.id().value())
                .octet(RecordCodes.of(value.kind()))
                .count(value.base())
                .count(value.command().argument())
                .uuid(value.op().value())
                .bytes(value.body());
    }

    private static Value value(BinaryReader reader) {
        int format = reader.octet();
        PutId id = new PutId(reader.uuid());
        Value.Kind kind = RecordCodes.kind(reader.octet());
        long base = reader.count();
        long argument = reader.count();
        OpId op = new OpId(reader.uuid());
        return new Value(format, id, base, op, Command.of(kind, argument, reader.bytes()));
    }

    /** Writes a ballot as a part of something else. */
    public static void ballot(BinaryWriter writer, Ballot ballot) {
        writer.count(ballot.round());
        if (ballot.isClassic()) {
            writer.count(ballot.epoch()).uuid(ballot.owner()).count(ballot.attempt());
        }
    }

    /** Reads a ballot that is a part of something else. */
    public static Ballot ballot(BinaryReader reader) {
        int round = Math.toIntExact(reader.count());
        return switch (round) {
            case 0 -> Ballot.FAST;
            case 1 -> Ballot.CONFIRM;
            default -> new Ballot(reader.count(), round, reader.uuid(), reader.count());
        };
    }
}
