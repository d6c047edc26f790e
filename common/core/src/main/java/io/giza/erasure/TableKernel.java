package io.giza.erasure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The kernel of plain Java. Products of an input byte with the coefficients of four outputs are
 * packed into one int, so a single look-up serves four outputs; two inputs are taken per pass, and
 * sums are kept for a stretch that fits the first-level cache. An output that is left alone is
 * summed in place, and one with coefficients 0 and 1 alone is left to {@link XorRow}.
 */
final class TableKernel implements CodingKernel {
    private static final int LANES = 4;
    private static final int STRETCH_BYTES = 2048;

    @Override
    public Transform prepare(int[][] coefficients) {
        int[] general =
                IntStream.range(0, coefficients.length)
                        .filter(row -> !XorRow.applies(coefficients[row]))
                        .toArray();
        List<Group> groups = new ArrayList<>();
        for (int from = 0; from < general.length; from += LANES) {
            int[] rows = Arrays.copyOfRange(general, from, Math.min(general.length, from + LANES));
            int[][] own =
                    Arrays.stream(rows).mapToObj(row -> coefficients[row]).toArray(int[][]::new);
            groups.add(new Group(rows, packedTables(own)));
        }
        return new PackedTransform(XorRow.all(coefficients), List.copyOf(groups));
    }

    /** Outputs that are packed together, and per input the products by byte. */
    private record Group(int[] rows, int[][] tables) {}

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

    private record PackedTransform(List<XorRow> xorRows, List<Group> groups) implements Transform {
        @Override
        public void apply(byte[][] inputs, byte[][] outputs, int offset, int length) {
            Stretch stretch = new Stretch(Math.min(STRETCH_BYTES, length));
            for (int done = 0; done < length; done += STRETCH_BYTES) {
                stretch.moveTo(offset + done, Math.min(STRETCH_BYTES, length - done));
                for (XorRow row : xorRows) {
                    row.apply(inputs, outputs, stretch.offset, stretch.offset + stretch.count);
                }
                for (Group group : groups) {
                    compute(group, inputs, outputs, stretch);
                }
            }
        }

        private static void compute(
                Group group, byte[][] inputs, byte[][] outputs, Stretch stretch) {
            int[] rows = group.rows;
            if (rows.length == 1) {
                stretch.sumInPlace(group.tables, inputs, outputs[rows[0]]);
                return;
            }
            stretch.sum(group.tables, inputs);
            for (int lane = 0; lane < rows.length; lane++) {
                stretch.unpack(lane, outputs[rows[lane]]);
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

        void unpack(int lane, byte[] output) {
            int[] source = sums;
            int shift = 8 * lane;
            int start = offset;
            int end = count;
            for (int i = 0; i < end; i++) {
                output[start + i] = (byte) (source[i] >>> shift);
            }
        }

        /** Two inputs a pass, so that an odd one begins. */
        void sumInPlace(int[][] tables, byte[][] inputs, byte[] output) {
            int input = inputs.length % 2;
            if (input == 1) {
                setInPlace(tables[0], inputs[0], output);
            } else {
                Arrays.fill(output, offset, offset + count, (byte) 0);
            }
            for (; input < inputs.length; input += 2) {
                int[] table = tables[input];
                int[] otherTable = tables[input + 1];
                addInPlace(
                        new int[][] {table, otherTable}, inputs[input], inputs[input + 1], output);
            }
        }

        private void setInPlace(int[] table, byte[] input, byte[] output) {
            int end = offset + count;
            for (int i = offset; i < end; i++) {
                output[i] = (byte) table[input[i] & 0xFF];
            }
        }

        private void addInPlace(int[][] tables, byte[] input, byte[] otherInput, byte[] output) {
            int[] table = tables[0];
            int[] otherTable = tables[1];
            int end = offset + count;
            for (int i = offset; i < end; i++) {
                int product = table[input[i] & 0xFF] ^ otherTable[otherInput[i] & 0xFF];
                output[i] = (byte) (output[i] ^ product);
            }
        }
    }
}
