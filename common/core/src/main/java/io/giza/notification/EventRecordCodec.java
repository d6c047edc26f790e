package io.giza.notification;

import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Event records as the bodies of PUT values in the system key space, compact binary.
 *
 * <pre>
 * record := bucket-id key generation operation names bucket owner configuration
 *           sender address request seconds nanos
 * names  := count number*
 * </pre>
 */
public final class EventRecordCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private EventRecordCodec() {}

    /** Encodes a record. */
    public static Bytes encode(EventRecord record) {
        return new BinaryWriter()
                .uuid(record.object().bucket().value())
                .text(record.object().name())
                .count(record.generation())
                .uuid(record.operation().value())
                .list(
                        record.names().stream().sorted().toList(),
                        (writer, name) -> writer.octet(name.number()))
                .text(record.bucket())
                .text(record.owner())
                .text(record.configuration())
                .text(record.requester().label())
                .text(record.requester().address())
                .text(record.requester().request())
                .fixed64(record.time().getEpochSecond())
                .count(record.time().getNano())
                .toBytes();
    }

    /**
     * Decodes the record of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     such record
     */
    public static EventRecord decode(Value value) {
        return BinaryReader.decode("event record", value, FORMAT, EventRecordCodec::read);
    }

    private static EventRecord read(BinaryReader reader) {
        return new EventRecord(
                new ObjectKey(new BucketId(reader.uuid()), reader.text()),
                reader.count(),
                new OpId(reader.uuid()),
                names(reader),
                reader.text(),
                reader.text(),
                reader.text(),
                new EventRecord.Requester(reader.text(), reader.text(), reader.text()),
                Instant.ofEpochSecond(reader.fixed64(), reader.count()));
    }

    private static Set<EventName> names(BinaryReader reader) {
        return new LinkedHashSet<>(reader.list(each -> name(each.octet())));
    }

    private static EventName name(int number) {
        return Arrays.stream(EventName.values())
                .filter(each -> each.number() == number)
                .findFirst()
                .orElseThrow(() -> new FormatException("there is no event " + number));
    }
}
