package io.giza.simulation.gc;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FragmentName;
import io.giza.record.ManifestCodec;
import io.giza.recovery.audit.AuditReport;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.TextBody;
import io.giza.simulation.cluster.VoteOracle;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.stripe.read.ByteTarget;
import io.giza.testkit.fake.InMemoryFragmentStore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is expected of the rows and fragments of a bucket once workers came to rest: all that was
 * acknowledged, and exactly what that takes.
 */
public final class GarbageOracle {
    private final SimulatedCluster cluster;
    private final BucketId bucket;
    private final Map<String, byte[]> written = new HashMap<>();
    private final Map<ObjectKey, Set<OpId>> acknowledged = new HashMap<>();

    public GarbageOracle(SimulatedCluster cluster, BucketId bucket) {
        this.cluster = cluster;
        this.bucket = bucket;
    }

    BucketId bucket() {
        return bucket;
    }

    public void written(TextBody body) {
        written.put(body.etag(), body.bytes());
    }

    void acknowledged(ObjectKey key, OpId op) {
        acknowledged.computeIfAbsent(key, _ -> new HashSet<>()).add(op);
    }

    /** Sweeps until nothing is left to be done, and checks all that is there. */
    void settle(Gateway late, Map<String, Integer> ends) {
        sweepAndCheck(late, ends);
        for (ObjectKey key : keys()) {
            checkRead(late, key);
        }
    }

    /** Sweeps until nothing is left to be done, and checks that no more is there than needed. */
    public void sweepAndCheck(Gateway late, Map<String, Integer> ends) {
        GarbageWorker worker = new GarbageWorker(cluster, late, Duration.ofMinutes(1), ends);
        worker.sweepUntilAllIsDone();
        // A reader of an undecided version tells all rows, and waits for none.
        late.surroundings().time().sleep(Duration.ofMinutes(1));
        keys().forEach(this::checkReplicasAgree);
        Set<PutId> needed = new HashSet<>();
        for (ObjectKey key : keys()) {
            needed.addAll(checkRow(late, key));
        }
        for (InMemoryFragmentStore store : cluster.stores()) {
            for (FragmentId id : store.ids()) {
                check(needed.contains(id.putId()), "left at " + store.dc() + ": " + id);
            }
        }
        checkAudit(late);
    }

    /** The audit that operators have comes to the same account, by ways of its own. */
    private void checkAudit(Gateway late) {
        AuditReport report = AuditTest.audit(cluster, late);
        check(report.even(), () -> "the audit says otherwise: " + report);
        for (InMemoryFragmentStore store : cluster.stores()) {
            AuditReport.Store of =
                    Objects.requireNonNull(report.dataCenters().get(store.dc().value()));
            check(
                    of.lying().fragments() == store.ids().size()
                            && of.lying().equals(withUndecided(of)),
                    () -> "the audit counts otherwise: " + report);
        }
    }

    /**
     * An undecided version may be chosen by the very look at its row, and nobody settles it then.
     */
    private static AuditReport.Amount withUndecided(AuditReport.Store store) {
        AuditReport.Amount undecided =
                store.found().getOrDefault("undecided", new AuditReport.Amount(0, 0));
        return new AuditReport.Amount(
                store.expected().fragments() + undecided.fragments(),
                store.expected().bytes() + undecided.bytes());
    }

    private Set<ObjectKey> keys() {
        Set<ObjectKey> keys = new TreeSet<>(cluster.oracle().keys());
        keys.removeIf(key -> !key.bucket().equals(bucket));
        return keys;
    }

    /** Returns the puts whose fragments are needed; a row without any object is no more. */
    private Set<PutId> checkRow(Gateway late, ObjectKey key) {
        Row row = late.versions().latest(key).orElseThrow();
        Row whole = late.versions().withOlder(key, row).orElseThrow();
        Set<PutId> needed = new HashSet<>();
        boolean isShown = false;
        boolean isSucceeded = false;
        Map<Long, Fold.VersionState> states = Fold.versionStates(whole);
        for (Entry entry : whole.log().reversed()) {
            boolean isPut = entry.value().kind() == Kind.PUT;
            switch (states.getOrDefault(entry.version(), new Fold.NoVersion())) {
                case Fold.Live _ -> {
                    check(
                            !isPut || !entry.isVisible() || isWhole(key, entry),
                            "not whole: " + entry + " of " + whole);
                    isShown |= isPut || Mode.of(entry.value()) != Mode.HIDDEN_MARKER;
                    needed.addAll(puts(entry.value()));
                    isSucceeded |= isWhole(key, entry);
                }
                // Whatever took its place lacks a fragment, and is not relied on.
                case Fold.Superseded _ -> {
                    check(
                            !isPut || !isSucceeded,
                            "superseded and not collected: " + entry + " of " + whole);
                    needed.addAll(puts(entry.value()));
                    isSucceeded |= isWhole(key, entry);
                }
                case Fold.Deleted _ -> {
                    check(
                            !isPut || isDropped(key, entry),
                            "deleted and not dropped: " + entry + " of " + whole);
                    isSucceeded |=
                            Fold.deletionReason(whole, entry.version())
                                    .equals(Optional.of(DeletionReason.DELETED));
                }
                case Fold.NoVersion _, Fold.NeedsOlder _ -> {}
            }
        }
        if (!isShown) {
            for (DcName dc : cluster.names()) {
                check(
                        cluster.stored(dc, key).chosen() == 0,
                        "an empty row is left at " + dc + ": " + cluster.stored(dc, key));
            }
        }
        return needed;
    }

