package io.giza.gateway.object;

import io.giza.commit.VersionReader;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.bucket.BucketLookup;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.object.ObjectInspection.FragmentFinding;
import io.giza.gateway.object.ObjectInspection.RowFinding;
import io.giza.gateway.object.ObjectInspection.Visibility;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.VersionFragments;
import io.giza.version.DeletionDraft;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells an operator how an object is kept: which version a read would be given, where each of its
 * fragments belongs, and which of them are there. It reads headers only and changes nothing but
 * what a read changes.
 */
public final class ObjectInspector {
    private final Cluster cluster;
    private final BucketDirectory buckets;
    private final VersionResolver resolver;
    private final FragmentProbe probe;

    public ObjectInspector(Cluster cluster, BucketDirectory buckets) {
        this.cluster = cluster;
        this.buckets = buckets;
        this.resolver = new VersionResolver(cluster);
        this.probe = new FragmentProbe(cluster.surroundings(), cluster.format());
    }

    /**
     * What is asked for.
     *
     * @param account whose bucket it is
     * @param version the version, or null for the newest
     */
    public record InspectionRequest(
            Account account, String bucket, String key, @Nullable VersionId version) {}

    /** What was found. */
    public sealed interface Finding {}

    /** The version, and how it is kept. */
    public record Found(ObjectInspection object) implements Finding {}

    /** The account has no such bucket. */
    public record NoSuchBucket() implements Finding {}

    /** There is no such object, or its newest version is a delete marker. */
    public record NoSuchKey() implements Finding {}

    /** The version that was named never was, or is deleted, or is a delete marker. */
    public record NoSuchVersion() implements Finding {}

    /** Too few data centers answered. */
    public record Unavailable(String detail) implements Finding {}

    /** Looks at a version. */
    public Finding inspect(InspectionRequest request) {
        Deadline deadline = cluster.after(cluster.settings().read());
        return switch (buckets.findConfirmed(request.account(), request.bucket(), deadline)) {
            case BucketLookup.Missing _, BucketLookup.Foreign _ -> new NoSuchBucket();
            case BucketLookup.Unreachable unreachable -> new Unavailable(unreachable.detail());
            case BucketLookup.Known known ->
                    inspect(request, new ObjectKey(known.record().id(), request.key()));
        };
    }

    private Finding inspect(InspectionRequest request, ObjectKey key) {
        var read = cluster.metadata().reader().read(key, cluster.after(cluster.settings().read()));
        return switch (read) {
            case VersionReader.Unavailable unavailable -> new Unavailable(unavailable.detail());
            case VersionReader.Latest latest -> {
                VersionId version = request.version();
                yield version == null
                        ? newest(key, latest.row())
                        : named(key, latest.row(), version);
            }
        };
    }

    private Finding newest(ObjectKey key, Row row) {
        return switch (resolver.newest(key, row)) {
            case ResolvedVersion.Live(Entry entry, Manifest manifest) ->
                    found(key, row, entry, manifest);
            case ResolvedVersion.Gone _ -> new NoSuchKey();
            // What keeps a read from its answer is just what is asked for here.
            case ResolvedVersion.Undecided(String detail, _) ->
                    Fold.newestHint(row)
                            .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                            .<Finding>map(entry -> found(key, row, entry, decode(entry)))
                            .orElseGet(() -> new Unavailable(detail));
        };
    }

    private Finding named(ObjectKey key, Row row, VersionId version) {
        return switch (DeletionDraft.versionState(cluster.versions(), key, row, version)) {
            case Fold.NoVersion _, Fold.Deleted _, Fold.Superseded _ -> new NoSuchVersion();
            case Fold.NeedsOlder _ -> new Unavailable("older versions cannot be read");
            case Fold.Live(Entry entry) ->
                    entry.value().kind() == Value.Kind.PUT
                            ? found(key, row, entry, decode(entry))
                            : new NoSuchVersion();
        };
    }

    private Found found(ObjectKey key, Row row, Entry entry, Manifest manifest) {
        Deadline deadline = cluster.after(cluster.settings().resolve());
        VersionId id = new VersionId(row.generation(), entry.version(), entry.value().id());
        List<FragmentState> states = List.of();
        List<DcName> placement = List.of();
        Optional<Manifest.Fragmented> data = manifest.fragmented();
        if (data.isPresent()) {
            VersionFragments target =
                    VersionFragments.of(key, id.putId(), manifest, cluster.fragments());
            states = probe.probe(target, _ -> false, deadline);
            placement = data.get().placement();
        }
        List<FragmentFinding> fragments = new ArrayList<>();
        for (int i = 0; i < states.size(); i++) {
            fragments.add(new FragmentFinding(i, placement.get(i), states.get(i)));
        }
        return new Found(
                new ObjectInspection(
                        id,
                        entry,
                        manifest,
                        visibility(entry, data, states),
                        fragments,
                        rows(key, id, deadline)));
    }

    private Visibility visibility(
            Entry entry, Optional<Manifest.Fragmented> data, List<FragmentState> states) {
        if (data.isEmpty() || entry.isVisible()) {
            return Visibility.VISIBLE;
        }
        return switch (cluster.versions().rules().judgeLate(data.get(), states)) {
            case VISIBLE -> Visibility.VISIBLE;
            case DECODABLE, UNCLEAR -> Visibility.UNRESOLVED;
            case INVISIBLE -> Visibility.INVISIBLE;
        };
    }

    private List<RowFinding> rows(ObjectKey key, VersionId version, Deadline deadline) {
        var group = cluster.metadata().group();
        Message message =
                new Message(key, new Request.Read(group.epoch(), version.version()), null);
        Map<DcName, Answer> answers =
                group.gather(group.names(), replica -> replica.send(message), deadline);
        return group.names().stream()
                .map(dc -> finding(dc, row(answers.get(dc)), version))
                .toList();
    }

    private static Optional<Row> row(@Nullable Answer answer) {
        return answer != null && answer.reply() instanceof Reply.Current(Row row)
                ? Optional.of(row)
                : Optional.empty();
    }

    private static RowFinding finding(DcName dc, Optional<Row> row, VersionId version) {
        return new RowFinding(
                dc,
                row.map(Row::chosen),
                row.filter(each -> each.generation() == version.generation())
                        .flatMap(each -> each.entry(version.version()))
                        .map(Entry::resolution));
    }

    private static Manifest decode(Entry entry) {
        return ManifestCodec.decode(entry.value());
    }
}
