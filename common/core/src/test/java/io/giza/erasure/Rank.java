package io.giza.erasure;

import io.giza.model.Coding;

import java.util.Collection;

/** What follows from which shards, by plain linear algebra: slow, and too simple to be wrong. */
final class Rank {
    private final int[][] generator;

    Rank(Coding coding) {
        generator =
                switch (coding) {
                    case Coding.ReedSolomon rs ->
                            GeneratorMatrix.systematicVandermonde(
                                            rs.fragments(), rs.dataFragments())
                                    .coefficients();
                    case Coding.LocalReconstruction lrc ->
                            GeneratorMatrix.localReconstruction(lrc).coefficients();
                };
    }

    /** Returns the dimension of the space that the rows of these shards span. */
    int of(Collection<Integer> shards) {
        int[][] rows = shards.stream().map(i -> generator[i].clone()).toArray(int[][]::new);
        int rank = 0;
        for (int column = 0; column < generator[0].length; column++) {
            int pivot = rank;
            while (pivot < rows.length && rows[pivot][column] == 0) {
                pivot++;
            }
            if (pivot == rows.length) {
                continue;
            }
            int[] row = rows[pivot];
            rows[pivot] = rows[rank];
            rows[rank++] = row;
            int inverse = GaloisField.inverse(row[column]);
            for (int below = rank; below < rows.length; below++) {
                int factor = GaloisField.multiply(rows[below][column], inverse);
                for (int i = column; factor != 0 && i < row.length; i++) {
                    rows[below][i] ^= GaloisField.multiply(factor, row[i]);
                }
            }
        }
        return rank;
    }
}
