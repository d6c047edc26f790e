package io.giza.erasure;

/**
 * The field GF(2^8) of the polynomial x^8 + x^4 + x^3 + x^2 + 1 (0x11D, "29" without its leading
 * term), whose generator is 2. Elements are ints from 0 to 255; addition is exclusive or.
 *
 * <p>The polynomial is the one of JavaReedSolomon, so that parity is the same byte for byte.
 */
final class GaloisField {
    static final int SIZE = 256;

    private static final int POLYNOMIAL = 0x11D;
    private static final int ORDER = SIZE - 1;
    private static final int[] LOGARITHM = new int[SIZE];

    /** Powers of the generator, twice over, so that a sum of two logarithms needs no modulo. */
    private static final int[] POWER = new int[2 * ORDER];

    static {
        int element = 1;
        for (int exponent = 0; exponent < ORDER; exponent++) {
            POWER[exponent] = element;
            POWER[exponent + ORDER] = element;
            LOGARITHM[element] = exponent;
            element <<= 1;
            if (element >= SIZE) {
                element ^= POLYNOMIAL;
            }
        }
    }

    private GaloisField() {}

    static int multiply(int left, int right) {
        return left == 0 || right == 0 ? 0 : POWER[LOGARITHM[left] + LOGARITHM[right]];
    }

    /** Returns the multiplicative inverse of an element other than 0. */
    static int inverse(int element) {
        if (element == 0) {
            throw new ArithmeticException("0 has no inverse in GF(2^8)");
        }
        return POWER[ORDER - LOGARITHM[element]];
    }

    /** Returns {@code element} to the power of {@code exponent}, at least 0; 0 to the 0 is 1. */
    static int power(int element, int exponent) {
        if (exponent == 0) {
            return 1;
        }
        return element == 0 ? 0 : POWER[LOGARITHM[element] * exponent % ORDER];
    }
}
