package io.giza.gateway.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

class Crc64NvmeTest {
    static LongStream seeds() {
        return LongStream.range(0, 100);
    }

    /** The check value of the catalogue of CRCs; the others are of the NVMe specification. */
    @Test
    void publishedCheckValuesAreMet() {
        byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        byte[] counting = new byte[4096];
        for (int i = 0; i < counting.length; i++) {
            counting[i] = (byte) i;
        }
        byte[] falling = new byte[4096];
        for (int i = 0; i < falling.length; i++) {
            falling[i] = (byte) (255 - i);
        }
        byte[] ones = new byte[4096];
        Arrays.fill(ones, (byte) 0xFF);

        assertThat(of(digits)).isEqualTo(0xAE8B14860A799888L);
        assertThat(of(new byte[4096])).isEqualTo(0x6482D367EB22B64EL);
        assertThat(of(ones)).isEqualTo(0xC0DDBA7302ECA3ACL);
        assertThat(of(counting)).isEqualTo(0x3E729F5F6750449CL);
        assertThat(of(falling)).isEqualTo(0x9A2DF64B8E9E517EL);
        assertThat(of(new byte[0])).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sixteenBytesAStepAreTheSameAsOneBitAStep(long seed) {
        RandomGenerator random = new Random(seed);
        byte[] bytes = randomBytes(random, 300);
        int offset = random.nextInt(bytes.length + 1);
        int cut = offset + random.nextInt(bytes.length - offset + 1);

        Crc64Nvme crc = new Crc64Nvme();
        crc.update(bytes, offset, cut - offset);
        for (int i = cut; i < bytes.length; i++) {
            crc.update(bytes[i]);
        }

        assertThat(crc.getValue()).isEqualTo(bitByBit(bytes, offset, bytes.length));
    }

    /** What is long is folded, in whatever pieces it comes. */
    @ParameterizedTest
    @MethodSource("seeds")
    void longInputsAreTheSameAsOneBitAStep(long seed) {
        RandomGenerator random = new Random(seed);
        byte[] bytes = new byte[(64 << 10) + random.nextInt(200_000)];
        random.nextBytes(bytes);
        int before = random.nextInt(1000);
        int rest = bytes.length - before - (64 << 10);
        int end = before + (64 << 10) + (rest > 0 ? random.nextInt(rest) : 0);

        Crc64Nvme crc = new Crc64Nvme();
        crc.update(bytes, 0, Math.min(before, bytes.length));
        crc.update(bytes, before, Math.max(0, end - before));
        assertThat(crc.getValue()).isEqualTo(bitByBit(bytes, 0, end));
        int at = end;
        while (at < bytes.length) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(50_000));
            crc.update(bytes, at, count - 1);
            crc.update(bytes[at + count - 1]);
            at += count;
            if (random.nextInt(4) == 0) {
                crc.unfold();
            }
        }

        assertThat(crc.getValue()).isEqualTo(bitByBit(bytes, 0, bytes.length));
        crc.reset();
        assertThat(crc.getValue()).isZero();
    }

    /** Why folding does not change the remainder: these words together are a multiple of P. */
    @Test
    void theTermsOfFoldingAreAMultipleOfThePolynomial() {
        int first = Arrays.stream(Crc64Folding.LAGS).max().orElseThrow();
        byte[] multiple = new byte[(first + 1) * Long.BYTES];
        multiple[Long.BYTES - 1] = (byte) 0x80;
        for (int lag : Crc64Folding.LAGS) {
            multiple[lag * Long.BYTES + Long.BYTES - 1] ^= (byte) 0x80;
        }
        long crc = 0;
        for (byte each : multiple) {
            crc = bit(crc ^ (each & 0xFF));
        }
        assertThat(crc).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theChecksumOfTwoPiecesFollowsFromTheirs(long seed) {
        RandomGenerator random = new Random(seed);
        byte[] first = randomBytes(random, 5_000);
        byte[] second = randomBytes(random, 5_000);
        byte[] whole = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, whole, first.length, second.length);

        assertThat(Crc64Nvme.combine(of(first), of(second), second.length)).isEqualTo(of(whole));
    }

    /** The length has bits where no array's has. */
    @ParameterizedTest
    @CsvSource({"4294967296, 4294967297", "1099511627776, 1", "5368709120, 9"})
    void combiningIsAssociativeForPiecesOfAnyLength(long oneLength, long otherLength) {
        long one = 0x1234567890ABCDEFL;
        long other = 0x7766554433221100L;
        long first = 0xAE8B14860A799888L;

        assertThat(Crc64Nvme.combine(Crc64Nvme.combine(first, one, oneLength), other, otherLength))
                .isEqualTo(
                        Crc64Nvme.combine(
                                first,
                                Crc64Nvme.combine(one, other, otherLength),
                                oneLength + otherLength));
    }

    @Test
    void aPieceOfNegativeLengthIsRefused() {
        assertThatThrownBy(() -> Crc64Nvme.combine(1, 2, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static long of(byte[] bytes) {
        Crc64Nvme crc = new Crc64Nvme();
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }

    private static long bitByBit(byte[] bytes, int from, int to) {
        long crc = ~0L;
        for (int i = from; i < to; i++) {
            crc = bit(crc ^ (bytes[i] & 0xFF));
        }
        return ~crc;
    }

    private static long bit(long before) {
        long crc = before;
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc & 1) != 0 ? crc >>> 1 ^ 0x9A6C9329AC4BC9B5L : crc >>> 1;
        }
        return crc;
    }

    private static byte[] randomBytes(RandomGenerator random, int most) {
        byte[] bytes = new byte[random.nextInt(most + 1)];
        random.nextBytes(bytes);
        return bytes;
    }
}
