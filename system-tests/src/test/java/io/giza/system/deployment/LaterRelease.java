package io.giza.system.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cluster.ClusterClients;
import io.giza.commit.CommitMetrics;
import io.giza.commit.group.MissedWrites;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.config.AccountConfiguration;
import io.giza.config.ClusterConfiguration;
import io.giza.config.TopologyConfiguration;
import io.giza.config.TopologyConfiguration.DataCenterConfiguration;
import io.giza.http.ServiceClient;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRow;
import io.giza.model.DcName;
import io.giza.system.cluster.RunningCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A release that is not there yet, as the tables of a cluster see it. */
final class LaterRelease {
    private static final int CONNECTIONS = 4;
    private static final int ANSWER_BYTES = 1 << 20;

    private LaterRelease() {}

    /** Has a cluster decide a level, and waits until it did. */
    static void decide(RunningCluster cluster, Path folder, int level) {
        ClusterConfiguration configuration = configuration(cluster, folder);
        VirtualThreads threads = new VirtualThreads();
        Surroundings surroundings = new Surroundings(threads, threads, new Random());
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (ServiceClient client =
                new ServiceClient(
                        new ServiceClient.Settings(
                                configuration.clusterToken(),
                                ServiceClient.Timeouts.DEFAULT,
                                CONNECTIONS,
                                ANSWER_BYTES,
                                null,
                                configuration.seats()))) {
            ClusterClients clients =
                    ClusterClients.of(
                            configuration,
                            client,
                            MissedWrites.IGNORED,
                            surroundings,
                            meters,
                            new CommitMetrics(meters));
            LevelRow row = new LevelRow(() -> clients.versions().metadata());
            DecidedLevel wanted = new DecidedLevel(level, "99.0.0");
            assertThat(row.raise(wanted, threads.after(Duration.ofMinutes(1))))
                    .isEqualTo(new LevelRow.Raised(wanted));
        }
    }

    private static ClusterConfiguration configuration(RunningCluster cluster, Path folder) {
        List<DcName> names = cluster.names().stream().map(DcName::new).toList();
        List<DataCenterConfiguration> dcs =
                cluster.names().stream()
                        .map(
                                dc ->
                                        new DataCenterConfiguration(
                                                new DcName(dc),
                                                cluster.status(dc).metadata().toString(),
                                                cluster.status(dc).fragments().toString(),
                                                null,
                                                0,
                                                null))
                        .toList();
        return new ClusterConfiguration(
                names.getFirst(),
                cluster.token(),
                null,
                clusterId(folder),
                new TopologyConfiguration(1, dcs),
                Map.of(
                        "default",
                        new AccountConfiguration(
                                names, names, "rs(2,1)", null, null, null, null, null, null, null)),
                false,
                0);
    }

    private static String clusterId(Path folder) {
        try {
            return Files.readString(folder.resolve("cluster.id")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
