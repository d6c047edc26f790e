package io.giza.wire;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.notification.EventName;
import io.giza.notification.EventRecord;
import io.giza.notification.NotificationRule;
import io.giza.notification.NotificationRule.Kind;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** What buckets tell webhooks of, for golden files. */
final class EventSamples {
    static final EventRecord EVENT =
            new EventRecord(
                    new ObjectKey(
                            new BucketId(UUID.fromString("01020304-0506-8408-890a-0b0c0d0e0f10")),
                            "photos/a.jpg"),
                    3,
                    new OpId(UUID.fromString("11121314-1516-1718-191a-1b1c1d1e1f20")),
                    Set.of(EventName.DELETED, EventName.MARKED),
                    "shop",
                    "default",
                    "thumbnails",
                    new EventRecord.Requester("GIZA", "192.0.2.1", "0123456789ABCDEF"),
                    Instant.parse("2026-11-27T18:00:00.000000001Z"));

    static final List<NotificationRule> RULES =
            List.of(
                    new NotificationRule(
                            "thumbnails",
                            Kind.QUEUE,
                            "arn:giza:sqs::images:webhook",
                            "images",
                            List.of("s3:ObjectCreated:*", "s3:ObjectRemoved:Delete"),
                            "photos/",
                            ".jpg"),
                    new NotificationRule(
                            "rest",
                            Kind.TOPIC,
                            "arn:minio:sns::rest:webhook",
                            "rest",
                            List.of("s3:ObjectRemoved:DeleteMarkerCreated"),
                            "",
                            ""));

    private EventSamples() {}
}
