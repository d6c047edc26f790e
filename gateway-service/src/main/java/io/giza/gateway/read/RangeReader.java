package io.giza.gateway.read;

import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ScarceMemoryException;
import io.giza.stripe.read.StripeReader;
import io.giza.stripe.read.TooFewFragmentsException;

import java.io.IOException;

/** A range of a version that is being read. */
interface RangeReader extends AutoCloseable {
    /**
     * Waits until the first bytes can be written.
     *
     * @throws ScarceMemoryException if there is no memory for them
     * @throws TooFewFragmentsException if they cannot be had
     */
    void ready() throws IOException;

    /**
     * Writes the range.
     *
     * @throws IOException if some of it cannot be had, or the target fails
     */
    void writeTo(ByteTarget target) throws IOException;

    /** Returns the fragments that are being read, of one put. */
    VersionFragments current();

    @Override
    void close();

    /** A range of a put whose data is coded. */
    record OfFragments(VersionFragments current, StripeReader reader) implements RangeReader {
        @Override
        public void ready() throws IOException {
            reader.awaitReady();
        }

        @Override
        public void writeTo(ByteTarget target) throws IOException {
            reader.writeTo(target);
        }

        @Override
        public void close() {
            reader.close();
        }
    }

    /**
     * A range that is read, and the memory that it takes.
     *
     * @param reader reads it
     * @param memory given back when it is closed
     */
    record WithMemory(RangeReader reader, ReadMemory memory) implements RangeReader {
        @Override
        public void ready() throws IOException {
            reader.ready();
        }

        @Override
        public void writeTo(ByteTarget target) throws IOException {
            reader.writeTo(target);
        }

        @Override
        public VersionFragments current() {
            return reader.current();
        }

        @Override
        public void close() {
            reader.close();
            memory.close();
        }
    }
}
