package io.giza.erasure;

/**
 * A matrix over GF(2^8). The generator of a code has a row per shard and a column per data shard:
 * multiplied with the data shards it yields all shards.
 */
final class GeneratorMatrix {
    private final int[][] rows;

    private GeneratorMatrix(int[][] rows) {
        this.rows = rows;
    }

    /**
     * Returns the generator of a systematic Reed-Solomon code: a Vandermonde matrix times the
     * inverse of its top square. The product keeps the property that any {@code dataShards} rows
     * are independent, and its top is the identity.
     *
     * @param shards rows, at most 255
     * @param dataShards columns, at least 1 and at most {@code shards}
     */
    static GeneratorMatrix systematicVandermonde(int shards, int dataShards) {
        int[][] vandermonde = new int[shards][dataShards];
        for (int row = 0; row < shards; row++) {
            for (int column = 0; column < dataShards; column++) {
                vandermonde[row][column] = GaloisField.power(row, column);
            }
        }
        GeneratorMatrix matrix = new GeneratorMatrix(vandermonde);
        return matrix.times(matrix.select(firstIndices(dataShards)).inverted());
    }

    /** Returns the matrix of the given rows, in the given order. */
    GeneratorMatrix select(int[] indices) {
        int[][] selected = new int[indices.length][];
        for (int i = 0; i < indices.length; i++) {
            selected[i] = rows[indices[i]].clone();
        }
        return new GeneratorMatrix(selected);
    }

    GeneratorMatrix times(GeneratorMatrix right) {
        int[][] product = new int[rows.length][right.rows.length == 0 ? 0 : right.rows[0].length];
        for (int row = 0; row < product.length; row++) {
            for (int column = 0; column < product[row].length; column++) {
                int sum = 0;
                for (int i = 0; i < right.rows.length; i++) {
                    sum ^= GaloisField.multiply(rows[row][i], right.rows[i][column]);
                }
                product[row][column] = sum;
            }
        }
        return new GeneratorMatrix(product);
    }

    /**
     * Returns the inverse of this square matrix, by elimination next to an identity.
     *
     * @throws IllegalArgumentException if the rows are dependent
     */
    GeneratorMatrix inverted() {
        int size = rows.length;
        int[][] left = select(firstIndices(size)).rows;
        int[][] right = new int[size][size];
        for (int i = 0; i < size; i++) {
            right[i][i] = 1;
        }
        for (int column = 0; column < size; column++) {
            bringPivotUp(left, right, column);
            int scale = GaloisField.inverse(left[column][column]);
            scale(left[column], scale);
            scale(right[column], scale);
            for (int row = 0; row < size; row++) {
                int factor = left[row][column];
                if (row != column && factor != 0) {
                    subtract(left[row], left[column], factor);
                    subtract(right[row], right[column], factor);
                }
            }
        }
        return new GeneratorMatrix(right);
    }

    int[][] coefficients() {
        return rows;
    }

    private static void bringPivotUp(int[][] left, int[][] right, int column) {
        int pivot = column;
        while (pivot < left.length && left[pivot][column] == 0) {
            pivot++;
        }
        if (pivot == left.length) {
            throw new IllegalArgumentException("the chosen rows are dependent and do not decode");
        }
        swap(left, pivot, column);
        swap(right, pivot, column);
    }

    private static void swap(int[][] matrix, int one, int other) {
        int[] row = matrix[one];
        matrix[one] = matrix[other];
        matrix[other] = row;
    }

    private static void scale(int[] row, int factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] = GaloisField.multiply(row[i], factor);
        }
    }

    private static void subtract(int[] row, int[] other, int factor) {
        for (int i = 0; i < row.length; i++) {
            row[i] ^= GaloisField.multiply(other[i], factor);
        }
    }

    private static int[] firstIndices(int count) {
        int[] indices = new int[count];
        for (int i = 0; i < count; i++) {
            indices[i] = i;
        }
        return indices;
    }
}
