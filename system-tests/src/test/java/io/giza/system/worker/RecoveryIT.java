package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.giza.recovery.RecoveryRequests;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/** What a data center missed, lost or spoiled comes back, byte for byte, and nothing else does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecoveryIT {
    private static final int SIZE = 300_000;
    private static final int OBJECTS = 30;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RunningCluster cluster;
    private Path home;

    @BeforeAll
    void start(@TempDir Path folder) {
        home = folder;
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSetting("giza.recovery.share", "1")
                                .withSetting("giza.recovery.watch", "200ms")
                                .withSetting("giza.recovery.lease-term", "4s")
                                .withSetting("giza.gc.interval", "1s")
                                .withSetting("giza.gc.share", "1")
                                .withSetting("giza.gc.lease-term", "4s"));
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Test
    void aDataCenterThatWasAwayCatchesUp() {
        String bucket = "away";
        int expected = fragments().of("dc1").size() + 2 * OBJECTS;
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        for (int i = 0; i < OBJECTS; i++) {
            put(bucket, "deleted-" + i, "before");
            put(bucket, "overwritten-" + i, "before");
        }
        cluster.whileDown(
                "dc3",
                () -> {
                    for (int i = 0; i < OBJECTS; i++) {
                        String key = "deleted-" + i;
                        cluster.s3("dc1").deleteObject(r -> r.bucket(bucket).key(key));
                        put(bucket, "overwritten-" + i, "after");
                        put(bucket, "new-" + i, "after");
                    }
                });
        // What is live never leaves dc1, so as many as are live are exactly those.
        await(
                () -> {
                    Set<String> live = fragments().versions("dc1");
                    return live.size() == expected
                            && cluster.names().stream()
                                    .allMatch(dc -> fragments().versions(dc).equals(live));
                });
        // What dc3 has is needed now.
        cluster.whileDown(
                "dc1",
                () -> {
                    for (int i = 0; i < OBJECTS; i++) {
                        assertThat(read(bucket, "overwritten-" + i)).isEqualTo(content("after"));
                        assertThat(read(bucket, "new-" + i)).isEqualTo(content("after"));
                    }
                });
    }

    @Test
    void whatIsDamagedOrMissingIsMadeAnew() {
        String bucket = "damaged";
        cluster.s3(0).createBucket(r -> r.bucket(bucket));
        for (int i = 0; i < OBJECTS; i++) {
            put(bucket, "k-" + i, "content " + i);
        }
        Map<Path, Integer> before = fragments().hashes();
        // No two of one object: more than one is too many for rs(2,1).
        List<Path> ofOneDc = new ArrayList<>(fragments().of("dc2"));
        Collections.shuffle(ofOneDc, new Random(1));
        flip(ofOneDc.get(0), 100_000);
        flip(ofOneDc.get(1), 0);
        flip(ofOneDc.get(2), 30);
        cutOff(ofOneDc.get(3));
        delete(ofOneDc.get(4));
        assertThat(fragments().hashes()).isNotEqualTo(before);

        scrub();
        await(() -> fragments().hashes().equals(before));
        assertThat(status()).contains("\"damaged\":");
    }

    private void put(String bucket, String key, String content) {
        String dc = cluster.names().get(Math.floorMod(key.hashCode(), 2));
        cluster.s3(dc)
                .putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(content(content)));
    }

    private byte[] read(String bucket, String key) {
        return cluster.s3("dc2").getObjectAsBytes(r -> r.bucket(bucket).key(key)).asByteArray();
    }

    private static byte[] content(String content) {
        return new TestObject(content, SIZE).content();
    }

    private static void flip(Path file, long position) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, position);
            channel.write(ByteBuffer.wrap(new byte[] {(byte) ~one.get(0)}), position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void cutOff(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails with what the workers say of themselves and what lies where. */
    private void await(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                fail(status() + fragments().all());
            }
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
    }

    private DiskFragments fragments() {
        return new DiskFragments(home);
    }

    private void scrub() {
        cluster.names().forEach(dc -> cluster.ask(dc, "POST", RecoveryRequests.SCRUB));
    }

    private String status() {
        return cluster.names().stream()
                .map(dc -> cluster.ask(dc, "GET", RecoveryRequests.STATUS))
                .collect(Collectors.joining("\n"));
    }
}
