package io.giza.gc.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gc.event.EventEvidence.Happened;
import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.VersionId;
import io.giza.notification.EventName;
import io.giza.notification.EventRecord;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

class EventMessageTest {
    private static final Random RANDOM = new Random(7);

    private static EventRecord event(String key) {
        return new EventRecord(
                new ObjectKey(BucketId.random(RANDOM, 1), key),
                0,
                OpId.random(RANDOM),
                Set.of(EventName.DELETED),
                "photos",
                "default",
                "thumbnails",
                new EventRecord.Requester("GIZA", "192.0.2.1", "0123456789ABCDEF"),
                Instant.parse("2026-01-02T03:04:05.678901Z"));
    }

    private static JsonNode message(EventRecord event, Happened what) {
        return JsonMapper.builder()
                .build()
                .readTree(EventMessage.of(event, what))
                .path("Records")
                .path(0);
    }

    private static Happened deleted(long generation, long version, Optional<VersionId> id) {
        return new Happened(EventName.DELETED, generation, version, id, Optional.empty());
    }

    @Test
    void theMessageIsThatOfS3() {
        VersionId id = new VersionId(2, 3, PutId.random(RANDOM));
        JsonNode record = message(event("a"), deleted(2, 10, Optional.of(id)));
        assertThat(record.path("eventVersion").asString()).isEqualTo("2.1");
        assertThat(record.path("eventName").asString()).isEqualTo("ObjectRemoved:Delete");
        assertThat(record.path("eventTime").asString()).isEqualTo("2026-01-02T03:04:05.678Z");
        assertThat(record.path("userIdentity").path("principalId").asString()).isEqualTo("GIZA");
        assertThat(record.path("requestParameters").path("sourceIPAddress").asString())
                .isEqualTo("192.0.2.1");
        assertThat(record.path("responseElements").path("x-amz-request-id").asString())
                .isEqualTo("0123456789ABCDEF");
        JsonNode s3 = record.path("s3");
        assertThat(s3.path("configurationId").asString()).isEqualTo("thumbnails");
        assertThat(s3.path("bucket").path("name").asString()).isEqualTo("photos");
        assertThat(s3.path("bucket").path("arn").asString()).isEqualTo("arn:aws:s3:::photos");
        JsonNode object = s3.path("object");
        assertThat(object.path("versionId").asString()).isEqualTo(id.toString());
        assertThat(object.path("sequencer").asString())
                .isEqualTo("0000000000000002000000000000000A");
        assertThat(object.has("size")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"red flower.jpg, red+flower.jpg", "a/b+c, a/b%2Bc", "ü/%, %C3%BC/%25"})
    void keysAreEncodedAsInForms(String key, String encoded) {
        assertThat(
                        message(event(key), deleted(0, 1, Optional.empty()))
                                .path("s3")
                                .path("object")
                                .path("key")
                                .asString())
                .isEqualTo(encoded);
    }
}
