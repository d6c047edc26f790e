package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService;
import io.giza.model.BucketId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.HeldAttempts;
import io.giza.testkit.check.Linearizability;
import io.giza.testkit.check.Operation;
import io.giza.testkit.check.RegisterHistory;
import io.giza.testkit.check.RegisterHistory.Call;
import io.giza.testkit.check.Verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What all clients of a run share. */
public final class SharedObjects {
    public final Account account;
    public final BucketId bucket;
    public final Map<String, RegisterHistory> histories;
    public final ObjectOracle oracle;
    public final Map<String, Integer> ends;
    final Map<String, Body> bodies = new HashMap<>();

    /** Puts that were acknowledged with a version. */
    final List<Left> acknowledged = new ArrayList<>();

    /** Puts that succeeded without a version, since others wrote over them. */
    final List<Left> overwritten = new ArrayList<>();

    final HeldAttempts<ObjectService> held;

    /** The reads of their sources by copies, by the copy's text. */
    final Map<String, Call> copiesOf = new HashMap<>();

    /** An operation of a row. */
    record Left(ObjectKey key, OpId op) {}

    /** What was put: the text that tells it apart, and all of its bytes. */
    record Body(String text, byte[] bytes) {}

    public SharedObjects(
            Account account,
            BucketId bucket,
            Map<String, RegisterHistory> histories,
            ObjectOracle oracle,
            Map<String, Integer> ends) {
        this.account = account;
        this.bucket = bucket;
        this.histories = histories;
        this.oracle = oracle;
        this.ends = ends;
        this.held = new HeldAttempts<>(oracle.votes());
    }

    Body body(Manifest manifest) {
        Body body = bodies.get(manifest.etag());
        if (body == null) {
            throw new AssertionError("an object that nobody put: " + manifest);
        }
        check(body.bytes().length == manifest.size(), "wrong size: " + manifest);
        return body;
    }

    /**
     * Returns the text of what was put with that manifest. Who finds a copy knows what its source
     * was at some time since the copy was asked for.
     */
    public String text(Manifest manifest) {
        String text = body(manifest).text();
        String copy = manifest.userMetadata().get(CopyClient.TEXT);
        if (copy == null) {
            return text;
        }
        check(
                text.equals(manifest.userMetadata().get(CopyClient.ORIGIN)),
                "a copy of other bytes than it says: " + manifest);
        Objects.requireNonNull(copiesOf.get(copy))
                .found(
                        Objects.requireNonNull(manifest.userMetadata().get(CopyClient.SOURCE)),
                        Operation.UNKNOWN_VERSION);
        return copy;
    }

    /**
     * Checks that all histories are linearizable, and that no put is appended later that succeeded
     * without a version.
     */
    public void judge() {
        histories.forEach(this::judge);
        overwritten.forEach(
                left ->
                        check(
                                !oracle.isChosen(left.key(), left.op()),
                                "chosen after it was left out: " + left));
    }

    private void judge(String key, RegisterHistory history) {
        if (Linearizability.check(history.operations()) instanceof Verdict.Violation violation) {
            throw new AssertionError(
                    violation.explanation()
                            + System.lineSeparator()
                            + oracle.describe(new ObjectKey(bucket, key)));
        }
    }

    /**
     * I6: checks that each acknowledged put decodes at last.
     *
     * @param atLast knows what the stores hold at last
     */
    public void checkKept(ObjectOracle atLast) {
        acknowledged.forEach(put -> atLast.checkKept(put.key(), put.op()));
    }

    RegisterHistory history(String key) {
        return Objects.requireNonNull(histories.get(key));
    }

    public void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
