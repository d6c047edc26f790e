package io.giza.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GaloisFieldTest {
    @Test
    void productsAgreeWithShiftAndReduce() {
        for (int left = 0; left < 256; left++) {
            for (int right = 0; right < 256; right++) {
                assertThat(GaloisField.multiply(left, right)).isEqualTo(slow(left, right));
            }
        }
    }

    @Test
    void everyElementTimesItsInverseIsOne() {
        for (int element = 1; element < 256; element++) {
            assertThat(GaloisField.multiply(element, GaloisField.inverse(element))).isEqualTo(1);
        }
    }

    @Test
    void powersAreRepeatedProducts() {
        for (int element = 0; element < 256; element++) {
            int product = 1;
            for (int exponent = 0; exponent < 300; exponent++) {
                assertThat(GaloisField.power(element, exponent)).isEqualTo(product);
                product = GaloisField.multiply(product, element);
            }
        }
    }

    private static int slow(int left, int right) {
        int product = 0;
        for (int bit = 7; bit >= 0; bit--) {
            product <<= 1;
            if (product > 255) {
                product ^= 0x11D;
            }
            if ((right >> bit & 1) == 1) {
                product ^= left;
            }
        }
        return product;
    }
}
