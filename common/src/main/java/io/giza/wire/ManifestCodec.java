package io.giza.wire;

import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Manifest.DataLocation;
import io.giza.model.Value;

import java.time.Instant;

/**
 * Manifests as the bodies of PUT values, compact binary. The format number stands in the value, so
 * that a release can be told to write what the one before it reads ({@code write-format}).
 *
 * <pre>
 * manifest := size etag checksums headers user-metadata tags seconds nanos location
 * location := 0 content | 1 account coding stripe-size placement*
 * </pre>
 */
public final class ManifestCodec {
    /** The newest format that this release writes, and the greatest it reads. */
    public static final int NEWEST_FORMAT = 1;

    private final int writeFormat;

    /**
     * Makes a codec.
     *
     * @param writeFormat the format to write, 1 to {@link #NEWEST_FORMAT}
     */
    public ManifestCodec(int writeFormat) {
        if (writeFormat < 1 || writeFormat > NEWEST_FORMAT) {
            throw new IllegalArgumentException(
                    "write-format must be 1 to " + NEWEST_FORMAT + ", not " + writeFormat);
        }
        this.writeFormat = writeFormat;
    }

    /** Returns the format that values written now carry. */
    public int writeFormat() {
        return writeFormat;
    }

    /** Encodes a manifest in {@link #writeFormat}. */
    public Bytes encode(Manifest manifest) {
        BinaryWriter writer =
                new BinaryWriter()
                        .count(manifest.size())
                        .text(manifest.etag())
                        .texts(manifest.checksums())
                        .texts(manifest.headers())
                        .texts(manifest.userMetadata())
                        .texts(manifest.tags())
                        .fixed64(manifest.created().getEpochSecond())
                        .count(manifest.created().getNano());
        switch (manifest.data()) {
            case Manifest.Inline inline -> writer.octet(0).bytes(inline.content());
            case Manifest.Fragmented fragmented ->
                    writer.octet(1)
                            .text(fragmented.account())
                            .text(fragmented.coding().toString())
                            .count(fragmented.stripeSize())
                            .list(fragmented.placement(), (w, dc) -> w.text(dc.value()));
        }
        return writer.toBytes();
    }

    /**
     * Decodes the manifest of a PUT value.
     *
     * @throws FormatException if the value's format is unknown to this release, or its body is no
     *     manifest
     */
    public static Manifest decode(Value put) {
        if (put.kind() != Value.Kind.PUT) {
            throw new IllegalArgumentException("only a put has a manifest: " + put);
        }
        if (put.format() < 1 || put.format() > NEWEST_FORMAT) {
            throw new FormatException(
                    "manifest of "
                            + put.id()
                            + " has format "
                            + put.format()
                            + ", this release reads up to "
                            + NEWEST_FORMAT);
        }
        return BinaryReader.decode("manifest of " + put.id(), put.body(), ManifestCodec::manifest);
    }

    private static Manifest manifest(BinaryReader reader) {
        long size = reader.count();
        String etag = reader.text();
        var checksums = reader.texts();
        var headers = reader.texts();
        var userMetadata = reader.texts();
        var tags = reader.texts();
        Instant created = Instant.ofEpochSecond(reader.fixed64(), reader.count());
        return new Manifest(
                location(reader), size, etag, checksums, headers, userMetadata, tags, created);
    }

    private static DataLocation location(BinaryReader reader) {
        return switch (reader.octet()) {
            case 0 -> new Manifest.Inline(reader.bytes());
            case 1 ->
                    new Manifest.Fragmented(
                            reader.text(),
                            Coding.parse(reader.text()),
                            Math.toIntExact(reader.count()),
                            reader.list(each -> new DcName(each.text())));
            default -> throw new FormatException("unknown location of data");
        };
    }
}
