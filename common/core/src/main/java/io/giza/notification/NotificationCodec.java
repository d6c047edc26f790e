package io.giza.notification;

import io.giza.model.Bytes;
import io.giza.model.Value;
import io.giza.notification.NotificationRule.Kind;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import java.util.List;

/**
 * What buckets tell webhooks of, as the bodies of PUT values in the system key space, compact
 * binary.
 *
 * <pre>
 * configuration := count rule*
 * rule          := id kind target webhook events prefix suffix
 * kind          := 1 | 2                                         queue, topic
 * events        := count text*
 * </pre>
 */
public final class NotificationCodec {
    /** The format of the bodies, carried by their values. */
    public static final int FORMAT = 1;

    private static final int QUEUE = 1;
    private static final int TOPIC = 2;

    private NotificationCodec() {}

    /** Encodes a configuration. */
    public static Bytes encode(List<NotificationRule> rules) {
        return new BinaryWriter().list(rules, NotificationCodec::write).toBytes();
    }

    private static void write(BinaryWriter writer, NotificationRule rule) {
        writer.text(rule.id())
                .octet(rule.kind() == Kind.QUEUE ? QUEUE : TOPIC)
                .text(rule.target())
                .text(rule.webhook())
                .list(rule.events(), BinaryWriter::text)
                .text(rule.prefix())
                .text(rule.suffix());
    }

    /**
     * Decodes the configuration of a value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     configuration
     */
    public static List<NotificationRule> decode(Value value) {
        return BinaryReader.decode(
                "notifications", value, FORMAT, reader -> reader.list(NotificationCodec::read));
    }

    private static NotificationRule read(BinaryReader reader) {
        return new NotificationRule(
                reader.text(),
                kind(reader.octet()),
                reader.text(),
                reader.text(),
                reader.list(BinaryReader::text),
                reader.text(),
                reader.text());
    }

    private static Kind kind(int octet) {
        return switch (octet) {
            case QUEUE -> Kind.QUEUE;
            case TOPIC -> Kind.TOPIC;
            default -> throw new FormatException("there is no kind of target " + octet);
        };
    }
}
