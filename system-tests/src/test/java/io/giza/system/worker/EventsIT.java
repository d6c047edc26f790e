package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.ProcessCluster;
import io.giza.system.cluster.PutStream;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.Event;
import software.amazon.awssdk.services.s3.model.FilterRule;
import software.amazon.awssdk.services.s3.model.QueueConfiguration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A webhook is told of what was acknowledged, though it was down and the gateway died since. */
class EventsIT {
    private static final String BUCKET = "told";
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ENOUGH_PUTS = 30;

    @Test
    void allThatWasAcknowledgedIsTold(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "a secret of this test\n");
        try (TestWebhook webhook = new TestWebhook("a secret of this test");
                ProcessCluster cluster =
                        ProcessCluster.startWithWorker(
                                folder,
                                Map.of(
                                        "giza.notifications.webhooks.hook.url",
                                        webhook.url(),
                                        "giza.notifications.webhooks.hook.secret-file",
                                        secret.toString(),
                                        "giza.gc.lease-term",
                                        "10s"))) {
            S3Client s3 = cluster.client("dc2");
            s3.createBucket(r -> r.bucket(BUCKET));
            configure(s3);

            eachKindIsTold(s3, webhook);

            webhook.takeDown();
            PutStream stream =
                    new PutStream(Gateways.clientWithoutRetries(cluster.s3("dc1")), BUCKET, 0);
            putUntilKilled(cluster, stream);
            assertThat(stream.acknowledged()).hasSizeGreaterThanOrEqualTo(ENOUGH_PUTS);
            webhook.bringUp();

            List<String> created =
                    stream.acknowledged().stream()
                            .map(TestObject::key)
                            .map(key -> "ObjectCreated:Put " + key)
                            .toList();
            await().atMost(PATIENCE).until(() -> webhook.told().containsAll(created));
            assertThat(webhook.told()).noneMatch(each -> each.contains("outside"));
        }
    }

    private static void configure(S3Client s3) {
        FilterRule prefix = FilterRule.builder().name("prefix").value("new/").build();
        QueueConfiguration all =
                QueueConfiguration.builder()
                        .queueArn("arn:giza:sqs::hook:webhook")
                        .events(Event.S3_OBJECT_CREATED, Event.S3_OBJECT_REMOVED)
                        .filter(filter -> filter.key(key -> key.filterRules(List.of(prefix))))
                        .build();
        s3.putBucketNotificationConfiguration(
                r ->
                        r.bucket(BUCKET)
                                .notificationConfiguration(
                                        c -> c.queueConfigurations(List.of(all))));
    }

    private static void eachKindIsTold(S3Client s3, TestWebhook webhook) {
        RequestBody body = RequestBody.fromString("content");
        s3.putObject(r -> r.bucket(BUCKET).key("outside"), body);
        s3.putObject(r -> r.bucket(BUCKET).key("new/put"), body);
        s3.copyObject(
                r ->
                        r.sourceBucket(BUCKET)
                                .sourceKey("new/put")
                                .destinationBucket(BUCKET)
                                .destinationKey("new/copy"));
        String id = s3.createMultipartUpload(r -> r.bucket(BUCKET).key("new/parts")).uploadId();
        String etag =
                s3.uploadPart(
                                r -> r.bucket(BUCKET).key("new/parts").uploadId(id).partNumber(1),
                                body)
                        .eTag();
        CompletedPart part = CompletedPart.builder().partNumber(1).eTag(etag).build();
        s3.completeMultipartUpload(
                r ->
                        r.bucket(BUCKET)
                                .key("new/parts")
                                .uploadId(id)
                                .multipartUpload(u -> u.parts(part)));
        s3.deleteObject(r -> r.bucket(BUCKET).key("new/put"));
        await().atMost(PATIENCE)
                .until(
                        () ->
                                webhook.told()
                                        .containsAll(
                                                List.of(
                                                        "ObjectCreated:Put new/put",
                                                        "ObjectCreated:Copy new/copy",
                                                        "ObjectCreated:CompleteMultipartUpload"
                                                                + " new/parts",
                                                        "ObjectRemoved:Delete new/put")));
    }

    private static void putUntilKilled(ProcessCluster cluster, PutStream stream) throws Exception {
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> running = pool.submit(stream);
            await().atMost(PATIENCE)
                    .failFast("the stream ended", running::isDone)
                    .until(() -> stream.acknowledged().size() >= ENOUGH_PUTS);
            cluster.kill("dc1");
            running.get();
        }
    }
}
