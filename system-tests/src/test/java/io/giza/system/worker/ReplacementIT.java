package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.config.RefusedException;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A data center that has lost everything is replaced by an empty one, which is filled. */
class ReplacementIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BUCKET = "bucket";
    private static final int SIZE = 100_000;
    private static final int OBJECTS = 40;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir Path home;
    private RunningCluster cluster;

    @BeforeEach
    void start() {
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(home)
                                .withSetting("giza.recovery.share", "1")
                                .withSetting("giza.recovery.watch", "100ms")
                                .withSetting("giza.recovery.lease-term", "4s")
                                .withSetting("giza.gc.interval", "1s")
                                .withSetting("giza.gc.share", "1")
                                .withSetting("giza.gc.lease-term", "4s"));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    @Test
    void anEmptyDataCenterIsGivenAllThatTheLostOneHad() {
        cluster.s3("dc1").createBucket(r -> r.bucket(BUCKET));
        for (int i = 0; i < OBJECTS; i++) {
            put("kept-" + i, "before");
            put("deleted-" + i, "before");
            put("overwritten-" + i, "before");
        }
        cluster.wipe("dc2");
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> cluster.start("dc2"))
                .withMessageContaining("dc replace dc2");
        for (int i = 0; i < OBJECTS; i++) {
            String key = "deleted-" + i;
            cluster.s3("dc1").deleteObject(r -> r.bucket(BUCKET).key(key));
            put("overwritten-" + i, "meanwhile");
        }
        cluster.replace("dc2");
        for (int i = 0; i < OBJECTS; i++) {
            put("new-" + i, "after");
        }
        await(() -> isFilled("dc2"));
        await(() -> fragments().versions("dc1").size() == 3 * OBJECTS && isEven());

        // What dc2 was given is needed now, and what it votes counts.
        cluster.whileDown(
                "dc1",
                () -> {
                    for (int i = 0; i < OBJECTS; i++) {
                        assertThat(read("kept-" + i)).isEqualTo(content("before"));
                        assertThat(read("overwritten-" + i)).isEqualTo(content("meanwhile"));
                        assertThat(read("new-" + i)).isEqualTo(content("after"));
                        String key = "deleted-" + i;
                        assertThatExceptionOfType(NoSuchKeyException.class)
                                .isThrownBy(() -> read(key));
                    }
                    cluster.s3("dc3")
                            .putObject(
                                    r -> r.bucket(BUCKET).key("last"),
                                    RequestBody.fromBytes(content("last")));
                });
        assertThat(read("last")).isEqualTo(content("last"));
    }

    @Test
    void aLostFolderIsNoticedAndTheTopologyOutlivesTheCluster() {
        cluster.s3("dc1").createBucket(r -> r.bucket(BUCKET));
        put("k", "before");
        cluster.whileStopped(() -> DiskFragments.delete(home.resolve("dc3")));
        assertThat(cluster.status("dc3").lost()).isTrue();
        assertThat(cluster.status("dc3").running()).isFalse();
        assertThat(read("dc2", "k")).isEqualTo(content("before"));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> cluster.wipe("dc1"))
                .withMessageContaining("dc3 has lost what it stored too");

        URI before = cluster.status("dc3").s3();
        cluster.replaceElsewhere("dc3");
        URI elsewhere = cluster.status("dc3").s3();
        assertThat(elsewhere.getPort()).isEqualTo(before.getPort() + 10);
        cluster.restart();
        assertThat(cluster.status("dc3").s3()).isEqualTo(elsewhere);
        await(() -> isFilled("dc3"));
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> cluster.replace("dc3"))
                .withMessageContaining("dc wipe dc3 --yes");
        cluster.wipe("dc1");
        assertThat(read("dc2", "k")).isEqualTo(content("before"));
        cluster.replace("dc1");
        await(() -> isFilled("dc1"));
        await(this::isEven);
    }

    private void put(String key, String content) {
        cluster.s3(Math.floorMod(key.hashCode(), 2) == 0 ? "dc1" : "dc3")
                .putObject(r -> r.bucket(BUCKET).key(key), RequestBody.fromBytes(content(content)));
    }

    private byte[] read(String key) {
        return read("dc3", key);
    }

    private byte[] read(String dc, String key) {
        return cluster.s3(dc).getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArray();
    }

    private static byte[] content(String content) {
        return new TestObject(content, SIZE).content();
    }

    private DiskFragments fragments() {
        return new DiskFragments(home);
    }

    private boolean isEven() {
        Set<String> versions = fragments().versions("dc1");
        return cluster.names().stream().allMatch(dc -> fragments().versions(dc).equals(versions));
    }

    /** Asked of another data center, which goes by what the stores themselves say. */
    private boolean isFilled(String dc) {
        for (JsonNode each :
                JSON.readTree(cluster.ask(other(dc), "GET", RecoveryRequests.MEMBERS))) {
            if (each.path("dc").asString("").equals(dc)) {
                return each.path("table").asString("").equals("active")
                        && each.path("fragments").asString("").equals("active");
            }
        }
        return false;
    }

    private String other(String dc) {
        return cluster.namesWithout(dc).getFirst();
    }

    private void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail(
                        cluster.ask("dc2", "GET", RecoveryRequests.STATUS)
                                + cluster.ask("dc2", "GET", RecoveryRequests.MEMBERS)
                                + fragments().all());
            }
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
        }
    }
}
