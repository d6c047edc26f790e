package io.giza.bench.codes;

/** An implementation of one code with one object's shards in its hands. Not for several threads. */
interface CodeUnderTest {
    /** Computes all parity of the object. */
    void encode();

    /** Computes the first data shard from the k shards that follow it. */
    void rebuild();

    /** Returns the shards, data first, as the last operation left them. */
    byte[][] shards();
}
