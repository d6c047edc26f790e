package io.giza.bench.codes;

import static java.util.stream.Collectors.toMap;

import io.giza.erasure.CodingKernels;
import io.giza.erasure.DecodePlan;
import io.giza.erasure.ErasureCode;
import io.giza.erasure.KernelKind;
import io.giza.model.Coding;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Giza's code, used as the reader of stripes does: a reconstruction is prepared every time. */
final class GizaCode implements CodeUnderTest {
    private static final int[] LOST = {0};

    private final ErasureCode code;
    private final byte[][] shards;
    private final byte[][] sources;
    private final byte[][] lost;
    private final int[] sourceIndices;

    GizaCode(Coding coding, KernelKind kernel, byte[][] shards) {
        CodingKernels.use(kernel);
        code = ErasureCode.of(coding);
        this.shards = shards;
        lost = new byte[][] {shards[0]};
        Map<Integer, Long> costs =
                IntStream.range(1, coding.fragments()).boxed().collect(toMap(i -> i, i -> 1L));
        sourceIndices =
                DecodePlan.cheapest(code, Set.of(LOST[0]), costs).orElseThrow().stream()
                        .mapToInt(Integer::intValue)
                        .toArray();
        sources = Arrays.stream(sourceIndices).mapToObj(i -> shards[i]).toArray(byte[][]::new);
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
