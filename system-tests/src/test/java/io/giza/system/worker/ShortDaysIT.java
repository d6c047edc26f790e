package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ExpirationStatus;
import software.amazon.awssdk.services.s3.model.LifecycleRule;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Lifecycles whose days a test has shortened. */
class ShortDaysIT {
    @Test
    void whatExpiresAfterADayIsGoneInSeconds(@TempDir Path folder) {
        StandaloneOptions options =
                StandaloneOptions.in(folder)
                        .withSetting("giza.gc.lifecycle.day", "2s")
                        .withSetting("giza.gc.lifecycle.interval", "1s")
                        .withSetting("giza.gc.share", "1");
        try (RunningCluster cluster = RunningCluster.start(options)) {
            S3Client s3 = cluster.s3("dc1");
            cluster.createBucket("short");
            s3.putObject(r -> r.bucket("short").key("old/1"), RequestBody.fromString("x"));
            s3.putObject(r -> r.bucket("short").key("new/1"), RequestBody.fromString("x"));
            LifecycleRule soon = rule("soon", "old/", 1);
            LifecycleRule later = rule("later", "new/", 1_000_000);
            s3.putBucketLifecycleConfiguration(
                    r -> r.bucket("short").lifecycleConfiguration(c -> c.rules(soon, later)));

            await().atMost(Duration.ofMinutes(2)).until(() -> keys(s3).size() == 1);

            assertThat(keys(s3)).containsExactly("new/1");
        }
    }

    private static LifecycleRule rule(String id, String prefix, int days) {
        return LifecycleRule.builder()
                .id(id)
                .status(ExpirationStatus.ENABLED)
                .filter(f -> f.prefix(prefix))
                .expiration(e -> e.days(days))
                .build();
    }

    private static List<String> keys(S3Client s3) {
        return s3.listObjectsV2(r -> r.bucket("short")).contents().stream()
                .map(S3Object::key)
                .toList();
    }
}
