package io.giza.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.version.UploadGarbage.ObjectState;
import io.giza.version.UploadGarbage.Verdict;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

class UploadGarbageTest {
    private static final PutId PART = new PutId(new UUID(1, 1));
    private static final PutId OTHER = new PutId(new UUID(1, 2));

    private static Verdict judge(UploadRecord.State state, ObjectState fate, PutId put) {
        Upload upload =
                new Upload(
                        Map.of(), Map.of(), Map.of(), Optional.empty(), "default", Instant.EPOCH);
        return UploadGarbage.judge(
                Optional.of(new UploadRecord(upload, state)), put, fate, PART::equals);
    }

    private static UploadRecord.State completing() {
        Value value =
                new Value(
                        1,
                        OTHER,
                        0,
                        new OpId(new UUID(2, 2)),
                        new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
        return new UploadRecord.Completing(value, 0, 0, UploadRecord.Condition.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void whatMayBeCompletedYetIsKeptWithAllOfItsParts(ObjectState fate) {
        assertThat(judge(new UploadRecord.Open(), fate, OTHER)).isEqualTo(Verdict.KEEP);
        assertThat(judge(completing(), fate, OTHER)).isEqualTo(Verdict.KEEP);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsAbortedIsGarbage(ObjectState fate) {
        assertThat(judge(new UploadRecord.Aborted(Instant.EPOCH), fate, PART))
                .isEqualTo(Verdict.DELETE);
    }

    @ParameterizedTest
    @CsvSource({
        "EXISTS, KEEP, DELETE",
        "GONE, DELETE, DELETE",
        "UNKNOWN, KEEP, KEEP",
    })
    void whatIsCompletedIsKeptWhereItsObjectIsMadeOfIt(
            ObjectState fate, Verdict part, Verdict other) {
        UploadRecord.State completed =
                new UploadRecord.Completed(
                        new VersionId(0, 1, OTHER),
                        Mode.UNVERSIONED,
                        new UploadRecord.Result("etag", Map.of()),
                        Instant.EPOCH);
        assertThat(judge(completed, fate, PART)).isEqualTo(part);
        assertThat(judge(completed, fate, OTHER)).isEqualTo(other);
    }

    @Test
    void aPartOfNoUploadIsGarbage() {
        assertThat(UploadGarbage.judge(Optional.empty(), PART, ObjectState.UNKNOWN, _ -> true))
                .isEqualTo(Verdict.DELETE);
    }
}
