package io.giza.system.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.DiskFragments;
import io.giza.system.cluster.Gateways;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Bytes of stored fragments change on disk: they are read around, or nothing is returned. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DamagedFragmentsIT {
    private static final String BUCKET = "damaged";
    private static final int SIZE = (12 << 20) + 4_321;

    /** Farther into a fragment than its header reaches. */
    private static final int FIRST_BLOCK = 8 << 10;

    private Path home;
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        home = folder;
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(home).withSetting("giza.recovery.enabled", "false"));
        cluster.createBucket(BUCKET);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void oneDamagedFragmentIsReadAround(int damaged) {
        for (int position : List.of(0, 40, FIRST_BLOCK, 1 << 20, 5 << 20)) {
            TestObject object = new TestObject("one-" + damaged + "-at-" + position, SIZE);
            List<Path> fragments = put(object);
            damage(fragments.get(damaged), position);

            for (String dc : cluster.names()) {
                object.assertReadThrough(cluster.s3(dc), BUCKET);
            }
        }
    }

    @Test
    void aFragmentThatWasCutShortIsReadAround() throws IOException {
        TestObject object = new TestObject("short", SIZE);
        List<Path> fragments = put(object);
        try (FileChannel channel =
                FileChannel.open(fragments.getFirst(), StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() / 2);
        }

        for (String dc : cluster.names()) {
            object.assertReadThrough(cluster.s3(dc), BUCKET);
        }
    }

    @Test
    void twoFragmentsDamagedAtTheBeginningAnswerUnavailable() {
        TestObject object = new TestObject("two-at-the-beginning", SIZE);
        List<Path> fragments = put(object);
        damage(fragments.get(0), FIRST_BLOCK);
        damage(fragments.get(2), FIRST_BLOCK);

        for (String dc : cluster.names()) {
            try (S3Client s3 = Gateways.clientWithoutRetries(cluster.status(dc).s3())) {
                assertThatExceptionOfType(S3Exception.class)
                        .isThrownBy(() -> object.assertReadThrough(s3, BUCKET))
                        .satisfies(refusal -> assertThat(refusal.statusCode()).isEqualTo(503));
            }
        }
    }

    @Test
    void twoFragmentsDamagedInTheMiddleBreakTheReadOff() {
        TestObject object = new TestObject("two-in-the-middle", SIZE);
        List<Path> fragments = put(object);
        damage(fragments.get(0), 4 << 20);
        damage(fragments.get(1), 4 << 20);

        for (String dc : cluster.names()) {
            try (S3Client s3 = Gateways.clientWithoutRetries(cluster.status(dc).s3())) {
                assertThatExceptionOfType(Exception.class)
                        .isThrownBy(() -> object.assertReadThrough(s3, BUCKET))
                        .satisfies(
                                failure ->
                                        assertThat(failure)
                                                .isInstanceOfAny(
                                                        SdkException.class,
                                                        UncheckedIOException.class));
            }
        }
    }

    @Test
    void damageInOneFragmentAndADataCenterDownNeverGiveWrongBytes() {
        TestObject object = new TestObject("damaged-and-down", SIZE);
        List<Path> fragments = put(object);
        damage(fragments.get(0), FIRST_BLOCK);
        String owner = home.relativize(fragments.get(0)).getName(0).toString();
        List<String> others = cluster.namesWithout(owner);

        cluster.whileDown(
                others.getFirst(),
                () -> {
                    try (S3Client s3 =
                            Gateways.clientWithoutRetries(cluster.status(others.getLast()).s3())) {
                        assertThatExceptionOfType(S3Exception.class)
                                .isThrownBy(() -> object.assertReadThrough(s3, BUCKET))
                                .satisfies(e -> assertThat(e.statusCode()).isEqualTo(503));
                    }
                });

        object.assertReadThrough(cluster.s3(others.getFirst()), BUCKET);
    }

    /** Puts an object and returns its fragments, the one of index 0 first. */
    private List<Path> put(TestObject object) {
        Set<Path> before = fragments();
        object.putThrough(cluster.s3("dc1"), BUCKET);
        List<Path> added =
                fragments().stream()
                        .filter(path -> !before.contains(path))
                        .sorted(byIndex())
                        .toList();
        assertThat(added).hasSize(3);
        return added;
    }

    private static Comparator<Path> byIndex() {
        return Comparator.comparing(
                path -> path.toString().substring(path.toString().lastIndexOf('.') + 1));
    }

    private Set<Path> fragments() {
        return new DiskFragments(home).all();
    }

    private static void damage(Path fragment, long position) {
        try (FileChannel channel =
                FileChannel.open(fragment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(16);
            assertThat(channel.read(bytes, position)).isEqualTo(16);
            for (int i = 0; i < bytes.capacity(); i++) {
                bytes.put(i, (byte) ~bytes.get(i));
            }
            channel.write(bytes.flip(), position);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
