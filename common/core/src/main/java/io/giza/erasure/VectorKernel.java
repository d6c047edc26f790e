package io.giza.erasure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The kernel of the JDK's vector API: looks products up by nibble, a vector of bytes at a time. Two
 * inputs are taken per pass and added to up to two outputs; all passes go over a stretch that fits
 * the first-level cache before the next stretch is begun. Outputs with coefficients 0 and 1 alone
 * are left to {@link XorRow}.
 */
final class VectorKernel implements CodingKernel {
    private static final int STRETCH_BYTES = 4096;
    private static final int NIBBLES = 16;

    private final VectorLoops loops;

    VectorKernel(VectorLoops loops) {
        this.loops = loops;
    }

    @Override
    public Transform prepare(int[][] coefficients) {
        int[] general =
                IntStream.range(0, coefficients.length)
                        .filter(row -> !XorRow.applies(coefficients[row]))
                        .toArray();
        List<Group> groups = new ArrayList<>();
        for (int from = 0; from < general.length; from += VectorLoops.MOST_OUTPUTS) {
            int to = Math.min(general.length, from + VectorLoops.MOST_OUTPUTS);
            groups.add(group(coefficients, Arrays.copyOfRange(general, from, to)));
        }
        return new VectorTransform(loops, XorRow.all(coefficients), List.copyOf(groups));
    }

    /** Leaves out the inputs that none of the rows asks for. */
    private Group group(int[][] coefficients, int[] rows) {
        int[] inputs =
                IntStream.range(0, coefficients[rows[0]].length)
                        .filter(i -> Arrays.stream(rows).anyMatch(row -> coefficients[row][i] != 0))
                        .toArray();
        List<VectorLoops.Pass> passes = new ArrayList<>();
        for (int i = 0; i < inputs.length; i += 2) {
            int[] used = Arrays.copyOfRange(inputs, i, Math.min(inputs.length, i + 2));
            int second = used.length == 2 ? used[1] : -1;
            byte[] tables = tables(coefficients, rows, used);
            passes.add(new VectorLoops.Pass(tables, used[0], second, i == 0));
        }
        return new Group(rows, List.copyOf(passes));
    }

    private byte[] tables(int[][] coefficients, int[] rows, int[] inputs) {
        int bytes = loops.vectorBytes();
        byte[] tables = new byte[rows.length * inputs.length * 2 * bytes];
        int at = 0;
        for (int row : rows) {
            for (int input : inputs) {
                int coefficient = coefficients[row][input];
                for (int i = 0; i < bytes; i++) {
                    int nibble = i % NIBBLES;
                    tables[at + i] = (byte) GaloisField.multiply(coefficient, nibble);
                    tables[at + bytes + i] = (byte) GaloisField.multiply(coefficient, nibble << 4);
                }
                at += 2 * bytes;
            }
        }
        return tables;
    }

    /** Some outputs that are computed together. */
    private record Group(int[] rows, List<VectorLoops.Pass> passes) {
        byte[][] pick(byte[][] outputs) {
            byte[][] picked = new byte[rows.length][];
            Arrays.setAll(picked, lane -> outputs[rows[lane]]);
            return picked;
        }
    }

    private record VectorTransform(VectorLoops loops, List<XorRow> xorRows, List<Group> groups)
            implements Transform {
        @Override
        public void apply(byte[][] inputs, byte[][] outputs, int offset, int length) {
            byte[][][] lanes = new byte[groups.size()][][];
            Arrays.setAll(lanes, i -> groups.get(i).pick(outputs));
            int end = offset + length;
            for (int from = offset; from < end; from += STRETCH_BYTES) {
                int to = Math.min(end, from + STRETCH_BYTES);
                for (XorRow row : xorRows) {
                    row.apply(inputs, outputs, from, to);
                }
                for (int i = 0; i < lanes.length; i++) {
                    for (VectorLoops.Pass pass : groups.get(i).passes) {
                        run(pass, inputs, lanes[i], from, to);
                    }
                }
            }
        }

        private void run(VectorLoops.Pass pass, byte[][] inputs, byte[][] lanes, int from, int to) {
            int whole = to - (to - from) % loops.vectorBytes();
            if (from < whole) {
                loops.run(pass, inputs, lanes, from, whole);
            }
            if (whole < to) {
                finish(pass, inputs, lanes, whole, to);
            }
        }

        /** The last bytes, which fill no vector. */
        private void finish(
                VectorLoops.Pass pass, byte[][] inputs, byte[][] lanes, int from, int to) {
            int low = 0;
            for (byte[] output : lanes) {
                if (pass.fresh()) {
                    Arrays.fill(output, from, to, (byte) 0);
                }
                for (int input : pass.inputs()) {
                    byte[] source = inputs[input];
                    int high = low + loops.vectorBytes();
                    for (int i = from; i < to; i++) {
                        int lowProduct = pass.tables()[low + (source[i] & 0x0F)];
                        int highProduct = pass.tables()[high + (source[i] >>> 4 & 0x0F)];
                        output[i] = (byte) (output[i] ^ lowProduct ^ highProduct);
                    }
                    low += 2 * loops.vectorBytes();
                }
            }
        }
    }
}
