package io.giza.system.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cli.cluster.AdminClient;
import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import software.amazon.awssdk.core.sync.RequestBody;

import tools.jackson.databind.JsonNode;

import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** Objects of all policies in one account of four data centers, seen through their inspection. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmallObjectsIT {
    private static final String BUCKET = "sizes";

    private final HttpClient client = HttpClient.newHttpClient();
    private RunningCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        String key = "giza.accounts.default.small-objects.";
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withShape(new ClusterShape(4, 3, "rs(2,1)"))
                                .withSetting(key + "below", "100KiB")
                                .withSetting(key + "coding", "rs(1,1)"));
        cluster.createBucket(BUCKET);
    }

    @AfterAll
    void stop() {
        client.close();
        cluster.close();
    }

    @Test
    void anObjectIsKeptAsItsSizeAsks() throws Exception {
        for (int size : new int[] {0, (8 << 10) - 1}) {
            assertThat(kept("inline-" + size, size).path("policy").asString()).isEqualTo("inline");
        }
        for (int size : new int[] {8 << 10, (100 << 10) - 1}) {
            JsonNode replicated = kept("replicated-" + size, size);
            assertThat(replicated.path("policy").asString()).isEqualTo("replicated");
            assertThat(replicated.path("coding").asString()).isEqualTo("rs(1,1)");
            assertThat(replicated.path("fragments").size()).isEqualTo(2);
        }
        JsonNode coded = kept("coded", 100 << 10);
        assertThat(coded.path("policy").asString()).isEqualTo("coded");
        assertThat(coded.path("coding").asString()).isEqualTo("rs(2,1)");
        assertThat(coded.path("fragments").size()).isEqualTo(3);
        assertThat(coded.path("visibility").asString()).isEqualTo("visible");
        assertThat(coded.path("rows").size()).isEqualTo(3);
        assertThat(coded.path("missing").size()).isZero();
    }

    @Test
    void aSpareDataCenterTakesThePlaceOfOneThatIsDownAndTheObjectLacksNothing() throws Exception {
        kept("before", 300_000);
        cluster.whileDown(
                "dc2",
                () -> {
                    for (int i = 0; i < 4; i++) {
                        put("without-dc2-" + i, 300_000);
                    }
                });
        // The first ones may lack a fragment: that it is down was learned from them.
        JsonNode last = inspect("without-dc2-3");
        assertThat(last.path("missing").size()).as(last.toString()).isZero();
        assertThat(last.path("fragments").toString()).contains("dc4").doesNotContain("dc2");
    }

    private JsonNode kept(String key, int size) throws Exception {
        byte[] bytes = put(key, size);
        assertThat(cluster.s3("dc3").getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArray())
                .isEqualTo(bytes);
        return inspect(key);
    }

    private byte[] put(String key, int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        cluster.s3("dc1").putObject(r -> r.bucket(BUCKET).key(key), RequestBody.fromBytes(bytes));
        return bytes;
    }

    private JsonNode inspect(String key) {
        try (AdminClient admin = cluster.admin("dc1")) {
            return admin.get("/objects", Map.of("bucket", BUCKET, "key", key));
        }
    }
}
