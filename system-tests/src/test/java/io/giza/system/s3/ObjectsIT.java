package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.nio.file.Path;
import java.util.List;

/** Objects of all sizes, through every gateway, with every data center down, after a restart. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectsIT {
    private static final String BUCKET = "objects";

    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RunningCluster.start(options(folder));
        cluster.createBucket(BUCKET);
    }

    /** Returns how the cluster is started. */
    StandaloneOptions options(Path folder) {
        return StandaloneOptions.in(folder);
    }

    /** Returns the data centers that write, and those that are taken down, one after the other. */
    List<String> dataCenters() {
        return List.of("dc1", "dc2", "dc3");
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @ParameterizedTest
    @MethodSource("dataCenters")
    void whatOneGatewayTookEveryGatewayReturns(String writer) {
        for (TestObject object : TestObject.ofAllSizes("through-" + writer)) {
            object.putThrough(cluster.s3(writer), BUCKET);
            for (String reader : cluster.names()) {
                object.assertReadThrough(cluster.s3(reader), BUCKET);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dataCenters")
    void withOneDataCenterDownTheOthersTakeAndReturnObjects(String down) {
        List<TestObject> before = TestObject.ofAllSizes("before-" + down);
        before.forEach(object -> object.putThrough(cluster.s3(down), BUCKET));
        List<String> up = cluster.namesWithout(down);

        cluster.whileDown(
                down,
                () -> {
                    for (String dc : up) {
                        assertAllRead(before, dc);
                        List<TestObject> during = TestObject.ofAllSizes(down + "-without-" + dc);
                        during.forEach(object -> object.putThrough(cluster.s3(dc), BUCKET));
                        up.forEach(reader -> assertAllRead(during, reader));
                    }
                });

        for (String dc : cluster.names()) {
            assertAllRead(before, dc);
            up.forEach(
                    writer ->
                            assertAllRead(TestObject.ofAllSizes(down + "-without-" + writer), dc));
        }
    }

    @ParameterizedTest
    @MethodSource("dataCenters")
    void withOneDataCenterDownTheOthersDeleteAndList(String down) {
        String prefix = "listed-without-" + down + "/";
        TestObject kept = new TestObject(prefix + "kept", 20_000);
        TestObject doomed = new TestObject(prefix + "doomed", 20_000);
        TestObject late = new TestObject(prefix + "late", 20_000);
        kept.putThrough(cluster.s3(down), BUCKET);
        doomed.putThrough(cluster.s3(down), BUCKET);
        S3Client first = cluster.s3(cluster.namesWithout(down).getFirst());
        S3Client second = cluster.s3(cluster.namesWithout(down).getLast());

        cluster.whileDown(
                down,
                () -> {
                    first.deleteObject(r -> r.bucket(BUCKET).key(doomed.key()));
                    late.putThrough(first, BUCKET);
                    assertThat(keys(first, prefix)).containsExactly(kept.key(), late.key());
                    assertThat(keys(second, prefix)).containsExactly(kept.key(), late.key());
                });

        assertThat(keys(cluster.s3(down), prefix)).containsExactly(kept.key(), late.key());
    }

    @Test
    void everythingIsThereAfterARestartOnTheSameFolder() {
        List<TestObject> objects = TestObject.ofAllSizes("kept");
        for (int i = 0; i < objects.size(); i++) {
            objects.get(i).putThrough(cluster.s3(i), BUCKET);
        }

        cluster.restart();

        cluster.names().forEach(dc -> assertAllRead(objects, dc));
        assertThat(keys(cluster.s3("dc2"), "kept/")).hasSize(objects.size());
    }

    private void assertAllRead(List<TestObject> objects, String dc) {
        objects.forEach(object -> object.assertReadThrough(cluster.s3(dc), BUCKET));
    }

    private static List<String> keys(S3Client s3, String prefix) {
        return s3.listObjectsV2(r -> r.bucket(BUCKET).prefix(prefix)).contents().stream()
                .map(S3Object::key)
                .toList();
    }
}
