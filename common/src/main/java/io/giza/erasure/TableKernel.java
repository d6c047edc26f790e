package io.giza.erasure;

import java.util.Arrays;

/**
 * The kernel of plain Java. Products of an input byte with the coefficients of four outputs are
 * packed into one int, so a single look-up serves four outputs; two inputs are taken per pass, and
 * sums are kept for a stretch that fits the first-level cache.
 */
final class TableKernel implements CodingKernel {
    private static final int LANES = 4;
    private static final int STRETCH_BYTES = 2048;

    @Override
    public Transform prepare(int[][] coefficients) {
        int groups = (coefficients.length + LANES - 1) / LANES;
        int[][][] tables = new int[groups][][];
        for (int group = 0; group < groups; group++) {
            int from = group * LANES;
            int to = Math.min(coefficients.length, from + LANES);
            tables[group] = packedTables(Arrays.copyOfRange(coefficients, from, to));
        }
        return new PackedTransform(tables);
    }

    private static int[][] packedTables(int[][] rows) {
        int[][] tables = new int[rows[0].length][GaloisField.SIZE];
        for (int input = 0; input < tables.length; input++) {
            for (int element = 0; element < GaloisField.SIZE; element++) {
                int packed = 0;
                for (int lane = 0; lane < rows.length; lane++) {
                    packed |= GaloisField.multiply(rows[lane][input], element) << (8 * lane);
                }
                tables[input][element] = packed;
            }
        }
        return tables;
    }

    private record PackedTransform(int[][][] tables) implements Transform {
        @Override
        public void apply(byte[][] inputs, byte[][] outputs, int offset, int length) {
            Stretch stretch = new Stretch(Math.min(STRETCH_BYTES, length));
            for (int group = 0; group < tables.length; group++) {
                int from = group * LANES;
                int to = Math.min(outputs.length, from + LANES);
                byte[][] lanes = Arrays.copyOfRange(outputs, from, to);
                for (int done = 0; done < length; done += STRETCH_BYTES) {
                    stretch.moveTo(offset + done, Math.min(STRETCH_BYTES, length - done));
                    stretch.sum(tables[group], inputs);
                    stretch.unpack(lanes);
                }
            }
        }
    }

    /** The packed sums of one stretch of bytes; lives as long as one {@code apply}. */
    private static final class Stretch {
        private final int[] sums;
        private int offset;
        private int count;

        Stretch(int capacity) {
            sums = new int[capacity];
        }

        void moveTo(int newOffset, int newCount) {
            offset = newOffset;
            count = newCount;
        }

        void sum(int[][] tables, byte[][] inputs) {
            set(tables[0], inputs[0]);
            int input = 1;
            for (; input + 1 < inputs.length; input += 2) {
                addPair(tables[input], inputs[input], tables[input + 1], inputs[input + 1]);
            }
            if (input < inputs.length) {
                add(tables[input], inputs[input]);
            }
        }

        private void set(int[] table, byte[] input) {
            int[] target = sums;
            int start = offset;
            int end = count;
            for (int i = 0; i < end; i++) {
                target[i] = table[input[start + i] & 0xFF];
            }
        }

        private void add(int[] table, byte[] input) {
            int[] target = sums;
            int start = offset;
            int end = count;
            for (int i = 0; i < end; i++) {
                target[i] ^= table[input[start + i] & 0xFF];
            }
        }

        private void addPair(int[] table, byte[] input, int[] otherTable, byte[] otherInput) {
            int[] target = sums;
            int start = offset;
            int end = count;
            for (int i = 0; i < end; i++) {
                target[i] ^=
                        table[input[start + i] & 0xFF] ^ otherTable[otherInput[start + i] & 0xFF];
            }
        }

        void unpack(byte[][] lanes) {
            for (int lane = 0; lane < lanes.length; lane++) {
                byte[] output = lanes[lane];
                int[] source = sums;
                int shift = 8 * lane;
                int start = offset;
                int end = count;
                for (int i = 0; i < end; i++) {
                    output[start + i] = (byte) (source[i] >>> shift);
                }
            }
        }
    }
}
