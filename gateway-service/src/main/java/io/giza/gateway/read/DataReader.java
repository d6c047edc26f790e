package io.giza.gateway.read;

import io.giza.encryption.SegmentLayout;
import io.giza.erasure.ByteRange;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.cluster.Cluster;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Part;
import io.giza.model.UploadRows;
import io.giza.record.PartListCodec;
import io.giza.replica.Account;
import io.giza.replica.LatencyRanking;
import io.giza.replica.Nearness;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** Opens the bytes of puts, and of objects that are made of parts. */
final class DataReader {
    /** Of several blocks each: for some sixteen reads of large objects at a time. */
    private static final int KEPT_BUFFERS = 512;

    private static final int LEAST_KEPT_BYTES = 64 << 10;

    /** With how much a part can be read of which nothing is known yet; most need less. */
    private static final long MIN_PART_MEMORY = 1 << 20;

    /** Ten thousand parts take less than a tenth of it. */
    private static final long MAX_LIST_BYTES = 8 << 20;

    /** What a list of parts takes once it is decoded, by what it takes as it is stored. */
    private static final long LIST_FACTOR = 8;

    private final Cluster cluster;
    private final Nearness nearness;
    private final ReadBuffers buffers;
    private final ReadResources reads;

    DataReader(Cluster cluster, ReadResources reads) {
        this.cluster = cluster;
        this.reads = reads;
        this.buffers =
                ReadBuffers.pooled(
                        cluster.surroundings().tasks(),
                        KEPT_BUFFERS,
                        LEAST_KEPT_BYTES,
                        reads.memory()::free);
        this.nearness =
                new LatencyRanking(
                        cluster.surroundings().time(),
                        cluster.metadata().group().home(),
                        dc ->
                                cluster.dataSuspicion().isSuspect(dc)
                                        || cluster.suspicion().isSuspect(dc),
                        cluster.settings().hedgeAfter());
    }

    /** One get: whose it is, and what it may hold. */
    record GetContext(Account account, ReadMemory memory) {}

    private ReadMemory.Source memory(Account account) {
        return new ReadMemory.Source(
                reads.memory(),
                account.name(),
                cluster.settings().stripes().timeout(),
                cluster.surroundings().time());
    }

    /** Begins to read a put whose data is coded, if there is memory for that now. */
    RangeReader openSpeculatively(
            Account account, VersionFragments.PutRef put, Manifest.Fragmented data, long size) {
        GetContext get = new GetContext(account, ReadMemory.from(memory(account)));
        return withMemory(get, () -> fragments(get, put, data, size, ByteRange.of(0, size)));
    }

    /** Begins to read a range of a put whose data is coded. */
    RangeReader fragments(
            GetContext get,
            VersionFragments.PutRef put,
            Manifest.Fragmented data,
            long size,
            ByteRange range) {
        VersionFragments target =
                reads.near().apply(VersionFragments.of(put, data, size, cluster.fragments()));
        return new RangeReader.OfFragments(
                target,
                StripeReader.open(
                        cluster.surroundings(),
                        cluster.format(),
                        target,
                        new ReadSettings(
                                nearness,
                                cluster.settings().stall(),
                                get.account().lateBinding(),
                                reads.listener(),
                                buffers,
                                get.memory()),
                        range));
    }

    /** Begins to read a range of a put whose data is coded, and perhaps encrypted. */
    RangeReader stream(
            GetContext get, Source source, Manifest.Fragmented data, long size, ByteRange range) {
        if (!source.key().isEncrypted()) {
            return fragments(get, source.put(), data, size, range);
        }
        SegmentLayout layout = new SegmentLayout(size);
        ByteRange stored = DecryptingReader.storedRange(layout, range);
        return new DecryptingReader(
                fragments(get, source.put(), data, layout.storedBytes(), stored),
                source.key(),
                source.put(),
                layout,
                range);
    }

    /** Returns what decrypts a put, if it is encrypted, that is being read as it is stored. */
    static RangeReader decrypted(RangeReader stored, Source source, long size) {
        return source.key().isEncrypted()
                ? new DecryptingReader(
                        stored,
                        source.key(),
                        source.put(),
                        new SegmentLayout(size),
                        ByteRange.of(0, size))
                : stored;
    }

