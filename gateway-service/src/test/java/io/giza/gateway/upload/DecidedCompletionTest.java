package io.giza.gateway.upload;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Upload;
import io.giza.model.UploadRecord;
import io.giza.model.UploadRecord.Completed;
import io.giza.model.UploadRecord.Completing;
import io.giza.model.UploadRecord.Condition;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.paxos.Entry.Resolution;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.record.UploadRecordCodec;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;

class DecidedCompletionTest {
    private static final Condition ABSENT = new Condition(true, Optional.empty());
    private static final Upload UPLOAD =
            new Upload(Map.of(), Map.of(), Map.of(), Optional.empty(), "default", Instant.EPOCH);
    private static final Completed DONE =
            new Completed(
                    new VersionId(0, 1, new PutId(new UUID(1, 2))),
                    Mode.UNVERSIONED,
                    new UploadRecord.Result("etag-1", Map.of()),
                    Instant.EPOCH);

    private final Random random = new Random(1);

    @Test
    void theConditionIsInTheRowOfACompletedUpload() {
        Row row = row(completing(Condition.NONE), completing(ABSENT), Value.noOp(random, 0, 1));

        assertThat(DecidedCompletion.of(DONE, row))
                .isEqualTo(new DecidedCompletion("etag-1", Optional.of(ABSENT)));
    }

    @Test
    void theConditionMayBeInNoRowAnyMore() {
        assertThat(DecidedCompletion.of(DONE, row().append(record(DONE), Resolution.VISIBLE)))
                .isEqualTo(new DecidedCompletion("etag-1", Optional.empty()));
    }

    private static Row row(Value... values) {
        Row row = Row.ABSENT;
        for (Value value : values) {
            row = row.append(value, Resolution.VISIBLE);
        }
        return row;
    }

    private Value completing(Condition condition) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Inline(Bytes.EMPTY),
                        0,
                        "etag-1",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Instant.EPOCH);
        Value object =
                new Value(
                        ManifestCodec.NEWEST_FORMAT,
                        PutId.random(random),
                        0,
                        OpId.random(random),
                        new Command.Put(
                                Mode.UNVERSIONED,
                                new ManifestCodec(ManifestCodec.NEWEST_FORMAT).encode(manifest)));
        return record(new Completing(object, 0, 0, condition));
    }

    private Value record(UploadRecord.State state) {
        return UploadRecordCodec.value(
                PutId.random(random), 0, OpId.random(random), new UploadRecord(UPLOAD, state));
    }
}
