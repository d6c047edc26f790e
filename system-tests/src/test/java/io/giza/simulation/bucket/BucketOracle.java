package io.giza.simulation.bucket;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.record.BucketRecordCodec;
import io.giza.simulation.cluster.VoteOracle;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the chosen records of a bucket and its objects say about the answers that clients got. */
final class BucketOracle {
    private final VoteOracle oracle;
    private final ObjectKey row;

    BucketOracle(VoteOracle oracle, String bucket) {
        this.oracle = oracle;
        this.row = ObjectKey.ofBucketRecord(bucket);
    }

    /**
     * Every acknowledged put is in one life of the bucket, which did not end while it was there.
     */
    void checkNoneIsLost(Map<OpId, String> acknowledged) {
        acknowledged.forEach(
                (op, key) -> {
                    List<BucketId> holders =
                            bucketIds().stream()
                                    .filter(
                                            id ->
                                                    oracle.chosen(new ObjectKey(id, key), op)
                                                            .isPresent())
                                    .toList();
                    check(holders.size() == 1, "acknowledged but in " + holders + ": " + op);
                    check(
                            !isInEndedLife(new ObjectKey(holders.getFirst(), key), op),
                            "an acknowledged put is in a deleted bucket: " + key + ", " + op);
                });
    }

    /** Nothing that was read is in a life of the bucket that ended while it was there. */
    void checkNoneWasShown(Map<OpId, String> shown) {
        shown.forEach(
                (op, key) ->
                        check(
                                bucketIds().stream()
                                        .map(id -> new ObjectKey(id, key))
                                        .filter(each -> oracle.chosen(each, op).isPresent())
                                        .noneMatch(each -> isInEndedLife(each, op)),
                                "a put that was read is in a deleted bucket: " + key + ", " + op));
    }

    /** Who was told that there is no such bucket asked at a time, or waited for it, without one. */
    void checkWasAbsent(long askedAt, String what) {
        long answeredAt = oracle.now();
        long absentSince = 0;
        boolean isOpen = false;
        for (VoteOracle.Chosen chosen : oracle.chosen(row)) {
            if (chosen.value().kind() != Value.Kind.PUT) {
                continue;
            }
            boolean ends =
                    BucketRecordCodec.decode(chosen.value()).state() == BucketRecord.State.DELETED;
            if (ends && isOpen) {
                absentSince = chosen.moment();
            } else if (!ends && !isOpen && chosen.moment() >= askedAt) {
                return;
            }
            isOpen = !ends;
        }
        check(
                !isOpen && absentSince <= answeredAt,
                what + " is told that there is no bucket, which stood all the time");
    }

    /** Who was told of what is in the bucket asked while it stood, or before it did. */
    void checkWasOpen(long askedAt, String what) {
        boolean isOpen = false;
        long since = 0;
        for (VoteOracle.Chosen chosen : oracle.chosen(row)) {
            if (chosen.value().kind() == Value.Kind.PUT) {
                isOpen =
                        BucketRecordCodec.decode(chosen.value()).state()
                                != BucketRecord.State.DELETED;
                since = chosen.moment();
            }
        }
        check(
                isOpen || since >= askedAt,
                what + " is answered of a bucket that was not there all the time");
    }

    private boolean isInEndedLife(ObjectKey key, OpId op) {
        return states(key.bucket()).contains(BucketRecord.State.DELETED)
                && !wasDeletedBeforeBucket(key, op);
    }

    /** Tells whether the object of that put was deleted before its bucket was, if that was. */
    private boolean wasDeletedBeforeBucket(ObjectKey key, OpId op) {
        long put = oracle.chosen(key, op).orElseThrow().moment();
        long ended =
                oracle.chosen(row).stream()
                        .filter(each -> each.value().kind() == Value.Kind.PUT)
                        .filter(each -> isEndOf(key.bucket(), each.value()))
                        .mapToLong(VoteOracle.Chosen::moment)
                        .findFirst()
                        .orElse(Long.MAX_VALUE);
        return oracle.chosen(key).stream()
                .filter(each -> each.value().kind() == Value.Kind.MARKER)
                .anyMatch(each -> each.moment() > put && each.moment() < ended);
    }

    private static boolean isEndOf(BucketId bucket, Value value) {
        BucketRecord record = BucketRecordCodec.decode(value);
        return record.id().equals(bucket) && record.state() == BucketRecord.State.DELETED;
    }

    Set<BucketId> bucketIds() {
        Set<BucketId> lives = new HashSet<>();
        records().forEach(record -> lives.add(record.id()));
        return lives;
    }

    List<BucketRecord.State> states(BucketId id) {
        return records().stream()
                .filter(record -> record.id().equals(id))
                .map(BucketRecord::state)
                .toList();
    }

    private List<BucketRecord> records() {
        return oracle.chosen(row).stream()
                .map(VoteOracle.Chosen::value)
                .filter(value -> value.kind() == Value.Kind.PUT)
                .map(BucketRecordCodec::decode)
                .toList();
    }
}