    /**
     * What is read.
     *
     * @param put the record of the version, or of one of its parts
     * @param key the version's key
     */
    record Source(VersionFragments.PutRef put, VersionKey key) {}

    /**
     * Begins to read a range of a version.
     *
     * @param source the version
     * @param manifest what its record says; its data is not inline
     */
    RangeReader open(Account account, Source source, Manifest manifest, ByteRange range) {
        return switch (manifest.data()) {
            case Manifest.Inline _ ->
                    throw new IllegalArgumentException("data is inline: " + source.put().key());
            case Manifest.Fragmented data -> {
                GetContext get = new GetContext(account, ReadMemory.from(memory(account)));
                yield withMemory(get, () -> stream(get, source, data, manifest.size(), range));
            }
            case Manifest.Parts parts -> {
                GetContext get =
                        new GetContext(
                                account,
                                ReadMemory.ofSeveral(
                                        memory(account),
                                        minPartMemory(account, manifest, parts),
                                        0));
                yield withMemory(get, () -> new PartsReader(this, get, source, parts, range));
            }
            case Manifest.StoredParts stored -> {
                GetContext get = ofSeveral(account, LIST_FACTOR * stored.bytes());
                yield withMemory(
                        get, () -> new StoredPartsReader(this, get, source, stored, range));
            }
        };
    }

    private GetContext ofSeveral(Account account, long kept) {
        return new GetContext(
                account, ReadMemory.ofSeveral(memory(account), MIN_PART_MEMORY, kept));
    }

    private static long minPartMemory(Account account, Manifest manifest, Manifest.Parts parts) {
        return parts.parts().stream()
                .mapToLong(
                        part ->
                                part.data() instanceof Manifest.Fragmented data
                                        ? StripeReader.minMemory(
                                                StripeLayout.of(
                                                        data, manifest.storedSizeOf(part.size())),
                                                account.lateBinding())
                                        : 0)
                .max()
                .orElse(0);
    }

    private static RangeReader withMemory(GetContext get, Supplier<RangeReader> reader) {
        try {
            return new RangeReader.WithMemory(reader.get(), get.memory());
        } catch (RuntimeException e) {
            get.memory().close();
            throw e;
        }
    }

    /** Returns the parts of an object, none if it was put at once. */
    List<Part> parts(Account account, ObjectKey key, Manifest manifest) throws IOException {
        return switch (manifest.data()) {
            case Manifest.Inline _, Manifest.Fragmented _ -> List.of();
            case Manifest.Parts parts -> parts.parts();
            case Manifest.StoredParts stored -> {
                GetContext get = ofSeveral(account, LIST_FACTOR * stored.bytes());
                try (RangeReader reader = withMemory(get, () -> openPartList(get, key, stored))) {
                    yield readPartList(reader, stored);
                }
            }
        };
    }

    /** Begins to read a list of parts that is stored apart. */
    RangeReader openPartList(GetContext get, ObjectKey key, Manifest.StoredParts stored) {
        VersionFragments.PutRef put =
                new VersionFragments.PutRef(
                        UploadRows.list(key.bucket(), stored.upload()), stored.list());
        return switch (stored.data()) {
            case Manifest.Inline inline -> new InlineReader(inline);
            case Manifest.Fragmented data ->
                    fragments(get, put, data, stored.bytes(), ByteRange.of(0, stored.bytes()));
        };
    }

    /** Reads such a list. */
    static List<Part> readPartList(RangeReader reader, Manifest.StoredParts stored)
            throws IOException {
        if (stored.bytes() > MAX_LIST_BYTES) {
            throw new IOException("a list of parts of " + stored.bytes() + " bytes");
        }
        ByteArrayOutputStream list = new ByteArrayOutputStream(Math.toIntExact(stored.bytes()));
        reader.writeTo(ByteTarget.of(list));
        List<Part> parts = PartListCodec.decode(Bytes.copyOf(list.toByteArray()));
        if (parts.size() != stored.count()) {
            throw new IOException(parts.size() + " parts where there should be " + stored.count());
        }
        return parts;
    }
}
