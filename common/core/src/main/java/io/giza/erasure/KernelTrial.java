package io.giza.erasure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Work for a kernel that was never used: every loop of it, over and over until the JIT has compiled
 * them, and the results compared with those of the kernel of plain Java.
 */
public class KernelTrial {
    /** Bytes of each shard; the last ones fill no vector. */
    private static final int SHARD_BYTES = (16 << 10) - 21;

    private static final int INPUTS = 5;

    /** One output and two; odd inputs, so that one is left over; and an output of sums alone. */
    private static final int[][][] MATRICES = {
        {{3, 2}},
        {{27, 28, 18}, {28, 27, 20}},
        {{1, 1, 1, 0, 0}, {7, 6, 5, 4, 3}, {0, 0, 0, 9, 8}, {142, 2, 3, 4, 200}},
    };

    private final byte[][] inputs = new byte[INPUTS][SHARD_BYTES];
    private final List<CodingKernel.Transform> tried;
    private final List<CodingKernel.Transform> plain;

    /**
     * Prepares a trial.
     *
     * @throws IllegalStateException if this JVM cannot have the kernel
     */
    public KernelTrial(KernelKind kind) {
        tried = transforms(kind.create());
        plain = transforms(new TableKernel());
        for (int i = 0; i < INPUTS; i++) {
            for (int at = 0; at < SHARD_BYTES; at++) {
                // Anything that has every byte in it and does not repeat with the vectors.
                inputs[i][at] = (byte) (at * 31 + (at >> 8) * 7 + i * 97);
            }
        }
    }

    private static List<CodingKernel.Transform> transforms(CodingKernel kernel) {
        return Arrays.stream(MATRICES).map(kernel::prepare).toList();
    }

    /** Computes once with the kernel under trial; returns what {@link #expected} does. */
    public List<byte[][]> computed() {
        return outputs(tried);
    }

    /** Computes the same once with the kernel of plain Java. */
    public List<byte[][]> expected() {
        return outputs(plain);
    }

    private List<byte[][]> outputs(List<CodingKernel.Transform> transforms) {
        List<byte[][]> all = new ArrayList<>();
        for (int i = 0; i < MATRICES.length; i++) {
            byte[][] outputs = new byte[MATRICES[i].length][SHARD_BYTES];
            byte[][] some = Arrays.copyOf(inputs, MATRICES[i][0].length);
            transforms.get(i).apply(some, outputs, 0, SHARD_BYTES);
            all.add(outputs);
        }
        return List.copyOf(all);
    }
}
