package io.giza.gateway.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.commit.CommitResult;
import io.giza.commit.turn.Passage;
import io.giza.concurrent.Deadline;
import io.giza.gateway.bucket.BucketDirectory.ScopeState;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.RunningReplicatedGateway;
import io.giza.gateway.scope.PutScope;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.paxos.Row;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

/** A put of one object that waits for its turn, while another is put there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OverwrittenPutTest {
    private static final ObjectKey KEY = new ObjectKey(new BucketId(new UUID(0, 1)), "key");
    private static final Map<DcName, Row> WITNESSES = Map.of(new DcName("dc2"), Row.ABSENT);

    private final Random random = new Random(1);
    private RunningReplicatedGateway gateway;
    private Cluster cluster;
    private RecordCommit commit;

    @BeforeAll
    void start() {
        gateway = new RunningReplicatedGateway(1);
        cluster = gateway.cluster();
        commit = new RecordCommit(cluster, new VersionResolver(cluster));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    /** A bucket that has a state for those who bring what was read with the other put. */
    private record Bucket(ScopeState state, Versioning versioning, boolean holdsObjects)
            implements PutScope {
        @Override
        public ObjectKey witness() {
            return ObjectKey.ofBucketRecord("bucket");
        }

        @Override
        public ScopeState confirm(Map<DcName, Row> witnesses) {
            assertThat(witnesses).isEqualTo(WITNESSES);
            return state;
        }

        @Override
        public VersioningDecision versioningDecision(Deadline deadline) {
            return new KnownVersioning(versioning, Optional.empty());
        }

        @Override
        public Failure goneFailure() {
            return new Failure.NoSuchBucket(false);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "OPEN, Stored",
        "GONE, NoSuchBucket",
        "REPLACED, OutcomeUnknown",
        "UNKNOWN, OutcomeUnknown"
    })
    void isAcknowledgedOnlyIfItsBucketStoodAfterTheOtherPut(ScopeState state, String end) {
        PutAttempt attempt =
                attempt(
                        new Bucket(state, Versioning.UNVERSIONED, true),
                        new WriteCondition.None(),
                        false);
        Manifest manifest = manifest(attempt);
        ConditionalDraft draft = commit.draft(attempt, manifest);
        assertThat(draft.isOvertaken(passage(Mode.BLIND, Optional.of(Row.ABSENT)))).isTrue();

        PutResult result =
                commit.notCommitted(attempt, manifest, draft, new CommitResult.Withdrawn());

        assertThat(result.getClass().getSimpleName()).isEqualTo(end);
    }

    @ParameterizedTest
    @CsvSource({
        "a retry, UNVERSIONED, true, None, true",
        "with a condition, UNVERSIONED, true, Absent, false",
        "a version of its own, ENABLED, true, None, false",
        "a part, UNVERSIONED, false, None, false"
    })
    void othersAreNotLeftOut(
            String which,
            Versioning versioning,
            boolean isObject,
            String condition,
            boolean retry) {
        WriteCondition met =
                condition.equals("None") ? new WriteCondition.None() : new WriteCondition.Absent();
        Bucket bucket = new Bucket(ScopeState.OPEN, versioning, isObject);
        PutAttempt attempt = attempt(bucket, met, retry);
        ConditionalDraft draft = commit.draft(attempt, manifest(attempt));

        assertThat(draft.isOvertaken(passage(Mode.BLIND, Optional.of(Row.ABSENT))))
                .as(which)
                .isFalse();
    }

    @Test
    void isNotLeftOutForWhatMayHaveBeenThereBefore() {
        Passage later = passage(Mode.BLIND, Optional.of(Row.ABSENT));

        assertThat(draft().isOvertaken(later)).isTrue();
        assertThat(draft().isOvertaken(passage(Mode.BLIND, Optional.empty()))).isFalse();
        assertThat(draft().isOvertaken(passage(Mode.BLIND, Optional.of(later.row())))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"UNVERSIONED", "VERSIONED"})
    void isNotLeftOutForWhatIsNotBlind(Mode mode) {
        assertThat(draft().isOvertaken(passage(mode, Optional.of(Row.ABSENT)))).isFalse();
    }

    private ConditionalDraft draft() {
        Bucket bucket = new Bucket(ScopeState.OPEN, Versioning.UNVERSIONED, true);
        PutAttempt attempt = attempt(bucket, new WriteCondition.None(), false);
        return commit.draft(attempt, manifest(attempt));
    }

    private PutAttempt attempt(PutScope scope, WriteCondition condition, boolean mayBeRetry) {
        ClientOperation operation = new ClientOperation(OpId.random(random), mayBeRetry);
        Target target = new Target(RunningGateway.account(), "bucket", KEY.name(), operation);
        return new PutAttempt(
                new PutRequest(target, condition, Map.of(), Map.of()),
                scope,
                KEY,
                PutId.random(random),
                Row.ABSENT,
                Optional.empty());
    }

    private static Manifest manifest(PutAttempt attempt) {
        return attempt.manifest(
                new Manifest.Inline(Bytes.EMPTY),
                0,
                new ObjectBody.Digests("d41d8cd98f00b204e9800998ecf8427e", Map.of()),
                Instant.EPOCH);
    }

    /** What was seen of a row to which another put was appended. */
    private Passage passage(Mode mode, Optional<Row> before) {
        Bucket bucket = new Bucket(ScopeState.OPEN, Versioning.UNVERSIONED, true);
        Manifest manifest = manifest(attempt(bucket, new WriteCondition.None(), false));
        var other =
                cluster.record(
                        PutId.random(random), Row.ABSENT, mode, OpId.random(random), manifest);
        return new Passage(Row.ABSENT.append(other), before, WITNESSES);
    }
}
