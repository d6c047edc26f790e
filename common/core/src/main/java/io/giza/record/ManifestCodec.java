package io.giza.record;

import io.giza.acl.AccessControlList;
import io.giza.lock.VersionLock;
import io.giza.model.Bytes;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Manifest.DataLocation;
import io.giza.model.PutId;
import io.giza.model.UploadId;
import io.giza.model.Value;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Manifests as the bodies of PUT values, compact binary. The format number stands in the value, so
 * that a release can be told to write what the one before it reads ({@code write-format}).
 *
 * <pre>
 * manifest := size etag checksums headers user-metadata tags seconds nanos location
 * location := (5 lock)? (6 encryption)? (7 list)? data
 * data     := direct | 2 upload-id parts | 3 upload-id count put-id size direct
 * direct   := 0 content | 1 fragments | 4 fragments needed*     4 only from format 2 on
 * fragments := account coding stripe-size placement*
 * </pre>
 *
 * where {@code encryption} is as in {@link EncryptionCodec} and {@code list} as in {@link
 * AclCodec}. There are 5, 6 and 7 only from format 2 and format level 2 on.
 */
public final class ManifestCodec {
    /** The newest format that this release writes, and the greatest it reads. */
    public static final int NEWEST_FORMAT = 2;

    /**
     * The first format that says which fragments a version needs, and so the first whose versions a
     * record calls visible. What is of an earlier one is visible as soon as it decodes.
     */
    public static final int NEEDED_FORMAT = 2;

    /** The first format that can say that a version is locked. */
    public static final int LOCK_FORMAT = 2;

    private static final int LOCKED = 5;
    private static final int ENCRYPTED = 6;
    private static final int GRANTED = 7;

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
        if (!manifest.lock().equals(VersionLock.NONE)) {
            if (writeFormat < LOCK_FORMAT) {
                throw new IllegalStateException(
                        "a locked version needs format " + LOCK_FORMAT + ": " + manifest.lock());
            }
            AnnotationCodec.write(writer.octet(LOCKED), manifest.lock());
        }
        manifest.encryption()
                .ifPresent(each -> EncryptionCodec.write(writer.octet(ENCRYPTED), each));
        manifest.acl().ifPresent(each -> AclCodec.write(writer.octet(GRANTED), each));
        switch (manifest.data()) {
            case Manifest.Direct direct -> direct(writer, direct);
            case Manifest.Parts parts -> {
                writer.octet(2).uuid(parts.upload().value());
                PartListCodec.write(writer, parts.parts());
            }
            case Manifest.StoredParts stored ->
                    direct(
                            writer.octet(3)
                                    .uuid(stored.upload().value())
                                    .count(stored.count())
                                    .uuid(stored.list().value())
                                    .count(stored.bytes()),
                            stored.data());
        }
        return writer.toBytes();
    }

    static void direct(BinaryWriter writer, Manifest.Direct direct) {
        switch (direct) {
            case Manifest.Inline inline -> writer.octet(0).bytes(inline.content());
            case Manifest.Fragmented fragmented -> {
                boolean old = fragmented.needed().isEmpty();
                writer.octet(old ? 1 : 4)
                        .text(fragmented.account())
                        .text(fragmented.coding().toString())
                        .count(fragmented.stripeSize())
                        .list(fragmented.placement(), (w, dc) -> w.text(dc.value()));
                if (!old) {
                    writer.list(fragmented.needed(), (w, index) -> w.count(index));
                }
            }
        }
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
        int kind = reader.octet();
        VersionLock lock = VersionLock.NONE;
        if (kind == LOCKED) {
            lock = AnnotationCodec.readLock(reader);
            kind = reader.octet();
        }
        Optional<Encryption> encryption = Optional.empty();
        if (kind == ENCRYPTED) {
            encryption = Optional.of(EncryptionCodec.read(reader));
            kind = reader.octet();
        }
        Optional<AccessControlList> acl = Optional.empty();
        if (kind == GRANTED) {
            acl = Optional.of(AclCodec.read(reader));
            kind = reader.octet();
        }
        return new Manifest(
                location(reader, kind),
                size,
                etag,
                checksums,
                headers,
                userMetadata,
                tags,
                created,
                lock,
                encryption,
                acl);
    }

    private static DataLocation location(BinaryReader reader, int kind) {
        return switch (kind) {
            case 2 -> new Manifest.Parts(new UploadId(reader.uuid()), PartListCodec.read(reader));
            case 3 ->
                    new Manifest.StoredParts(
                            new UploadId(reader.uuid()),
                            Math.toIntExact(reader.count()),
                            new PutId(reader.uuid()),
                            reader.count(),
                            direct(reader, reader.octet()));
            default -> direct(reader, kind);
        };
    }

    static Manifest.Direct direct(BinaryReader reader) {
        return direct(reader, reader.octet());
    }

    private static Manifest.Direct direct(BinaryReader reader, int kind) {
        return switch (kind) {
            case 0 -> new Manifest.Inline(reader.bytes());
            case 1, 4 ->
                    new Manifest.Fragmented(
                            reader.text(),
                            Coding.parse(reader.text()),
                            Math.toIntExact(reader.count()),
                            reader.list(each -> new DcName(each.text())),
                            kind == 1
                                    ? List.of()
                                    : reader.list(each -> Math.toIntExact(each.count())));
            default -> throw new FormatException("unknown location of data");
        };
    }
}
