package io.giza.wire;

import io.giza.record.FormatException;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.stripe.FragmentInventory.Page;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a store says of the fragments that lie in it, as JSON; headers are in the format of
 * fragments, base64.
 */
public final class InventoryCodec {
    private static final FragmentFormat HEADERS = new BinaryFragmentFormat();

    private InventoryCodec() {}

    private record PageJson(int format, List<ItemJson> fragments, boolean more) {}

    private record ExaminationJson(int format, Finding finding, long bytes) {}

    private record ItemJson(String name, byte @Nullable [] header, long length, long ageMillis) {}

    /** Encodes a page. */
    public static byte[] encode(Page page) {
        return MessageCodec.JSON.writeValueAsBytes(
                new PageJson(
                        MessageCodec.FORMAT,
                        page.items().stream().map(InventoryCodec::json).toList(),
                        page.more()));
    }

    private static ItemJson json(Item item) {
        return new ItemJson(
                item.name(),
                item.header().map(HEADERS::encode).orElse(null),
                item.length(),
                item.age().toMillis());
    }

    /**
     * Decodes a page.
     *
     * @throws FormatException on anything else; a header that names another fragment than its item
     *     is left out
     */
    public static Page decode(byte[] json) {
        return MessageCodec.decode(
                "inventory",
                json,
                PageJson.class,
                page -> {
                    MessageCodec.requireFormat(page.format());
                    return new Page(
                            MessageJson.required("fragments", page.fragments()).stream()
                                    .map(InventoryCodec::item)
                                    .toList(),
                            page.more());
                });
    }

    /** Encodes what an examination found. */
    public static byte[] encode(Examination examination) {
        return MessageCodec.JSON.writeValueAsBytes(
                new ExaminationJson(
                        MessageCodec.FORMAT, examination.finding(), examination.bytes()));
    }

    /**
     * Decodes what an examination found.
     *
     * @throws FormatException on anything else
     */
    public static Examination decodeExamination(byte[] json) {
        return MessageCodec.decode(
                "examination",
                json,
                ExaminationJson.class,
                found -> {
                    MessageCodec.requireFormat(found.format());
                    return new Examination(
                            MessageJson.required("finding", found.finding()), found.bytes());
                });
    }

    private static Item item(ItemJson json) {
        FragmentName name = new FragmentName(MessageJson.required("name", json.name()));
        byte[] header = json.header();
        return new Item(
                name.path(),
                header == null ? Optional.empty() : header(name, header),
                json.length(),
                Duration.ofMillis(json.ageMillis()));
    }

    private static Optional<FragmentHeader> header(FragmentName name, byte[] encoded) {
        try {
            FragmentHeader header = HEADERS.read(new ByteArrayInputStream(encoded));
            return Optional.of(header).filter(each -> FragmentName.of(each.id()).equals(name));
        } catch (UnreadableHeaderException e) {
            throw new FormatException("header of " + name + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail", e);
        }
    }
}