    private void checkReplicasAgree(ObjectKey key) {
        Row first = cluster.stored(cluster.names().getFirst(), key).orNextGeneration();
        for (DcName dc : cluster.names()) {
            Row row = cluster.stored(dc, key).orNextGeneration();
            check(
                    row.generation() == first.generation() && row.chosen() == first.chosen(),
                    "uneven at " + dc + ": " + row + " and " + first);
        }
    }

    /** Returns the puts that a version is made of. */
    private static Set<PutId> puts(Value value) {
        Set<PutId> puts = new HashSet<>(Set.of(value.id()));
        if (value.kind() == Kind.PUT
                && ManifestCodec.decode(value).data() instanceof Manifest.Parts parts) {
            parts.parts().forEach(part -> puts.add(part.id()));
        }
        return puts;
    }

    /** Some data center may hold it still in a part of its log that is not in its row. */
    private boolean isDropped(ObjectKey key, Entry entry) {
        return cluster.names().stream()
                .flatMap(dc -> cluster.stored(dc, key).entry(entry.version()).stream())
                .anyMatch(Entry::isTruncated);
    }

    private boolean isWhole(ObjectKey key, Entry entry) {
        if (entry.value().kind() == Kind.MARKER) {
            return true;
        }
        Manifest manifest = ManifestCodec.decode(entry.value());
        if (manifest.fragmented().isEmpty()) {
            return true;
        }
        int stored = 0;
        for (InMemoryFragmentStore store : cluster.stores()) {
            for (FragmentId id : store.ids()) {
                boolean isOf = id.putId().equals(entry.value().id()) && id.key().equals(key);
                stored += isOf && isWhole(store, id) ? 1 : 0;
            }
        }
        return stored == manifest.fragmented().get().coding().fragments();
    }

    private static boolean isWhole(InMemoryFragmentStore store, FragmentId id) {
        return store.examine(FragmentName.of(id).path()).finding() == Finding.WHOLE;
    }

    /** What is read was written, and is no older than what was acknowledged. */
    private void checkRead(Gateway late, ObjectKey key) {
        Target target =
                new Target(
                        cluster.account(),
                        "bucket",
                        key.name(),
                        OpId.random(late.surroundings().random()));
        GetResult result = late.objects().get(new GetRequest(target, true));
        List<Long> generations = cluster.oracle().generations(key);
        for (long ended : generations.subList(0, generations.size() - 1)) {
            List<VoteOracle.Chosen> log = cluster.oracle().chosen(key, ended);
            check(
                    hasNoObject(log, last(key, log)),
                    () -> "removed with what was acknowledged: " + key);
        }
        List<VoteOracle.Chosen> log = cluster.oracle().chosen(key, generations.getLast());
        int last = last(key, log);
        switch (result) {
            case GetResult.Found found -> {
                byte[] bytes = read(found);
                String etag = found.object().manifest().etag();
                check(Arrays.equals(bytes, written.get(etag)), "other bytes than " + etag);
                check(indexOf(log, etag) >= Math.max(0, last), () -> "deleted and read: " + key);
            }
            case GetResult.Absent _ ->
                    check(
                            hasNoObject(log, last),
                            () -> "what was acknowledged is not there: " + key);
            case GetResult.Marker _, Failure _ -> throw new AssertionError("no answer: " + result);
        }
    }

    /** Returns the index of the last record that certainly counts, -1 if none does. */
    private int last(ObjectKey key, List<VoteOracle.Chosen> log) {
        Set<OpId> ops = acknowledged.getOrDefault(key, Set.of());
        for (int i = log.size() - 1; i >= 0; i--) {
            Value value = log.get(i).value();
            if (value.kind() == Kind.MARKER
                    || (value.kind() == Kind.PUT && ops.contains(value.op()))) {
                return i;
            }
        }
        return -1;
    }

    private static boolean hasNoObject(List<VoteOracle.Chosen> log, int last) {
        return last < 0 || log.get(last).value().kind() == Kind.MARKER;
    }

    private static int indexOf(List<VoteOracle.Chosen> log, String etag) {
        for (int i = log.size() - 1; i >= 0; i--) {
            Value value = log.get(i).value();
            if (value.kind() == Kind.PUT && ManifestCodec.decode(value).etag().equals(etag)) {
                return i;
            }
        }
        return -1;
    }

    private static byte[] read(GetResult.Found found) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var object = found.object()) {
            object.writeTo(ByteTarget.of(bytes), 0, object.manifest().size());
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
