package io.giza.wire;

import io.giza.model.Bytes;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;
import io.giza.wire.MessageFormat.Kind;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/**
 * What a store says of the fragments that lie in it, in the envelope of {@link MessageFormat}.
 *
 * <pre>
 * inventory   := count item* more
 * item        := name optional(header) length age         header as in {@link BinaryFragmentFormat},
 *                                                         after its length; age in milliseconds
 * examination := finding bytes
 * </pre>
 */
public final class InventoryCodec {
    private static final FragmentFormat HEADERS = new BinaryFragmentFormat();

    private InventoryCodec() {}

    /** Encodes a page. */
    public static byte[] encode(Page page) {
        return MessageFormat.encode(
                Kind.INVENTORY,
                to -> to.list(page.items(), InventoryCodec::item).flag(page.more()));
    }

    /**
     * Decodes a page.
     *
     * @throws FormatException on anything else; a header that names another fragment than its item
     *     is left out
     */
    public static Page decode(byte[] page) {
        return MessageFormat.decode(
                Kind.INVENTORY,
                page,
                from -> new Page(from.list(InventoryCodec::item), from.flag()));
    }

    /** Encodes what an examination found. */
    public static byte[] encode(Examination examination) {
        return MessageFormat.encode(
                Kind.EXAMINATION,
                to -> to.text(examination.finding().name()).count(examination.bytes()));
    }

    /**
     * Decodes what an examination found.
     *
     * @throws FormatException on anything else
     */
    public static Examination decodeExamination(byte[] examination) {
        return MessageFormat.decode(
                Kind.EXAMINATION,
                examination,
                from -> new Examination(MessageFormat.constant(from, Finding.class), from.count()));
    }

    private static void item(BinaryWriter to, Item item) {
        MessageFormat.optional(
                to.text(item.name()),
                item.header().orElse(null),
                (each, header) -> each.bytes(Bytes.copyOf(HEADERS.encode(header))));
        to.count(item.length()).count(item.age().toMillis());
    }

    private static Item item(BinaryReader from) {
        FragmentName name = new FragmentName(from.text());
        Bytes header = MessageFormat.optional(from, BinaryReader::bytes);
        return new Item(
                name.path(),
                header == null ? Optional.empty() : header(name, header),
                from.count(),
                Duration.ofMillis(from.count()));
    }

    private static Optional<FragmentHeader> header(FragmentName name, Bytes encoded) {
        try {
            var bytes = new ByteArrayInputStream(encoded.toArray());
            FragmentHeader header = HEADERS.read(bytes);
            if (bytes.available() > 0) {
                throw new FormatException("header of " + name + ": bytes are left over");
            }
            return Optional.of(header).filter(each -> FragmentName.of(each.id()).equals(name));
        } catch (UnreadableHeaderException e) {
            throw new FormatException("header of " + name + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail", e);
        }
    }
}
