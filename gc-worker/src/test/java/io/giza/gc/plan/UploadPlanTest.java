package io.giza.gc.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gc.plan.UploadPlan.View;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.model.Value.Kind;
import io.giza.model.VersionId;
import io.giza.paxos.Row;
import io.giza.version.PoisonAge;
import io.giza.version.UploadGarbage.ObjectState;
import io.giza.version.VersionRules;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/** What is to be done about an upload, by what it became. */
class UploadPlanTest {
    private static final Instant NOW = Instant.parse("2026-06-10T00:00:00Z");
    private static final Instant LONG_AGO = NOW.minus(PoisonAge.MIN_AGE).minusSeconds(1);

    private final Random random = new Random(1);
    private final BucketId bucket = BucketId.random(random, 1);
    private final UploadId upload = UploadId.create(LONG_AGO, random);
    private final ObjectKey part = UploadRows.part(bucket, upload, 1);
    private final Value first = put();
    private final Value second = put();
    private final Row row = Row.ABSENT.append(first).append(second);

    @Test
    void ofAnUploadThatIsNotOverNothingGoes() {
        assertThat(plan(new UploadRecord.Open(), ObjectState.UNKNOWN, row).hasWork()).isFalse();
    }

    @Test
    void ofOneThatWasAbortedEveryPutGoesAndThenItsRow() {
        UploadRecord.State aborted = new UploadRecord.Aborted(LONG_AGO);

        assertThat(plan(aborted, ObjectState.UNKNOWN, row).deletions())
                .extracting(each -> each.version().putId())
                .containsExactly(first.id(), second.id());
        assertThat(plan(aborted, ObjectState.UNKNOWN, row).isRowRemovable()).isFalse();
        assertThat(plan(aborted, ObjectState.UNKNOWN, Row.ABSENT).isRowRemovable()).isTrue();
    }

    @Test
    void theRowStaysAsLongAsPartsMayBeUnderWay() {
        Instant lately = NOW.minus(Duration.ofHours(1));

        assertThat(
                        plan(new UploadRecord.Aborted(lately), ObjectState.UNKNOWN, Row.ABSENT)
                                .hasWork())
                .isFalse();
    }

    @Test
    void whatAnObjectIsMadeOfStaysAsLongAsItStands() {
        assertThat(plan(completed(), ObjectState.EXISTS, row).deletions())
                .extracting(each -> each.version().putId())
                .containsExactly(first.id());
        assertThat(plan(completed(), ObjectState.EXISTS, Row.ABSENT).isRowRemovable()).isFalse();
        assertThat(plan(completed(), ObjectState.UNKNOWN, row).hasWork()).isFalse();
        assertThat(plan(completed(), ObjectState.GONE, row).deletions()).hasSize(2);
        assertThat(plan(completed(), ObjectState.GONE, Row.ABSENT).isRowRemovable()).isTrue();
    }

    @Test
    void whatIsDeletedAlreadyIsNotDeletedAgain() {
        Row deleted = row.append(deletion(1)).append(deletion(2));

        UploadPlan plan = plan(new UploadRecord.Aborted(LONG_AGO), ObjectState.UNKNOWN, deleted);

        assertThat(plan.hasWork()).isFalse();
    }

    private UploadPlan plan(UploadRecord.State state, ObjectState fate, Row parts) {
        Upload begun =
                new Upload(
                        Map.of(), Map.of(), Map.of(), Optional.empty(), "default", Instant.EPOCH);
        View view =
                new View(
                        new UploadRecord(begun, state),
                        fate,
                        second.id()::equals,
                        new TreeMap<>(Map.of(part, parts)));
        return UploadPlan.of(view, NOW, VersionRules.PROTOCOL);
    }

    private UploadRecord.State completed() {
        return new UploadRecord.Completed(
                new VersionId(0, 1, second.id()),
                Mode.UNVERSIONED,
                new UploadRecord.Result("etag", Map.of()),
                LONG_AGO);
    }

    private Value put() {
        return value(Kind.PUT, 0, Bytes.copyOf(new byte[] {1}));
    }

    private Value deletion(long version) {
        return value(Kind.DELETE_VERSIONS, version, DeletionReason.DELETED.body(LONG_AGO));
    }

    private Value value(Kind kind, long argument, Bytes body) {
        return new Value(
                1, PutId.random(random), 0, OpId.random(random), Command.of(kind, argument, body));
    }
}
