package io.giza.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Value;
import io.giza.record.BucketRecordCodec;
import io.giza.record.FormatException;
import io.giza.record.ManifestCodec;
import io.giza.record.RowCodec;
import io.giza.record.key.KeyEnvelopeCodec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Function;

/** Whatever arrives is read or refused with a {@link FormatException}: nothing else, no harm. */
class HostileInputTest {
    private static final int FLIPS = 3000;
    private static final long MODEST_BYTES = 1 << 20;
    private static final String GREATEST_COUNT = "ffffffffffffffff7f";

    @ParameterizedTest
    @MethodSource("io.giza.wire.HostileTarget#all")
    void isRefusedByNameWhereverItIsCutShort(HostileTarget target) {
        for (int length = 0; length < target.valid().length; length++) {
            byte[] cut = Arrays.copyOf(target.valid(), length);

            assertThatExceptionOfType(FormatException.class)
                    .as("%s cut to %d bytes", target, length)
                    .isThrownBy(() -> target.decoder().apply(cut))
                    .withMessageStartingWith(target.what());
        }
    }

    @ParameterizedTest
    @MethodSource("io.giza.wire.HostileTarget#all")
    void isReadOrRefusedByNameWhateverIsFlipped(HostileTarget target) {
        Random random = new Random(1);
        for (int i = 0; i < FLIPS; i++) {
            byte[] flipped = target.valid().clone();
            for (int left = 1 + random.nextInt(3); left > 0; left--) {
                flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
            }
            assertReadOrRefused(target, flipped);
        }
    }

    @ParameterizedTest
    @MethodSource("io.giza.wire.HostileTarget#all")
    void isReadOrRefusedByNameWhateverIsOverwritten(HostileTarget target) {
        Random random = new Random(2);
        byte[] extremes = {0, 1, 2, 0x7F, (byte) 0x80, (byte) 0xFF, '"', '9'};
        for (int i = 0; i < FLIPS; i++) {
            byte[] changed = target.valid().clone();
            int from = random.nextInt(changed.length);
            int to = Math.min(changed.length, from + 1 + random.nextInt(9));
            Arrays.fill(changed, from, to, extremes[random.nextInt(extremes.length)]);
            assertReadOrRefused(target, changed);
        }
    }

    private static void assertReadOrRefused(HostileTarget target, byte[] bytes) {
        try {
            var _ = target.decoder().apply(bytes);
        } catch (FormatException e) {
            assertThat(e).hasMessageStartingWith(target.what());
        } catch (RuntimeException e) {
            fail(target + " as " + HexFormat.of().formatHex(bytes), e);
        }
    }

    @ParameterizedTest
    @MethodSource("io.giza.wire.HostileTarget#all")
    void isRefusedWithSomethingAfterItsEnd(HostileTarget target) {
        byte[] longer = Arrays.copyOf(target.valid(), target.valid().length + 1);
        longer[longer.length - 1] = '}';

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> target.decoder().apply(longer))
                .withMessageStartingWith(target.what());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, 255})
    void anUnknownFormatIsNamedWithWhatHasIt(int format) {
        byte[] row = RowCodec.encode(WireSamples.ROW).toArray();
        row[0] = (byte) format;
        Value put = WireSamples.put(Bytes.EMPTY);
        Value newer =
                new Value(
                        format,
                        put.id(),
                        0,
                        put.op(),
                        Command.of(put.kind(), 0, WireSamples.VALUE.body()));

        assertRefused(() -> RowCodec.decode(Bytes.copyOf(row)), "row", format);
        assertRefused(() -> RowCodec.decodeValue(Bytes.copyOf(row)), "value", format);
        assertRefused(() -> ManifestCodec.decode(newer), "manifest of " + put.id(), format);
        assertRefused(() -> BucketRecordCodec.decode(newer), "bucket record " + put.id(), format);
        byte[] envelope = KeyEnvelopeCodec.encode(SystemGoldenFilesTest.KEY_ENVELOPE).toArray();
        envelope[0] = (byte) format;
        assertRefused(
                () -> KeyEnvelopeCodec.decode(Bytes.copyOf(envelope)),
                "envelope of a data key",
                format);
        byte[] membership =
                new String(MembershipCodec.encode(WireSamples.named()), StandardCharsets.UTF_8)
                        .replace("\"format\":1", "\"format\":" + format)
                        .getBytes(StandardCharsets.UTF_8);
        assertRefused(() -> MembershipCodec.decode(membership), "membership", format);
    }

    private static void assertRefused(Runnable decoding, String what, int format) {
        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(decoding::run)
                .withMessageStartingWith(what)
                .withMessageContaining("format " + format + ",")
                .withMessageContaining("this release reads");
    }

    /** A row of epoch to chosen 0 and a log, an etag and a body that claim to be very long. */
    @ParameterizedTest
    @CsvSource({"row, 0100000000", "manifest, 00", "value, 01"})
    void aHugeCountIsRefusedBeforeAnythingIsAllocatedForIt(String what, String start) {
        String zeros = "00".repeat(what.equals("value") ? 36 : 0);
        byte[] bytes = HexFormat.of().parseHex(start + zeros + GREATEST_COUNT + "00".repeat(64));
        Function<byte[], Object> decoder =
                switch (what) {
                    case "row" -> HostileTarget.row();
                    case "manifest" -> HostileTarget.manifest();
                    default -> each -> RowCodec.decodeValue(Bytes.copyOf(withKind(each)));
                };

        long allocated =
                allocatedBy(
                        () ->
                                assertThatExceptionOfType(FormatException.class)
                                        .isThrownBy(() -> decoder.apply(bytes))
                                        .withMessageContaining("longer than what follows"));

        assertThat(allocated).isLessThan(MODEST_BYTES);
    }

    private static byte[] withKind(byte[] value) {
        byte[] changed = value.clone();
        changed[18] = 1;
        return changed;
    }

    @Test
    void aCountOfMoreThan63BitsIsRefused() {
        byte[] bytes = HexFormat.of().parseHex("01" + "ff".repeat(9) + "01");

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> HostileTarget.row().apply(bytes))
                .withMessageContaining("63 bits");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "7",
                "[]",
                "{}",
                "\"text\"",
                "{\"format\":1}",
                "{\"format\":1,\"epoch\":1,\"state\":\"GONE\"}",
                "{\"format\":1,\"epoch\":1,\"state\":\"ACTIVE\",\"cluster\":\"prod\"}",
                "{\"format\":1,\"epoch\":1,\"state\":\"ACTIVE\",\"occupants\":[null]}",
                "{\"format\":1,\"epoch\":1,\"state\":\"ACTIVE\",\"progress\":[{}]}",
                "{\"format\":99999999999999999999}"
            })
    void jsonThatIsNoMembershipIsRefused(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> MembershipCodec.decode(bytes))
                .withMessageStartingWith("membership");
    }

    @Test
    void jsonOfAnyDepthIsRefused() {
        byte[] bytes = "{\"occupants\":".repeat(200_000).getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> MembershipCodec.decode(bytes));
    }

    private static long allocatedBy(Runnable body) {
        body.run(); // loads what it needs
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        body.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }
}
