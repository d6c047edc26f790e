package io.giza.gateway.object;

import io.giza.erasure.ByteRange;
import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Part;
import io.giza.model.UploadRows;
import io.giza.replica.Account;
import io.giza.stripe.MeasuredNearness;
import io.giza.stripe.Nearness;
import io.giza.stripe.ReadBuffers;
import io.giza.stripe.ReadListener;
import io.giza.stripe.ReadSettings;
import io.giza.stripe.ReadTarget;
import io.giza.stripe.StripeReader;
import io.giza.wire.PartListCodec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** Opens the bytes of puts, and of objects that are made of parts. */
final class DataReader {
    /** For some eight reads of large objects at a time. */
    private static final int KEPT_BUFFERS = 16;

    private static final int LEAST_KEPT_BYTES = 64 << 10;

    /** Ten thousand parts take less than a tenth of it. */
    private static final long MAX_LIST_BYTES = 8 << 20;

    private final Cluster cluster;
    private final Nearness nearness;
    private final ReadBuffers buffers;
    private final ReadListener listener;

    DataReader(Cluster cluster, ReadListener listener) {
        this.cluster = cluster;
        this.listener = listener;
        this.buffers =
                ReadBuffers.keeping(cluster.surroundings().tasks(), KEPT_BUFFERS, LEAST_KEPT_BYTES);
        this.nearness =
                new MeasuredNearness(
                        cluster.surroundings().time(),
                        cluster.metadata().group().home(),
                        dc ->
                                cluster.dataSuspicion().suspects(dc)
                                        || cluster.suspicion().suspects(dc),
                        cluster.settings().hedgeAfter());
    }

    /** Begins to read a range of a put whose data is coded. */
    RangeReader fragments(
            Account account,
            ReadTarget.Named put,
            Manifest.Fragmented data,
            long size,
            ByteRange range) {
        ReadTarget target = ReadTarget.of(put, data, size, cluster.fragments());
        return new RangeReader.OfFragments(
                target,
                StripeReader.open(
                        cluster.surroundings(),
                        cluster.format(),
                        target,
                        new ReadSettings(
                                nearness,
                                cluster.settings().stall(),
                                account.lateBinding(),
                                listener,
                                buffers),
                        range));
    }

    /**
     * Begins to read a range of a version.
     *
     * @param put the version's record
     * @param manifest what it says; its data is not inline
     */
    RangeReader open(Account account, ReadTarget.Named put, Manifest manifest, ByteRange range) {
        return switch (manifest.data()) {
            case Manifest.Inline _ ->
                    throw new IllegalArgumentException("data is inline: " + put.key());
            case Manifest.Fragmented data -> fragments(account, put, data, manifest.size(), range);
            case Manifest.Parts parts -> new PartsReader(this, account, put, parts, range);
            case Manifest.StoredParts stored ->
                    new StoredPartsReader(this, account, put, stored, range);
        };
    }

    /** Returns the parts of an object, none if it was put at once. */
    List<Part> parts(Account account, ObjectKey key, Manifest manifest) throws IOException {
        return switch (manifest.data()) {
            case Manifest.Inline _, Manifest.Fragmented _ -> List.of();
            case Manifest.Parts parts -> parts.parts();
            case Manifest.StoredParts stored -> {
                try (RangeReader reader = list(account, key, stored)) {
                    yield read(reader, stored);
                }
            }
        };
    }

    /** Begins to read a list of parts that is stored apart. */
    RangeReader list(Account account, ObjectKey key, Manifest.StoredParts stored) {
        ReadTarget.Named put =
                new ReadTarget.Named(UploadRows.list(key.bucket(), stored.upload()), stored.list());
        return switch (stored.data()) {
            case Manifest.Inline inline -> new InlineReader(inline);
            case Manifest.Fragmented data ->
                    fragments(account, put, data, stored.bytes(), ByteRange.of(0, stored.bytes()));
        };
    }

    /** Reads such a list. */
    static List<Part> read(RangeReader reader, Manifest.StoredParts stored) throws IOException {
        if (stored.bytes() > MAX_LIST_BYTES) {
            throw new IOException("a list of parts of " + stored.bytes() + " bytes");
        }
        ByteArrayOutputStream list = new ByteArrayOutputStream(Math.toIntExact(stored.bytes()));
        reader.writeTo(list);
        List<Part> parts = PartListCodec.decode(Bytes.copyOf(list.toByteArray()));
        if (parts.size() != stored.count()) {
            throw new IOException(parts.size() + " parts where there should be " + stored.count());
        }
        return parts;
    }
}
