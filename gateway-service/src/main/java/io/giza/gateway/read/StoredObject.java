package io.giza.gateway.read;

import io.giza.erasure.ByteRange;
import io.giza.gateway.service.ClientTarget;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.spool.ClientDelivery;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.VersionName;
import io.giza.stripe.read.ByteTarget;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A version that was found to be the newest, and perhaps is being read already. */
final class StoredObject implements OpenObject {
    private final Manifest manifest;
    private final Optional<VersionName> version;
    private final Opener opener;
    private final Parts parts;
    private final Content content;
    private final Deliverer deliverer;
    private @Nullable RangeReader fullReader;

    /** Begins to read a range of the version. */
    interface Opener {
        RangeReader open(ByteRange range);
    }

    /** Finds the parts of the version. */
    interface Parts {
        List<Part> read() throws IOException;
    }

    /** Sends bytes to a client that may be slow. */
    interface Deliverer {
        void deliver(ClientTarget client, long length, ClientDelivery.Source source)
                throws IOException;
    }

    /** Returns the bytes of what travels in the manifest. */
    interface Content {
        byte[] of(Bytes inline) throws IOException;
    }

    /**
     * Holds a version.
     *
     * @param version its name, empty where its bucket never was versioned
     * @param fullReader a reader of all of it that was begun already, or null; closed with this
     *     object
     */
    StoredObject(
            Manifest manifest,
            Optional<VersionName> version,
            Opener opener,
            Parts parts,
            Content content,
            Deliverer deliverer,
            @Nullable RangeReader fullReader) {
        this.manifest = manifest;
        this.version = version;
        this.opener = opener;
        this.parts = parts;
        this.content = content;
        this.deliverer = deliverer;
        this.fullReader = fullReader;
    }

    @Override
    public Manifest manifest() {
        return manifest;
    }

    @Override
    public Optional<VersionName> version() {
        return version;
    }

    @Override
    public List<Part> parts() throws IOException {
        if (manifest.data() instanceof Manifest.StoredParts) {
            // Who holds memory must not wait for more.
            close();
        }
        return parts.read();
    }

    @Override
    public void writeTo(ByteTarget target, long offset, long length) throws IOException {
        switch (manifest.data()) {
            case Manifest.Inline inline ->
                    target.write(
                            ByteBuffer.wrap(
                                    content.of(inline.content()),
                                    Math.toIntExact(offset),
                                    Math.toIntExact(length)));
            case Manifest.Fragmented _, Manifest.Parts _, Manifest.StoredParts _ -> {
                if (target instanceof ClientTarget client) {
                    deliverer.deliver(
                            client, length, (out, from) -> read(out, offset + from, length - from));
                } else {
                    read(target, offset, length);
                }
            }
        }
    }

    private void read(ByteTarget target, long offset, long length) throws IOException {
        RangeReader openReader = fullReader;
        fullReader = null;
        boolean all = offset == 0 && length == manifest.size();
        if (openReader != null && !all) {
            openReader.close();
        }
        try (RangeReader reader =
                openReader != null && all
                        ? openReader
                        : opener.open(ByteRange.of(offset, length))) {
            reader.writeTo(target);
        }
    }

    @Override
    public void close() {
        if (fullReader != null) {
            fullReader.close();
            fullReader = null;
        }
    }
}
