package io.giza.erasure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An output whose coefficients are all 0 or 1, such as a local parity: a sum of inputs and no
 * multiplication. The JIT makes vectors of these loops by itself.
 *
 * @param output its index
 * @param inputs the indices of the inputs to add
 */
record XorRow(int output, int[] inputs) {
    /** Tells whether a row of coefficients is one. */
    static boolean applies(int[] coefficients) {
        return Arrays.stream(coefficients).allMatch(each -> each == 0 || each == 1);
    }

    /** Returns those of a matrix. */
    static List<XorRow> all(int[][] coefficients) {
        List<XorRow> found = new ArrayList<>();
        for (int row = 0; row < coefficients.length; row++) {
            int[] own = coefficients[row];
            if (applies(own)) {
                int[] ones = IntStream.range(0, own.length).filter(i -> own[i] == 1).toArray();
                found.add(new XorRow(row, ones));
            }
        }
        return List.copyOf(found);
    }

    /** Computes bytes {@code from} to {@code to} of the output. */
    void apply(byte[][] sources, byte[][] outputs, int from, int to) {
        byte[] target = outputs[output];
        if (inputs.length == 0) {
            Arrays.fill(target, from, to, (byte) 0);
            return;
        }
        int next = 1;
        if (inputs.length == 1) {
            System.arraycopy(sources[inputs[0]], from, target, from, to - from);
        } else {
            set(sources[inputs[0]], sources[inputs[1]], target, from, to);
            next = 2;
        }
        for (; next + 1 < inputs.length; next += 2) {
            add(sources[inputs[next]], sources[inputs[next + 1]], target, from, to);
        }
        if (next < inputs.length) {
            set(sources[inputs[next]], target, target, from, to);
        }
    }

    private static void set(byte[] one, byte[] other, byte[] target, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] = (byte) (one[i] ^ other[i]);
        }
    }

    private static void add(byte[] one, byte[] other, byte[] target, int from, int to) {
        for (int i = from; i < to; i++) {
            target[i] = (byte) (target[i] ^ one[i] ^ other[i]);
        }
    }
}
