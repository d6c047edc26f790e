package io.giza.gc.event;

import io.giza.gc.event.EventEvidence.Happened;
import io.giza.model.Manifest;
import io.giza.notification.EventRecord;

import tools.jackson.databind.json.JsonMapper;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a webhook is told, in the form that S3 gives to events. */
final class EventMessage {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final String PRINCIPAL = "principalId";

    private EventMessage() {}

    /** Returns the message: JSON in UTF-8. */
    static byte[] of(EventRecord event, Happened what) {
        Map<String, Object> record = new LinkedHashMap<>();
        record.put("eventVersion", "2.1");
        record.put("eventSource", "giza:s3");
        record.put("awsRegion", "");
        record.put("eventTime", TIME.format(event.time()));
        record.put("eventName", what.name().text().substring("s3:".length()));
        record.put("userIdentity", Map.of(PRINCIPAL, event.requester().label()));
        record.put("requestParameters", Map.of("sourceIPAddress", event.requester().address()));
        record.put("responseElements", Map.of("x-amz-request-id", event.requester().request()));
        record.put("s3", s3(event, what));
        return JSON.writeValueAsBytes(Map.of("Records", List.of(record)));
    }

    private static Map<String, Object> s3(EventRecord event, Happened what) {
        Map<String, Object> bucket = new LinkedHashMap<>();
        bucket.put("name", event.bucket());
        bucket.put("ownerIdentity", Map.of(PRINCIPAL, event.owner()));
        bucket.put("arn", "arn:aws:s3:::" + event.bucket());
        Map<String, Object> s3 = new LinkedHashMap<>();
        s3.put("s3SchemaVersion", "1.0");
        s3.put("configurationId", event.configuration());
        s3.put("bucket", bucket);
        s3.put("object", object(event, what));
        return s3;
    }

    private static Map<String, Object> object(EventRecord event, Happened what) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("key", encoded(event.object().name()));
        what.manifest().ifPresent(manifest -> describe(manifest, object));
        what.id().ifPresent(id -> object.put("versionId", id.toString()));
        object.put("sequencer", sequencer(what));
        return object;
    }

    private static void describe(Manifest manifest, Map<String, Object> object) {
        object.put("size", manifest.size());
        object.put("eTag", manifest.etag());
    }

    /** As S3 does it: a form's encoding, in which slashes stand for themselves. */
    private static String encoded(String key) {
        return URLEncoder.encode(key, StandardCharsets.UTF_8).replace("%2F", "/");
    }

    /** The later of two events of a key has the greater text. */
    private static String sequencer(Happened what) {
        return String.format(Locale.ROOT, "%016X%016X", what.generation(), what.version());
    }
}
