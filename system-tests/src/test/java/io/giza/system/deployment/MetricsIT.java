package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.MetricsReference;
import io.giza.system.cluster.RunningCluster;
import io.giza.system.cluster.TestObject;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The reference of metrics says what services measure, and nothing else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetricsIT {
    /** Whose data center it is; on every meter. */
    private static final String COMMON_TAG = "home";

    private final HttpClient client = HttpClient.newHttpClient();
    private final MetricsReference reference = MetricsReference.read();
    private RunningCluster cluster;

    /** The services, by their sections in the reference. */
    private enum Service {
        GATEWAY("Gateway", dc -> dc.s3().resolve("/_giza/")),
        METADATA("Metadata service", dc -> dc.metadata().resolve("/actuator/")),
        FRAGMENT("Fragment service", dc -> dc.fragments().resolve("/actuator/")),
        GC("gc-worker", dc -> dc.gc().resolve("/actuator/")),
        RECOVERY("recovery-worker", dc -> dc.recovery().resolve("/actuator/"));

        private final String section;
        private final Function<DcStatus, URI> management;

        Service(String section, Function<DcStatus, URI> management) {
            this.section = section;
            this.management = management;
        }
    }

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster =
                RunningCluster.start(
                        StandaloneOptions.in(folder)
                                .withSetting("giza.fragment.copies.size", "64MiB")
                                .withSetting("giza.read-copies", "true"));
        cluster.createBucket("metrics");
        for (TestObject object : new TestObject[] {of("small", 10), of("large", 100_000)}) {
            object.putThrough(cluster.s3("dc1"), "metrics");
            cluster.s3("dc1").getObjectAsBytes(r -> r.bucket("metrics").key(object.key()));
        }
    }

    private static TestObject of(String key, int size) {
        return new TestObject(key, size);
    }

    @AfterAll
    void stop() {
        client.close();
        cluster.close();
    }

    @ParameterizedTest
    @EnumSource
    void whatAServiceMeasuresIsDocumentedAndWhatIsDocumentedIsMeasured(Service service)
            throws Exception {
        Map<String, Set<String>> measured = measured(service);
        Map<String, Set<String>> own = reference.section(service.section);
        Map<String, Set<String>> allowed = new TreeMap<>(reference.all());
        allowed.putAll(own);

        assertThat(measured.keySet()).containsAll(own.keySet());
        measured.forEach(
                (name, tags) ->
                        assertThat(allowed.get(name)).as("tags of %s", name).isEqualTo(tags));
    }

    @ParameterizedTest
    @EnumSource
    void eachIsExplainedToWhoScrapesIt(Service service) throws Exception {
        String scrape = get(service, "prometheus");
        assertThat(scrape.lines().filter(line -> line.startsWith("# HELP giza_")))
                .isNotEmpty()
                .allMatch(line -> line.split(" ", 4).length == 4 && !line.endsWith(" "));
        assertThat(scrape.lines().filter(line -> line.startsWith("giza_")))
                .allMatch(line -> line.contains("home=\"dc1\""));
    }

    /** Returns the tags of each meter by its name. */
    private Map<String, Set<String>> measured(Service service) throws Exception {
        Map<String, Set<String>> measured = new TreeMap<>();
        for (JsonNode name : json(service, "metrics").get("names")) {
            if (name.asString().startsWith("giza.")) {
                Set<String> tags = new TreeSet<>();
                json(service, "metrics/" + name.asString())
                        .get("availableTags")
                        .forEach(tag -> tags.add(tag.get("tag").asString()));
                tags.remove(COMMON_TAG);
                measured.put(name.asString(), tags);
            }
        }
        return measured;
    }

    private JsonNode json(Service service, String path) throws Exception {
        return JsonMapper.shared().readTree(get(service, path));
    }

    private String get(Service service, String path) throws IOException, InterruptedException {
        URI uri = service.management.apply(cluster.status("dc1")).resolve(path);
        HttpRequest request =
                HttpRequest.newBuilder(uri)
                        .header("Authorization", "Bearer " + cluster.token())
                        .build();
        return client.send(request, BodyHandlers.ofString()).body();
    }
}
