package io.giza.erasure;

/** The inner loop of a code: multiplies shards with a constant matrix over GF(2^8). */
interface CodingKernel {
    /**
     * Prepares the multiplication with a matrix; the tables it makes are worth keeping.
     *
     * @param coefficients a row per output, a column per input, elements 0 to 255
     */
    Transform prepare(int[][] coefficients);

    /** A prepared multiplication; stateless, so it may be shared. */
    interface Transform {
        /**
         * Computes bytes {@code offset} to {@code offset + length} of every output from the same
         * bytes of every input.
         */
        void apply(byte[][] inputs, byte[][] outputs, int offset, int length);
    }
}
