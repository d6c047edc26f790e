package io.giza.erasure;

/**
 * The inner loops of {@link VectorKernel} at one vector length. What implements them names the
 * incubating vector module, so it is loaded only where that module is there.
 */
interface VectorLoops {
    /** How many outputs a group may have. */
    int MOST_OUTPUTS = 2;

    /** Returns the bytes of one vector: a power of two, at least 16. */
    int vectorBytes();

    /**
     * Multiplies one input, or two, with a group's coefficients and adds the products to its
     * outputs, or sets them.
     *
     * @param pass what to multiply with what
     * @param inputs all inputs
     * @param outputs those of the group, 1 or 2
     * @param from first byte
     * @param to behind the last byte; whole vectors from the first
     */
    void run(Pass pass, byte[][] inputs, byte[][] outputs, int from, int to);

    /**
     * One pass over a group of outputs.
     *
     * @param tables per output and input of the pass: the products of its coefficient with the 16
     *     low nibbles, repeated to fill a vector, then those with the 16 high nibbles
     * @param first the input
     * @param second the other input, or -1
     * @param fresh whether outputs are set rather than added to
     */
    record Pass(byte[] tables, int first, int second, boolean fresh) {
        int[] inputs() {
            return second < 0 ? new int[] {first} : new int[] {first, second};
        }
    }

    /**
     * What a loop runs over.
     *
     * @param tables those of the pass
     * @param from first byte
     * @param to behind the last byte
     * @param fresh whether outputs are set rather than added to
     */
    record Span(byte[] tables, int from, int to, boolean fresh) {}
}
