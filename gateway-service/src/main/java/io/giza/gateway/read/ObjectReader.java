package io.giza.gateway.read;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Moment;
import io.giza.erasure.ByteRange;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.scope.BucketScope;
import io.giza.gateway.scope.ReplacedBucketRetry;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.spool.ClientDelivery;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.VersionNames;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketRecord;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionName;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.ScarceMemoryException;
import io.giza.stripe.read.TooFewFragmentsException;
import io.giza.version.Visibility;
import io.giza.version.VisibilityProbe;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * Gets an object (Giza, section 3.3): take the local row's newest version for a guess and begin to
 * fetch its fragments; meanwhile ask a quorum which version is the newest, and whether the bucket
 * still stands; start over where the guess was wrong.
 */
public final class ObjectReader {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectReader.class);
    private static final int MAX_ATTEMPTS = 20;

    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final VisibilityProbe visibility;
    private final DataReader data;
    private final ClientDelivery delivery;

    /**
     * Runs over one cluster.
     *
     * @param reads what all gets share
     */
    public ObjectReader(
            Cluster cluster,
            BucketDirectory buckets,
            VersionResolver resolver,
            ReadResources reads) {
        this.cluster = cluster;
        this.data = new DataReader(cluster, reads);
        this.delivery =
                new ClientDelivery(
                        cluster.surroundings(), reads.spool(), reads.memory()::isCrowded);
        this.buckets = buckets;
        this.resolver = resolver;
        this.visibility = new VisibilityProbe(cluster.versions());
    }

    /** Finds the newest version, and opens it where its bytes are wanted. */
    public GetResult get(GetRequest request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        var target = request.target();
        return ReplacedBucketRetry.attempt(
                () ->
                        switch (buckets.find(target.account(), target.bucket(), deadline)) {
                            case BucketLookup.NotFound notFound -> notFound.toFailure();
                            case BucketLookup.Known known -> get(request, known.record(), deadline);
                        },
                Failure.BucketReplaced.class::isInstance);
    }

    /** Reads in one life of the bucket. */
    private GetResult get(GetRequest request, BucketRecord bucket, Deadline deadline) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<GetResult> result = tryOnce(request, bucket, deadline);
            if (result.isPresent()) {
                return result.get();
            }
        }
        return new Failure.Unavailable("the object keeps being replaced");
    }

    /** Looks once; empty if the version is newer than what the bucket was asked for with. */
    private Optional<GetResult> tryOnce(
            GetRequest request, BucketRecord bucket, Deadline deadline) {
        String name = request.target().bucket();
        ObjectKey key = new ObjectKey(bucket.id(), request.target().key());
        Moment startedAt = cluster.surroundings().time().moment();
        try (SpeculativeRead guess = new SpeculativeRead()) {
            var result =
                    cluster.metadata()
                            .reader()
                            .readWith(
                                    key,
                                    ObjectKey.ofBucketRecord(name),
                                    hint -> guess(request, key, hint, guess),
                                    deadline);
            if (!(result instanceof VersionReader.Latest latest)) {
                return Optional.of(new Failure.Unavailable("no quorum answered"));
            }
            Optional<Failure> refused =
                    BucketScope.readFailure(
                            buckets.confirmRead(
                                    name, bucket, startedAt, latest.witness(), deadline));
            if (refused.isPresent()) {
                return Optional.of(refused.get());
            }
            Set<Mode> reportableModes =
                    buckets.reportableModes(name, bucket, latest.witness(), deadline);
            return found(new ReadContext(request, key, reportableModes, latest.row()), guess);
        }
    }

    /**
     * What is looked for.
     *
     * @param key the object's key in that life of the bucket
     * @param reportableModes of which modes the versions of the row are whose names may be told
     * @param row the latest of the object
     */
    private record ReadContext(
            GetRequest request, ObjectKey key, Set<Mode> reportableModes, Row row) {
        /** Returns what the client is told that a version is called. */
        Optional<VersionName> nameOf(Entry entry) {
            return VersionNames.of(reportableModes, row, entry);
        }
    }

    private Optional<GetResult> found(ReadContext context, SpeculativeRead speculative) {
        ResolvedVersion resolved = resolve(context);
        if (!VersionResolver.isInRow(context.row(), resolved)) {
            return Optional.empty();
        }
        GetResult result =
                switch (resolved) {
                    case ResolvedVersion.Gone(Optional<Entry> marker) ->
                            new GetResult.Absent(marker.flatMap(context::nameOf));
                    case ResolvedVersion.NoSuchVersion _ -> new GetResult.Absent(Optional.empty());
                    case ResolvedVersion.Marker _ -> new GetResult.Marker();
                    case ResolvedVersion.Undecided undecided ->
                            new Failure.Unavailable(undecided.detail());
                    case ResolvedVersion.Live live -> open(context, live, speculative);
                };
        return result instanceof Failure.DataLost lost
                ? checkDataLost(context, lost)
                : Optional.of(result);
    }

    private ResolvedVersion resolve(ReadContext context) {
        VersionName version = context.request().version();
        return version == null
                ? resolver.newest(context.key(), context.row())
                : resolver.named(context.key(), context.row(), version);
    }

    /** Its fragments may be gone because it was deleted since. Never anything older instead. */
    private Optional<GetResult> checkDataLost(ReadContext context, Failure.DataLost lost) {
        Optional<Row> now = cluster.versions().latest(context.key());
        if (now.isEmpty()) {
            return Optional.of(new Failure.Unavailable("no quorum answered"));
        }
        boolean unchanged =
                now.get().chosen() == context.row().chosen()
                        && now.get().generation() == context.row().generation();
        return unchanged ? Optional.of(reportDataLost(context.key(), lost)) : Optional.empty();
    }

    private Failure reportDataLost(ObjectKey key, Failure.DataLost lost) {
        cluster.versions().metrics().lost();
        LOG.atError().addKeyValue("row", key).log("data lost: {}", lost.detail());
        return lost;
    }

    private GetResult open(
            ReadContext context, ResolvedVersion.Live live, SpeculativeRead speculative) {
        // Before anything else is told of it.
        if (!context.request().admission().admits(live.manifest().acl())) {
            return new Failure.AccessDenied();
        }
        Account account = context.request().target().account();
        ObjectKey key = context.key();
        Optional<VersionName> name = context.nameOf(live.entry());
        boolean wantsBody = context.request().wantsBody();
        Optional<Encryption> encryption = live.manifest().encryption();
        DataReader.Source source =
                new DataReader.Source(
                        put(key, live.entry()),
                        new VersionKey(cluster.keys(), key, encryption, context.request().key()));
        Optional<ObjectKeys.Refused> refused =
                context.request().needsKey() ? source.key().refusal(wantsBody) : Optional.empty();
        if (refused.isPresent()) {
            return new Failure.KeyRefused(refused.get());
        }
        if (live.manifest().data() instanceof Manifest.Inline || !wantsBody) {
            speculative.close();
            return new GetResult.Found(stored(account, source, live, name, null));
        }
        // The first bytes have to be there before success is reported.
        RangeReader reader = speculative.take(live.entry());
        if (reader == null) {
            speculative.close();
            reader = data.open(account, source, live.manifest(), fullRange(live));
        } else {
            reader = DataReader.decrypted(reader, source, live.manifest().size());
        }
        try {
            reader.ready();
            return new GetResult.Found(stored(account, source, live, name, reader));
        } catch (ScarceMemoryException e) {
            reader.close();
            return new Failure.Busy(String.valueOf(e.getMessage()));
        } catch (TooFewFragmentsException e) {
            reader.close();
            Deadline deadline = cluster.after(cluster.settings().resolve());
            boolean gone = visibility.probe(reader.current(), deadline) == Visibility.INVISIBLE;
            String detail = "version " + live.entry().version() + ": " + e.getMessage();
            return gone ? new Failure.DataLost(detail) : new Failure.Unavailable(detail);
        } catch (IOException e) {
            reader.close();
            return new Failure.Unavailable("version " + live.entry().version() + ": " + e);
        } catch (RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    private StoredObject stored(
            Account account,
            DataReader.Source source,
            ResolvedVersion.Live live,
            Optional<VersionName> name,
            @Nullable RangeReader reader) {
        Manifest manifest = live.manifest();
        return new StoredObject(
                manifest,
                name,
                range -> data.open(account, source, manifest, range),
                () -> data.parts(account, source.put().key(), manifest),
                content -> source.key().decrypted(source.put(), content, manifest.size()),
                (client, length, bytes) -> delivery.send(client, account.name(), length, bytes),
                reader);
    }

    private static VersionFragments.PutRef put(ObjectKey key, Entry entry) {
        return new VersionFragments.PutRef(key, entry.value().id());
    }

    private static ByteRange fullRange(ResolvedVersion.Live live) {
        return ByteRange.of(0, live.manifest().size());
    }

    /** Begins to read what the first row that was seen shows as the newest version. */
    private void guess(
            GetRequest request, ObjectKey key, VersionReader.Hint hint, SpeculativeRead guess) {
        if (!request.wantsBody() || request.version() != null || guess.hasBegun()) {
            return;
        }
        if (cluster.settings().recordOrder() == RequestSettings.RecordOrder.SERIAL) {
            return;
        }
        Fold.newestHint(hint.row())
                .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                .filter(Entry::isVisible)
                .filter(entry -> !entry.isTruncated())
                .ifPresent(entry -> begin(request.target().account(), key, entry, guess));
    }

    private void begin(Account account, ObjectKey key, Entry entry, SpeculativeRead guess) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        if (manifest.data() instanceof Manifest.Fragmented fragmented) {
            guess.begin(
                    entry,
                    data.openSpeculatively(
                            account, put(key, entry), fragmented, manifest.storedSize()));
        }
    }
}
