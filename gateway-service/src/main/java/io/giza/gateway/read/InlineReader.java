package io.giza.gateway.read;

import io.giza.model.Manifest;
import io.giza.stripe.VersionFragments;

import java.io.IOException;
import java.io.OutputStream;

/** All of a put that travels in a manifest, where others are read. */
record InlineReader(Manifest.Inline data) implements RangeReader {
    @Override
    public void ready() {}

    @Override
    public void writeTo(OutputStream target) throws IOException {
        target.write(data.content().toArray());
    }

    @Override
    public VersionFragments current() {
        throw new IllegalStateException("no fragments are read");
    }

    @Override
    public void close() {}
}
