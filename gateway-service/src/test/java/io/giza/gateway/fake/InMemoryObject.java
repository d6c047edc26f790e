package io.giza.gateway.fake;

import io.giza.gateway.service.OpenObject;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.VersionName;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ScarceMemoryException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** An object of {@link InMemoryObjects}; it breaks where its metadata says so. */
record InMemoryObject(Manifest manifest, Optional<VersionName> version, CountDownLatch broken)
        implements OpenObject {
    /** An object stored with this metadata breaks half way, and says why. */
    private static final String BREAKS = "breaks";

    String breaks() {
        return manifest.userMetadata().getOrDefault(BREAKS, "no");
    }

    @Override
    public List<Part> parts() {
        return List.of();
    }

    @Override
    public void writeTo(ByteTarget target, long offset, long length) throws IOException {
        byte[] content =
                switch (manifest.data()) {
                    case Manifest.Inline(Bytes bytes) -> bytes.toArray();
                    case Manifest.Fragmented _, Manifest.Parts _, Manifest.StoredParts _ ->
                            throw new IllegalStateException("not stored here: " + manifest);
                };
        if (breaks().equals("scarce")) {
            throw new ScarceMemoryException();
        }
        if (!breaks().equals("no")) {
            target.write(ByteBuffer.wrap(content, (int) offset, (int) length / 2));
            throw new IOException("too few fragments");
        }
        try {
            target.write(ByteBuffer.wrap(content, (int) offset, (int) length));
        } catch (IOException e) {
            broken.countDown();
            throw e;
        }
    }

    @Override
    public void close() {}
}
