package io.giza.system.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.Service;
import io.giza.standalone.config.StandaloneOptions;
import io.giza.system.cluster.RunningCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Operators may write a later epoch into the configuration of processes. Nobody can read anything
 * in it before stores serve it.
 */
class ConfiguredEpochIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir Path home;

    @Test
    void aRecoveryWorkerOrdersItWhereNoTableMayBeMissing() {
        try (RunningCluster cluster = RunningCluster.start(StandaloneOptions.in(home))) {
            List<DcStatus> dcs = cluster.names().stream().map(cluster::status).toList();
            cluster.whileDown("dc3", () -> assertWorks(cluster.token(), dcs));
        }
    }

    /** Both tables that are left serve the epoch before, and a quorum in the next needs both. */
    private void assertWorks(String token, List<DcStatus> dcs) {
        try (ConfigurableApplicationContext worker =
                Service.RECOVERY.application().run(arguments(token, dcs))) {
            ApplicationAvailability state = worker.getBean(ApplicationAvailability.class);

            await().atMost(PATIENCE)
                    .untilAsserted(
                            () ->
                                    assertThat(state.getReadinessState())
                                            .isEqualTo(ReadinessState.ACCEPTING_TRAFFIC));
        }
    }

    private String[] arguments(String token, List<DcStatus> dcs) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("spring.config.location", "optional:classpath:/");
        all.put("spring.main.register-shutdown-hook", "false");
        all.put("server.port", "0");
        all.put("giza.dc", "dc1");
        all.put("giza.cluster-token", token);
        all.put("giza.cluster-id", read("cluster.id"));
        all.put("giza.recovery.watch", "100ms");
        all.put("giza.topology.epoch", "2");
        for (int i = 0; i < dcs.size(); i++) {
            String key = "giza.topology.data-centers[" + i + "].";
            all.put(key + "name", dcs.get(i).name());
            all.put(key + "metadata", dcs.get(i).metadata().toString());
            all.put(key + "fragments", dcs.get(i).fragments().toString());
            all.put(key + "since", dcs.get(i).name().equals("dc3") ? "2" : "0");
        }
        all.put("giza.accounts.default.metadata-dcs", "dc1,dc2,dc3");
        all.put("giza.accounts.default.data-dcs", "dc1,dc2,dc3");
        all.put("giza.accounts.default.coding", "rs(2,1)");
        return all.entrySet().stream()
                .map(entry -> "--" + entry.getKey() + "=" + entry.getValue())
                .toArray(String[]::new);
    }

    private String read(String file) {
        try {
            return Files.readString(home.resolve(file)).strip();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
