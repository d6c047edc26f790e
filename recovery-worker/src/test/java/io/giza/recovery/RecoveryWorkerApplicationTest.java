package io.giza.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.topology.LiveTopology;

import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;

class RecoveryWorkerApplicationTest {
    @Test
    void bindsTheClusterAndAnswersItsHealthAndMetrics() throws Exception {
        try (ConfigurableApplicationContext context = start("0123456789abcdef")) {
            int port =
                    context.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);

            assertThat(context.getBean(LiveTopology.class).topology().byName()).hasSize(3);
            assertThat(get(port, "/actuator/health/liveness")).contains("\"status\":\"UP\"");
            // Nobody told it the format level of the cluster.
            assertThat(get(port, "/actuator/health"))
                    .contains("\"status\":\"OUT_OF_SERVICE\"")
                    .doesNotContain("dc2", "components");
            assertThat(get(port, "/actuator/prometheus", "Bearer 0123456789abcdef"))
                    .contains("jvm_memory_used_bytes");
        }
    }

    @Test
    void saysHowItStandsToWhoHasTheToken() throws Exception {
        try (ConfigurableApplicationContext context = start("0123456789abcdef")) {
            int port =
                    context.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);

            assertThat(get(port, RecoveryRequests.STATUS)).doesNotContain("jobs");
            assertThat(get(port, RecoveryRequests.STATUS, "Bearer 0123456789abcdef"))
                    .contains("\"dc\":\"dc2\"")
                    .contains("\"job\":\"recovery/catch-up/dc1\"")
                    .contains("\"job\":\"scrub/versions/dc2\"")
                    .contains("\"job\":\"scrub/fragments/dc3\"")
                    .contains("\"rebuiltBytes\":0");
        }
    }

    @Test
    void takesAnAccountWhenAskedAndOnlyThen() throws Exception {
        String token = "Bearer 0123456789abcdef";
        try (ConfigurableApplicationContext context = start("0123456789abcdef")) {
            int port =
                    context.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);

            assertThat(send(port, "POST", RecoveryRequests.AUDIT, "")).doesNotContain("state");
            assertThat(get(port, RecoveryRequests.AUDIT, token)).contains("\"state\":\"none\"");
            assertThat(send(port, "POST", RecoveryRequests.AUDIT, token))
                    .containsPattern("\"state\":\"(running|done)\"");
        }
    }

    @Test
    void settingsThatMakeNoSenseStopTheStart() {
        for (String setting : List.of("share=1.5", "lease-term=1s", "batch=0")) {
            assertThatThrownBy(() -> start("0123456789abcdef", "--giza.recovery." + setting))
                    .rootCause()
                    .hasMessageContaining(
                            "giza.recovery." + setting.substring(0, setting.indexOf('=')));
        }
    }

    @Test
    void refusesToStartWithAShortToken() {
        assertThatThrownBy(() -> start("short"))
                .rootCause()
                .hasMessageContaining("giza.cluster-token has 5 characters");
    }

    private static ConfigurableApplicationContext start(String token, String... more) {
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--server.port=0");
        arguments.add("--giza.dc=dc2");
        arguments.add("--giza.cluster-token=" + token);
        arguments.add("--giza.topology.epoch=1");
        for (int i = 0; i < 3; i++) {
            String dc = "--giza.topology.data-centers[" + i + "].";
            arguments.add(dc + "name=dc" + (i + 1));
            arguments.add(dc + "metadata=http://127.0.0.1:" + (9001 + 10 * i));
            arguments.add(dc + "fragments=http://127.0.0.1:" + (9002 + 10 * i));
        }
        arguments.add("--giza.accounts.default.metadata-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.data-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.coding=rs(2,1)");
        return RecoveryWorkerApplication.application().run(arguments.toArray(String[]::new));
    }

    private static String get(int port, String path) throws IOException, InterruptedException {
        return get(port, path, "");
    }

    private static String get(int port, String path, String authorization)
            throws IOException, InterruptedException {
        return send(port, "GET", path, authorization);
    }

    private static String send(int port, String method, String path, String authorization)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .header("Authorization", authorization)
                                    .method(method, HttpRequest.BodyPublishers.noBody())
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
