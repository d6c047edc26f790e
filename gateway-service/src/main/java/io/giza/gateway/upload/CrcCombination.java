package io.giza.gateway.upload;

/**
 * The checksum of two pieces in a row, made of theirs without their bytes, for checksums that are
 * reflected and inverted before and after: the first one's is moved on by the second one's length,
 * which multiplies it with a power of x.
 */
enum CrcCombination {
    CRC32(32, 0xEDB88320L),
    CRC32C(32, 0x82F63B78L),
    CRC64NVME(64, 0x9A6C9329AC4BC9B5L);

    private final int bits;
    private final long reflectedPolynomial;

    CrcCombination(int bits, long reflectedPolynomial) {
        this.bits = bits;
        this.reflectedPolynomial = reflectedPolynomial;
    }

    /**
     * Combines two checksums.
     *
     * @param secondLength the bytes of the second piece, at least 0
     */
    long combine(long first, long second, long secondLength) {
        if (secondLength < 0) {
            throw new IllegalArgumentException("a piece has no " + secondLength + " bytes");
        }
        long moved = first;
        // The polynomial x^8, whose highest power is the lowest bit.
        long power = 1L << (bits - 1 - 8);
        for (long left = secondLength; left != 0; left >>>= 1) {
            if ((left & 1) != 0) {
                moved = multiply(power, moved);
            }
            power = multiply(power, power);
        }
        return moved ^ second;
    }

    /** Multiplies modulo the polynomial. */
    private long multiply(long left, long right) {
        long product = 0;
        long shifted = right;
        for (long bit = 1L << (bits - 1); bit != 0; bit >>>= 1) {
            if ((left & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) != 0 ? shifted >>> 1 ^ reflectedPolynomial : shifted >>> 1;
        }
        return product;
    }
}
