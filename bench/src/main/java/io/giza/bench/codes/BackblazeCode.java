package io.giza.bench.codes;

import com.backblaze.erasure.ReedSolomon;

import io.giza.model.Coding;

import java.util.Arrays;

/** JavaReedSolomon with the coding loop that it chooses itself. */
final class BackblazeCode implements CodeUnderTest {
    private final ReedSolomon code;
    private final byte[][] shards;
    private final boolean[] present;

    BackblazeCode(Coding coding, byte[][] shards) {
        int k = coding.dataFragments();
        code = ReedSolomon.create(k, coding.fragments() - k);
        this.shards = shards;
        present = new boolean[shards.length];
        Arrays.fill(present, true);
        present[0] = false;
    }

    @Override
    public void encode() {
        code.encodeParity(shards, 0, shards[0].length);
    }

    @Override
    public void rebuild() {
        code.decodeMissing(shards, present, 0, shards[0].length);
    }

    @Override
    public byte[][] shards() {
        return shards;
    }
}
