package io.giza.bench.codes;

import io.giza.erasure.CodingKernels;
import io.giza.erasure.ErasureCode;
import io.giza.erasure.KernelKind;
import io.giza.model.Coding;

import java.util.Arrays;

/** Giza's code, used as the reader of stripes does: a reconstruction is prepared every time. */
final class OwnSubject implements Subject {
    private static final int[] LOST = {0};

    private final ErasureCode code;
    private final byte[][] shards;
    private final byte[][] sources;
    private final byte[][] lost;
    private final int[] sourceIndices;

    OwnSubject(Coding coding, KernelKind kernel, byte[][] shards) {
        CodingKernels.use(kernel);
        code = ErasureCode.of(coding);
        this.shards = shards;
        int k = coding.dataFragments();
        sources = Arrays.copyOfRange(shards, 1, k + 1);
        lost = new byte[][] {shards[0]};
        sourceIndices = new int[k];
        Arrays.setAll(sourceIndices, i -> i + 1);
    }

    @Override
    public void encode() {
        code.encode(shards, 0, shards[0].length);
    }

    @Override
    public void rebuild() {
        code.reconstruction(sourceIndices, LOST).apply(sources, lost, 0, shards[0].length);
    }

    @Override
    public byte[][] shards() {
        return shards;
    }
}
