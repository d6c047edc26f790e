package io.giza.gateway.s3.body;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The beginning of a long input to {@link Crc64Nvme}, folded into some kilobytes that have the same
 * remainder. It needs neither tables nor multiplications, only exclusive ors of words of 64 bits,
 * which the JIT compiler turns into those of vectors: five times as fast as tables.
 *
 * <p>Seen as a polynomial, the input may have any multiple of the CRC's polynomial P added. One
 * multiple has eight terms only, all of them at whole words: x^(64*k) for k = 0, 263, 2134, 2461,
 * 2618, 3081, 3156 and 3414. Adding it, shifted, to the first word that is not zero makes that word
 * zero and changes the seven words that stand 258, 333, 796, 953, 1280, 3151 and 3414 behind it. So
 * each word in its turn is added to seven later ones, or, seen from those: each word has seven
 * earlier ones added. The nearest is 258 words before, so 258 words in a row depend on none of each
 * other.
 */
final class Crc64Folding {
    /** How many words behind a word those are that it is added to. */
    static final int[] LAGS = {258, 333, 796, 953, 1280, 3151, 3414};

    /** Words that must be looked back at. */
    private static final int HISTORY = 3414;

    private static final int CAPACITY = 8192;

    /** Fewer than the least lag, and as many as vectors take without a rest. */
    private static final int STEP = 256;

    private final long[] words = new long[CAPACITY];
    private final MemorySegment bytes = MemorySegment.ofArray(words);
    private final long start;
    private boolean started;

    /** The words before this one have their seven earlier ones added. */
    private int folded = HISTORY;

    /** Where the next byte goes. */
    private int end = HISTORY * Long.BYTES;

    /**
     * Begins.
     *
     * @param start the state of the CRC so far
     */
    Crc64Folding(long start) {
        this.start = start;
    }

    void update(byte[] source, int offset, int length) {
        int at = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, CAPACITY * Long.BYTES - end);
            MemorySegment.copy(source, at, bytes, ValueLayout.JAVA_BYTE, end, count);
            end += count;
            at += count;
            left -= count;
            fold();
        }
    }

    private void fold() {
        int whole = end / Long.BYTES;
        if (!started && whole > HISTORY) {
            // The state of a reflected CRC is added to what comes next.
            words[HISTORY] ^= little(start);
            started = true;
        }
        fold(words, folded, whole);
        folded = whole;
        if (whole == CAPACITY) {
            System.arraycopy(words, CAPACITY - HISTORY, words, 0, HISTORY);
            folded = HISTORY;
            end = HISTORY * Long.BYTES;
        }
    }

    /** Three loops of few terms become loops of vectors, one of seven does not. */
    private static void fold(long[] words, int from, int to) {
        for (int first = from; first < to; first += STEP) {
            int last = Math.min(to, first + STEP);
            for (int i = first; i < last; i++) {
                words[i] ^= words[i - 258] ^ words[i - 333];
            }
            for (int i = first; i < last; i++) {
                words[i] ^= words[i - 796] ^ words[i - 953];
            }
            for (int i = first; i < last; i++) {
                words[i] ^= words[i - 1280] ^ words[i - 3151] ^ words[i - 3414];
            }
        }
    }

    /** Words are as the machine has them in memory, so that bytes are copied into them as such. */
    private static long little(long value) {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN
                ? value
                : Long.reverseBytes(value);
    }

    /**
     * Returns bytes whose CRC, begun with a state of zero, is that of everything. The last words
     * were not added to later ones, for there are none; so what they received from each other is
     * taken back.
     */
    byte[] rest() {
        if (!started) {
            throw new IllegalStateException("folding begins with a word at least");
        }
        long[] rest = Arrays.copyOfRange(words, folded - HISTORY, folded);
        for (int i = HISTORY - 1; i >= 0; i--) {
            for (int lag : LAGS) {
                if (i >= lag) {
                    rest[i] ^= words[folded - HISTORY + i - lag];
                }
            }
        }
        int tail = end - folded * Long.BYTES;
        byte[] result = new byte[HISTORY * Long.BYTES + tail];
        ByteBuffer.wrap(result).order(ByteOrder.nativeOrder()).asLongBuffer().put(rest);
        MemorySegment.copy(
                bytes,
                ValueLayout.JAVA_BYTE,
                (long) folded * Long.BYTES,
                result,
                HISTORY * Long.BYTES,
                tail);
        return result;
    }
}
