package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.PartitionDateSource;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.s3.model.TargetObjectKeyFormat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Server access logs of buckets, delivered by the gateways of a cluster. */
class BucketLogsIT {
    private static final String LOGS = "logs";

    private static RunningCluster start(Path folder, String interval) {
        RunningCluster cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSettings(
                                        Map.of("giza.gateway.bucket-logs.interval", interval)));
        cluster.createBucket(LOGS);
        return cluster;
    }

    private static void log(S3Client s3, String bucket, TargetObjectKeyFormat format) {
        s3.putBucketLogging(
                r ->
                        r.bucket(bucket)
                                .bucketLoggingStatus(
                                        s ->
                                                s.loggingEnabled(
                                                        e ->
                                                                e.targetBucket(LOGS)
                                                                        .targetPrefix(bucket + "/")
                                                                        .targetObjectKeyFormat(
                                                                                format))));
    }

    private static List<String> keys(S3Client s3) {
        return s3.listObjectsV2(r -> r.bucket(LOGS)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    private static String content(S3Client s3, String key) {
        return s3.getObjectAsBytes(r -> r.bucket(LOGS).key(key)).asUtf8String();
    }

    @Test
    void recordsAreDeliveredInTheirTime(@TempDir Path folder) {
        try (RunningCluster cluster = start(folder, "1s")) {
            cluster.createBucket("simple");
            S3Client s3 = cluster.s3("dc2");
            log(s3, "simple", TargetObjectKeyFormat.builder().simplePrefix(p -> {}).build());
            s3.putObject(r -> r.bucket("simple").key("a"), RequestBody.fromString("12345"));

            await().until(() -> contents(cluster.s3("dc1")).contains("REST.PUT.OBJECT a "));

            assertThat(keys(s3))
                    .allMatch(key -> key.matches("simple/\\d{4}(-\\d\\d){5}-[0-9A-F]{16}"));
        }
    }

    @Test
    void aWholeClusterThatEndsDeliversWhatItHolds(@TempDir Path folder) {
        try (RunningCluster cluster = start(folder, "1h")) {
            cluster.createBucket("whole");
            S3Client s3 = cluster.s3("dc3");
            log(s3, "whole", TargetObjectKeyFormat.builder().simplePrefix(p -> {}).build());
            s3.putObject(r -> r.bucket("whole").key("a"), RequestBody.fromString("12345"));
        }
        try (RunningCluster cluster = start(folder, "1h")) {
            assertThat(contents(cluster.s3("dc1"))).contains("REST.PUT.OBJECT a ");
        }
    }

    private static String contents(S3Client s3) {
        StringBuilder all = new StringBuilder();
        keys(s3).forEach(key -> all.append(content(s3, key)));
        return all.toString();
    }

    @Test
    void aGatewayThatEndsDeliversWhatItHolds(@TempDir Path folder) {
        try (RunningCluster cluster = start(folder, "1h")) {
            cluster.createBucket("partitioned");
            S3Client s3 = cluster.s3("dc1");
            log(
                    s3,
                    "partitioned",
                    TargetObjectKeyFormat.builder()
                            .partitionedPrefix(
                                    p -> p.partitionDateSource(PartitionDateSource.EVENT_TIME))
                            .build());
            s3.putObject(r -> r.bucket("partitioned").key("a"), RequestBody.fromString("12345"));
            s3.getObjectAsBytes(r -> r.bucket("partitioned").key("a"));
            assertThat(keys(cluster.s3("dc2"))).isEmpty();

            cluster.whileDown(
                    "dc1",
                    () -> {
                        S3Client other = cluster.s3("dc2");
                        assertThat(keys(other))
                                .singleElement()
                                .asString()
                                .matches(
                                        "partitioned/default/us-east-1/partitioned"
                                                + "/\\d{4}/\\d\\d/\\d\\d/\\d{4}-\\d\\d-\\d\\d"
                                                + "-00-00-00-[0-9A-F]{16}");
                        assertThat(content(other, keys(other).getFirst()).lines())
                                .anyMatch(line -> line.contains(" REST.PUT.OBJECT a "))
                                .anyMatch(line -> line.contains(" REST.GET.OBJECT a "))
                                .allMatch(line -> line.contains(" partitioned ["));
                    });
        }
    }
}
