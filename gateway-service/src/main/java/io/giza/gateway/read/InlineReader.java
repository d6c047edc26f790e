package io.giza.gateway.read;

import io.giza.model.Manifest;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;

import java.io.IOException;
import java.nio.ByteBuffer;

/** All of a put that travels in a manifest, where others are read. */
record InlineReader(Manifest.Inline data) implements RangeReader {
    @Override
    public void ready() {}

    @Override
    public void writeTo(ByteTarget target) throws IOException {
        target.write(ByteBuffer.wrap(data.content().toArray()));
    }

    @Override
    public VersionFragments current() {
        throw new IllegalStateException("no fragments are read");
    }

    @Override
    public void close() {}
}
