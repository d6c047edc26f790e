package io.giza.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.StripeLayout;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat.UnknownFormatException;
import io.giza.stripe.FragmentFormat.UnreadableHeaderException;
import io.giza.stripe.FragmentHeader;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.CRC32C;

class BinaryFragmentFormatTest {
    private static final FragmentId ID =
            new FragmentId(
                    "photos",
                    new ObjectKey(new BucketId(new UUID(0x0102030405060708L, 9)), "caf\u00e9/1"),
                    new PutId(new UUID(0x1112131415161718L, 0x2122232425262728L)),
                    2);
    private static final FragmentHeader HEADER =
            new FragmentHeader(
                    FragmentHeader.Kind.DATA,
                    ID,
                    new StripeLayout(Coding.parse("rs(200,55)"), 4 << 20, 123_456_789_012L),
                    7,
                    3);

    private final BinaryFragmentFormat format = new BinaryFragmentFormat();

    private static final FragmentHeader LOCAL =
            new FragmentHeader(
                    FragmentHeader.Kind.POISON,
                    ID,
                    new StripeLayout(Coding.parse("lrc(12,4,2)"), 4 << 20, 9),
                    8,
                    1);

    @Test
    void formatOneStaysAsItIs() throws IOException {
        assertGolden("/wire/fragment-header-1.hex", HEADER);
        assertGolden("/wire/fragment-header-1-lrc.hex", LOCAL);
    }

    @Test
    void aCodingThatDoesNotExistIsNotRead() {
        byte[] bytes = format.encode(LOCAL);
        int coding = 12 + 1 + 16 + 4;
        assertThat(bytes[coding]).isEqualTo((byte) 2);
        for (byte[] bad : new byte[][] {{2, 6, 2, 3}, {2, 7, 2, 2}, {1, 6, 3, 1}, {3, 6, 2, 2}}) {
            byte[] other = bytes.clone();
            System.arraycopy(bad, 0, other, coding, bad.length);
            CRC32C crc = new CRC32C();
            crc.update(other, 0, other.length - 4);
            ByteBuffer.wrap(other).putInt(other.length - 4, (int) crc.getValue());
            assertThatThrownBy(() -> read(other))
                    .isInstanceOf(UnreadableHeaderException.class)
                    .hasMessageContaining("makes no sense");
        }
    }

    private void assertGolden(String file, FragmentHeader header) throws IOException {
        byte[] golden;
        try (InputStream stream = BinaryFragmentFormatTest.class.getResourceAsStream(file)) {
            assertThat(stream).isNotNull();
            String hex = new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
            golden = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
        }
        assertThat(HexFormat.of().formatHex(format.encode(header)))
                .isEqualTo(HexFormat.of().formatHex(golden));
        assertThat(read(golden)).isEqualTo(header);
    }

    @Test
    void theLengthFollowsFromTheName() throws IOException {
        FragmentHeader poison =
                new FragmentHeader(
                        FragmentHeader.Kind.POISON,
                        ID,
                        new StripeLayout(Coding.parse("rs(1,1)"), 1, 0),
                        Long.MAX_VALUE,
                        1);
        assertThat(format.encode(HEADER)).hasSize(format.headerLength(ID));
        assertThat(format.encode(poison)).hasSize(format.headerLength(ID));
        assertThat(read(format.encode(poison))).isEqualTo(poison);
    }

    @Test
    void noFlippedBitAndNoShorterHeaderIsRead() {
        byte[] bytes = format.encode(HEADER);
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            // Nor is damage taken for what a later version wrote.
            assertThatThrownBy(() -> read(damaged))
                    .isExactlyInstanceOf(UnreadableHeaderException.class);
        }
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(UnreadableHeaderException.class);
        }
    }

    @Test
    void anIntactHeaderOfALaterFormatIsToldFromADamagedOne() {
        ByteBuffer later = ByteBuffer.allocate(12 + 5 + 4);
        later.putInt(0x475A4652).putInt(2).putInt(5).put(new byte[] {1, 2, 3, 4, 5});
        CRC32C crc = new CRC32C();
        crc.update(later.array(), 0, later.position());
        later.putInt((int) crc.getValue());
        assertThatThrownBy(() -> read(later.array())).isInstanceOf(UnknownFormatException.class);
        later.put(12, (byte) 9);
        assertThatThrownBy(() -> read(later.array()))
                .isExactlyInstanceOf(UnreadableHeaderException.class);
    }

    @Test
    void onlyWellShapedNamesAreNames() {
        String name = FragmentName.of(ID).path();
        assertThat(name)
                .matches("photos/[0-9a-f-]{36}/[0-9a-f]{64}/[0-9a-f-]{36}\\.2")
                .isEqualTo(new FragmentName(name).path());
        for (String bad :
                new String[] {
                    "",
                    "../" + name,
                    name + "/..",
                    name.replace("photos", ".."),
                    name.replace("photos", "Photos"),
                    name.replace(".2", ".255"),
                    name.replace(".2", ".02"),
                    name + "\n",
                    name.substring(1 + name.indexOf('/'))
                }) {
            assertThatThrownBy(() -> new FragmentName(bad))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private FragmentHeader read(byte[] bytes) throws IOException {
        return format.read(new ByteArrayInputStream(bytes));
    }
}
