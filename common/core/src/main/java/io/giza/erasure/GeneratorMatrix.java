package io.giza.erasure;

import io.giza.model.Coding;

/**
 * A matrix over GF(2^8). The generator of a code has a row per shard and a column per data shard:
 * multiplied with the data shards it yields all shards.
 */
final class GeneratorMatrix {
    /** Powers of the generator to this power are the 15 non-zero elements of the subfield. */
    private static final int SUBFIELD_STEP = 17;

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

    /**
     * Returns the generator of a local reconstruction code: the identity, then a row of ones per
     * group, then the global parities with coefficients {@link #globalCoefficient} and their
     * squares (section 2.2 of the paper).
     */
    static GeneratorMatrix localReconstruction(Coding.LocalReconstruction scheme) {
        int k = scheme.dataFragments();
        int[][] rows = new int[scheme.fragments()][k];
        for (int column = 0; column < k; column++) {
            int group = column / scheme.groupSize();
            int coefficient = globalCoefficient(scheme, group, column % scheme.groupSize());
            rows[column][column] = 1;
            rows[k + group][column] = 1;
            for (int parity = 0; parity < scheme.globalParities(); parity++) {
                rows[k + scheme.groups() + parity][column] =
                        GaloisField.power(coefficient, 1 << parity);
            }
        }
        return new GeneratorMatrix(rows);
    }

    /**
     * Returns the coefficient of a data fragment in the first global parity.
     *
     * <p>Two things make the code maximally recoverable. Within a group the coefficients differ and
     * none is 0. And no sum of two of one group, a 0 for its local parity included, is such a sum
     * of another; it is enough that the groups lie in spaces of dimension 4 that share only the 0.
     * With two groups those are the paper's: the elements whose low, or whose high, four bits are
     * zero. With more they are multiples of the subfield of 16 elements, of which there are 17.
     *
     * @param position 0 to 14, the fragment's place in its group
     */
    private static int globalCoefficient(
            Coding.LocalReconstruction scheme, int group, int position) {
        if (scheme.groups() == 2) {
            return group == 0 ? (position + 1) << 4 : position + 1;
        }
        return GaloisField.power(2, group + SUBFIELD_STEP * position);
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
            clear(left, right, column, column);
        }
        return new GeneratorMatrix(right);
    }

    /**
     * Returns how the rows {@code wanted} of this matrix are made from its rows {@code sources}: a
     * row per wanted one, a column per source.
     *
     * @throws IllegalArgumentException if a wanted row is no combination of the sources
     */
    GeneratorMatrix expressing(int[] wanted, int[] sources) {
        // An equation per column of this matrix, an unknown per source.
        int[][] left = transposed(sources);
        int[][] right = transposed(wanted);
        int[] pivotOf = new int[sources.length];
        int rank = 0;
        for (int column = 0; column < sources.length; column++) {
            int pivot = rank;
            while (pivot < left.length && left[pivot][column] == 0) {
                pivot++;
            }
            pivotOf[column] = -1;
            if (pivot < left.length) {
                swap(left, pivot, rank);
                swap(right, pivot, rank);
                clear(left, right, rank, column);
                pivotOf[column] = rank++;
            }
        }
        for (int equation = rank; equation < right.length; equation++) {
            if (!isZero(right[equation])) {
                throw new IllegalArgumentException("the sources do not determine what is wanted");
            }
        }
        // A source that the others make redundant takes no part.
        int[][] solution = new int[wanted.length][sources.length];
        for (int source = 0; source < sources.length; source++) {
            for (int i = 0; i < wanted.length && pivotOf[source] >= 0; i++) {
                solution[i][source] = right[pivotOf[source]][i];
            }
        }
        return new GeneratorMatrix(solution);
    }

    private int[][] transposed(int[] indices) {
        int[][] columns = new int[rows[0].length][indices.length];
        for (int row = 0; row < columns.length; row++) {
            for (int i = 0; i < indices.length; i++) {
                columns[row][i] = rows[indices[i]][row];
            }
        }
        return columns;
    }

    /** Makes the pivot 1 and everything else in its column 0. */
    private static void clear(int[][] left, int[][] right, int pivot, int column) {
        int scale = GaloisField.inverse(left[pivot][column]);
        scale(left[pivot], scale);
        scale(right[pivot], scale);
        for (int row = 0; row < left.length; row++) {
            int factor = left[row][column];
            if (row != pivot && factor != 0) {
                subtract(left[row], left[pivot], factor);
                subtract(right[row], right[pivot], factor);
            }
        }
    }

    private static boolean isZero(int[] row) {
        for (int element : row) {
            if (element != 0) {
                return false;
            }
        }
        return true;
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
