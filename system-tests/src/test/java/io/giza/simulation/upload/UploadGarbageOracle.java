package io.giza.simulation.upload;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.UploadRecordCodec;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.worker.GarbageWorker;
import io.giza.testkit.fake.InMemoryFragmentStore;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What is left of uploads once workers came to rest: what objects are made of, and no more. */
final class UploadGarbageOracle {
    private static final int ID = 32;

    private final SimulatedCluster cluster;
    private final BucketId bucket;
    private final Set<PutId> needed = new HashSet<>();
    private final Set<String> unfinished = new HashSet<>();

    UploadGarbageOracle(SimulatedCluster cluster, BucketId bucket) {
        this.cluster = cluster;
        this.bucket = bucket;
    }

    /** Sweeps until nothing is left to be done, and checks all that is there. */
    void settle(Gateway late, Map<String, Integer> ends) {
        new GarbageWorker(cluster, late, Duration.ofMinutes(1), ends).sweepUntilAllIsDone();
        for (ObjectKey key : new TreeSet<>(cluster.oracle().keys())) {
            if (key.bucket().equals(bucket) || key.bucket().equals(bucket.uploads())) {
                Row row = late.versions().latest(key).orElseThrow();
                noteNeeded(key, late.versions().withOlder(key, row).orElseThrow());
                cluster.names().forEach(dc -> checkStub(dc, key));
            }
        }
        for (InMemoryFragmentStore store : cluster.stores()) {
            for (FragmentId id : store.ids()) {
                check(
                        needed.contains(id.putId()) || isUnfinished(id.key()),
                        () ->
                                "left at "
                                        + store.dc()
                                        + ": "
                                        + id
                                        + " of "
                                        + late.versions().latest(id.key()));
            }
        }
    }

    private void checkStub(DcName dc, ObjectKey key) {
        Row row = cluster.stored(dc, key);
        check(!row.isEnded(), () -> "a row that is over is left at " + dc + ": " + row);
    }

    private boolean isUnfinished(ObjectKey key) {
        return key.bucket().isUploads() && unfinished.contains(key.name().substring(1, 1 + ID));
    }

    private void noteNeeded(ObjectKey key, Row row) {
        if (key.bucket().equals(bucket)) {
            Map<Long, Fold.VersionState> states = Fold.versionStates(row);
            row.log().stream()
                    .filter(entry -> isThere(states, entry))
                    .forEach(entry -> noteNeededData(entry.value()));
        } else if (key.holdsRecords()) {
            Optional<UploadRecord> record =
                    Fold.newestHint(row).map(entry -> UploadRecordCodec.decode(entry.value()));
            record.ifPresent(each -> noteNeeded(UploadRows.parse(key.name()).orElseThrow(), each));
        }
    }

    private static boolean isThere(Map<Long, Fold.VersionState> states, Entry entry) {
        Fold.VersionState state = states.get(entry.version());
        return entry.value().kind() == Value.Kind.PUT
                && (state instanceof Fold.Live || state instanceof Fold.Superseded);
    }

    private void noteNeededData(Value value) {
        needed.add(value.id());
        if (ManifestCodec.decode(value).data() instanceof Manifest.Parts parts) {
            parts.parts().forEach(part -> needed.add(part.id()));
        }
    }

    private void noteNeeded(UploadRows.UploadName upload, UploadRecord record) {
        switch (record.state()) {
            case UploadRecord.Open _, UploadRecord.Completing _ ->
                    unfinished.add(upload.id().toString());
            case UploadRecord.Completed _ -> {}
            case UploadRecord.Aborted _ ->
                    throw new AssertionError(
                            "the row of an upload that is over is left: " + upload);
        }
    }
}
