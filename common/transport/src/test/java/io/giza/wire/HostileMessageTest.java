package io.giza.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;

import io.giza.record.FormatException;

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
import java.util.stream.Stream;

/** A message is read or refused with a {@link FormatException}, whoever wrote it, at no cost. */
class HostileMessageTest {
    private static final int OVERWRITES = 1000;
    private static final long MODEST_BYTES = 1 << 16;
    private static final byte[] GREATEST_COUNT = HexFormat.of().parseHex("ffffffffffffffff7f");
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<MessageSamples> messages() {
        return MessageSamples.all();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isRefusedWhereverItIsCutShort(MessageSamples sample) {
        for (int length = 0; length < sample.written().length; length++) {
            assertRefused(sample, Arrays.copyOf(sample.written(), length));
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isRefusedWithSomethingAfterItsEnd(MessageSamples sample) {
        assertRefused(sample, Arrays.copyOf(sample.written(), sample.written().length + 1));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isReadOrRefusedWhicheverBitIsFlipped(MessageSamples sample) {
        for (int bit = 0; bit < sample.written().length * Byte.SIZE; bit++) {
            byte[] flipped = sample.written().clone();
            flipped[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            assertReadOrRefused(sample, flipped);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isReadOrRefusedWhicheverByteIsAnExtreme(MessageSamples sample) {
        byte[] extremes = {0, 1, 2, 0x7F, (byte) 0x80, (byte) 0xFF};
        for (int place = 0; place < sample.written().length; place++) {
            for (byte extreme : extremes) {
                byte[] changed = sample.written().clone();
                changed[place] = extreme;
                assertReadOrRefused(sample, changed);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isReadOrRefusedWhateverIsOverwritten(MessageSamples sample) {
        Random random = new Random(1);
        for (int i = 0; i < OVERWRITES; i++) {
            byte[] changed = sample.written().clone();
            byte[] noise = new byte[1 + random.nextInt(9)];
            random.nextBytes(noise);
            int place = random.nextInt(changed.length);
            System.arraycopy(
                    noise, 0, changed, place, Math.min(noise.length, changed.length - place));
            assertReadOrRefused(sample, changed);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void nothingIsAllocatedForALengthThatIsLongerThanWhatFollows(MessageSamples sample) {
        for (int place = 2; place < sample.written().length; place++) {
            byte[] start = Arrays.copyOf(sample.written(), place + GREATEST_COUNT.length);
            System.arraycopy(GREATEST_COUNT, 0, start, place, GREATEST_COUNT.length);
            assertReadOrRefused(sample, start);
        }
    }

    private static void assertRefused(MessageSamples sample, byte[] bytes) {
        assertThatExceptionOfType(FormatException.class)
                .as("%s as %s", sample, HexFormat.of().formatHex(bytes))
                .isThrownBy(() -> sample.decoder().apply(bytes))
                .withMessageStartingWith(sample.kind());
    }

    private static void assertReadOrRefused(MessageSamples sample, byte[] bytes) {
        readOrRefuse(sample, bytes); // loads what it needs
        long before = THREADS.getCurrentThreadAllocatedBytes();
        readOrRefuse(sample, bytes);
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated)
                .as("%s as %s", sample, HexFormat.of().formatHex(bytes))
                .isLessThan(MODEST_BYTES);
    }

    private static void readOrRefuse(MessageSamples sample, byte[] bytes) {
        try {
            var _ = sample.decoder().apply(bytes);
        } catch (FormatException e) {
            assertThat(e).hasMessageStartingWith(sample.kind());
        } catch (RuntimeException e) {
            fail(sample + " as " + HexFormat.of().formatHex(bytes), e);
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void anUnknownFormatIsNamedWithWhatToDo(MessageSamples sample) {
        byte[] newer = sample.written().clone();
        newer[0] = 2;

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> sample.decoder().apply(newer))
                .withMessage(
                        sample.kind()
                                + ": it has format 2, this release reads format 1: run one release"
                                + " in all services");
    }

    @ParameterizedTest
    @CsvSource({"3, 3 (scan)", "0, 0 (unknown to this release)", "255, 255 (unknown"})
    void aMessageOfAnotherKindIsNamedWithTheOneThatBelongsThere(int code, String named) {
        byte[] other = ScanCodec.encode(WireSamples.page());
        other[1] = (byte) code;

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> ScanCodec.decodePage(other))
                .withMessageStartingWith("page: it has kind " + named)
                .withMessageContaining("kind 4 (page) belongs here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{\"format\":1,\"key\":null,\"type\":\"read\"}"})
    void jsonIsRefused(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);

        MessageSamples.all().forEach(sample -> assertRefused(sample, bytes));
    }

    /** Fields that are there and that nobody may send: what follows the envelope, and why not. */
    @ParameterizedTest
    @CsvSource({
        "0101 0000000000000000 0000000000000000 0161 02, flag is 0 or 1",
        "0101 0000000000000000 0000000000000000 01ff 00, not UTF-8",
        "0101 0000000000000000 0000000000000000 03eda080 00, not UTF-8",
        "0101 0000000000000000 0000000000000000 0161 00 09, type 9 is not known",
        "0101 0000000000000000 0000000000000000 0161 00 01 ffffffffffffffffff, 63 bits",
        "0101 0000000000000000 0000000000000000 0161 00 03 01 00 00, no such instance",
        "0101 0000000000000000 0000000000000000 0161 00 03 01 00 01 ffffffff0f, overflow"
    })
    void aFieldThatMakesNoSenseIsRefused(String hex, String why) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

        assertThatExceptionOfType(FormatException.class)
                .isThrownBy(() -> MessageCodec.decodeMessage(bytes))
                .withMessageStartingWith("message")
                .withMessageContaining(why);
    }

    @Test
    void onlyTheContentTypeOfMessagesIsTaken() {
        assertThat(MessageFormat.refusalOf(MessageFormat.MEDIA_TYPE)).isEmpty();
        assertThat(MessageFormat.refusalOf("application/json").orElseThrow())
                .contains("must be application/vnd.giza.message, not application/json");
        assertThat(MessageFormat.refusalOf(null).orElseThrow()).contains("not absent");
    }
}
