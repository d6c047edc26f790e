package io.giza.gateway.s3.body;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.Checksum;

/**
 * CRC-64/NVME: reflected, polynomial 0xAD93D23594C93659, all ones before and after. The JDK has no
 * intrinsic for it, so few bytes go sixteen a step, each through a table of its own ("slicing"),
 * and many are folded first ({@link Crc64Folding}).
 */
public final class Crc64Nvme implements Checksum {
    private static final long REFLECTED_POLYNOMIAL = 0x9A6C9329AC4BC9B5L;
    private static final int SLICES = 16;
    private static final long[][] TABLES = tables();
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The polynomials 1 and x^8, whose highest power is the lowest bit. */
    private static final long ONE = 1L << 63;

    private static final long ONE_BYTE_ON = 1L << 55;

    /** A piece that is worth folding, in bytes: what folding leaves is sliced in the end. */
    private static final int MANY = 64 << 10;

    private long state = ~0L;
    private @Nullable Crc64Folding folding;

    /**
     * Returns the checksum of two pieces in a row, without their bytes: the first one's is moved on
     * by the second one's length, which multiplies it with a power of x.
     *
     * @param first the checksum of the first piece
     * @param second the checksum of the second piece
     * @param secondLength the bytes of the second piece, at least 0
     */
    public static long combine(long first, long second, long secondLength) {
        if (secondLength < 0) {
            throw new IllegalArgumentException("a piece has no " + secondLength + " bytes");
        }
        long moved = first;
        long power = ONE_BYTE_ON;
        for (long left = secondLength; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                moved = multiply(power, moved);
            }
            power = multiply(power, power);
        }
        return moved ^ second;
    }

    /** Multiplies modulo the polynomial. */
    private static long multiply(long left, long right) {
        long product = 0;
        long shifted = right;
        for (long bit = ONE; bit != 0; bit >>>= 1) {
            if ((left & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) != 0 ? shifted >>> 1 ^ REFLECTED_POLYNOMIAL : shifted >>> 1;
        }
        return product;
    }

    private static long[][] tables() {
        long[][] tables = new long[SLICES][256];
        for (int b = 0; b < 256; b++) {
            long crc = b;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ REFLECTED_POLYNOMIAL : crc >>> 1;
            }
            tables[0][b] = crc;
        }
        for (int slice = 1; slice < SLICES; slice++) {
            for (int b = 0; b < 256; b++) {
                long previous = tables[slice - 1][b];
                tables[slice][b] = tables[0][(int) previous & 0xff] ^ previous >>> 8;
            }
        }
        return tables;
    }

    @Override
    public void update(int b) {
        if (folding != null) {
            folding.update(new byte[] {(byte) b}, 0, 1);
            return;
        }
        state = TABLES[0][(int) (state ^ b) & 0xff] ^ state >>> 8;
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        if (folding == null && length >= MANY) {
            folding = new Crc64Folding(state);
        }
        if (folding == null) {
            state = slice(state, bytes, offset, length);
        } else {
            folding.update(bytes, offset, length);
        }
    }

    private static long slice(long before, byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        long crc = before;
        for (; end - at >= SLICES; at += SLICES) {
            long low = (long) LONGS.get(bytes, at) ^ crc;
            long high = (long) LONGS.get(bytes, at + 8);
            crc = eight(low, 8) ^ eight(high, 0);
        }
        for (; at < end; at++) {
            crc = TABLES[0][(int) (crc ^ bytes[at]) & 0xff] ^ crc >>> 8;
        }
        return crc;
    }

    /** Folds eight bytes, the last of which has {@code following} bytes of the step behind it. */
    private static long eight(long word, int following) {
        return TABLES[following + 7][(int) word & 0xff]
                ^ TABLES[following + 6][(int) (word >>> 8) & 0xff]
                ^ TABLES[following + 5][(int) (word >>> 16) & 0xff]
                ^ TABLES[following + 4][(int) (word >>> 24) & 0xff]
                ^ TABLES[following + 3][(int) (word >>> 32) & 0xff]
                ^ TABLES[following + 2][(int) (word >>> 40) & 0xff]
                ^ TABLES[following + 1][(int) (word >>> 48) & 0xff]
                ^ TABLES[following][(int) (word >>> 56)];
    }

    @Override
    public long getValue() {
        if (folding == null) {
            return ~state;
        }
        byte[] rest = folding.rest();
        return ~slice(0, rest, 0, rest.length);
    }

    /** Frees the 64 KiB of folding until the next long update. */
    void unfold() {
        state = ~getValue();
        folding = null;
    }

    @Override
    public void reset() {
        folding = null;
        state = ~0L;
    }
}
