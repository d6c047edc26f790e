package io.giza.wire;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What all messages between services have in common. They are compact binary, so that the records
 * inside are neither copied nor encoded again:
 *
 * <pre>
 * message  := format:1 kind:1 body              body as the codec of the kind says
 * key      := bucket:16 name
 * optional := 0 | 1 item
 * </pre>
 *
 * Counts, texts and lists are those of {@link BinaryWriter}; enumerated values are texts. Nothing
 * is nested in itself, and no length may be longer than what follows it, so that a message needs
 * memory in proportion to its bytes.
 */
public final class MessageFormat {
    /** The content type of messages and of their answers. */
    public static final String MEDIA_TYPE = "application/vnd.giza.message";

    /** Never {@code ' '}: a service sends spaces before a message that takes long. */
    private static final int FORMAT = 1;

    /** What a message is. The code of a kind never changes. */
    enum Kind {
        MESSAGE(1),
        ANSWER(2),
        SCAN(3),
        PAGE(4),
        RANGE(5),
        HISTORY(6),
        ORDER(7),
        REPORT(8),
        MEMBERSHIP(9),
        INVENTORY(10),
        EXAMINATION(11);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        private static String describe(int code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return code + " (" + kind.label() + ")";
                }
            }
            return code + " (unknown to this release)";
        }
    }

    private MessageFormat() {}

    /**
     * Says why a body is not read as a message; empty if its content type is that of messages.
     *
     * @param contentType the content type that the sender declares, null for none
     */
    public static Optional<String> refusalOf(@Nullable String contentType) {
        return MEDIA_TYPE.equals(contentType)
                ? Optional.empty()
                : Optional.of(
                        "Content-Type must be "
                                + MEDIA_TYPE
                                + ", not "
                                + (contentType == null ? "absent" : contentType)
                                + ": messages are binary, and no longer JSON");
    }

    static byte[] encode(Kind kind, Consumer<BinaryWriter> body) {
        BinaryWriter writer = new BinaryWriter().octet(FORMAT).octet(kind.code);
        body.accept(writer);
        return writer.toArray();
    }

    static <T> T decode(Kind kind, byte[] message, Function<BinaryReader, T> body) {
        return BinaryReader.decode(
                kind.label(),
                message,
                reader -> {
                    requireFormat(reader.octet());
                    requireKind(kind, reader.octet());
                    return body.apply(reader);
                });
    }

    private static void requireFormat(int format) {
        if (format != FORMAT) {
            throw new FormatException(
                    "it has format "
                            + format
                            + ", this release reads format "
                            + FORMAT
                            + ": run one release in all services");
        }
    }

    private static void requireKind(Kind expected, int code) {
        if (code != expected.code) {
            throw new FormatException(
                    "it has kind "
                            + Kind.describe(code)
                            + ", and kind "
                            + Kind.describe(expected.code)
                            + " belongs here: run one release in all services");
        }
    }

    static void key(BinaryWriter to, ObjectKey key) {
        to.uuid(key.bucket().value()).text(key.name());
    }

    static ObjectKey key(BinaryReader from) {
        return new ObjectKey(new BucketId(from.uuid()), from.text());
    }

    static <T> void optional(
            BinaryWriter to, @Nullable T item, BiConsumer<BinaryWriter, T> encoder) {
        to.flag(item != null);
        if (item != null) {
            encoder.accept(to, item);
        }
    }

    static <T> @Nullable T optional(BinaryReader from, Function<BinaryReader, T> decoder) {
        return from.flag() ? decoder.apply(from) : null;
    }

    static <E extends Enum<E>> E constant(BinaryReader from, Class<E> type) {
        return Enum.valueOf(type, from.text());
    }

    static int number(BinaryReader from) {
        return Math.toIntExact(from.count());
    }

    /** Returns what is thrown for a code that no type of message has. */
    static FormatException unknownType(int type) {
        return new FormatException(
                "type " + type + " is not known to this release: upgrade this service first");
    }
}
