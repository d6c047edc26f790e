package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.replica.Seats;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which table a service serves, over real HTTP and on disk. */
@ExtendWith(OutputCaptureExtension.class)
class StoreIdentityTest {
    private static final String THREE = "dc1,dc2,dc3";
    private static final List<String> LATER = List.of("--giza.initialize=false");
    private static final Message READ = new Message(Samples.key("a"), new Request.Read(1, 0), null);

    @TempDir private Path folder;

    @Test
    void aTableWhoseFolderWasLostDoesNotStartAndSaysWhatToDo(CapturedOutput output)
            throws Exception {
        ServiceStart.start(folder.resolve("table")).close();
        ServiceStart.start(folder.resolve("table"), LATER).close();
        Files.move(folder.resolve("table"), folder.resolve("lost"));

        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> ServiceStart.start(folder.resolve("table"), LATER));

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains(
                        "the metadata table in "
                                + folder.resolve("table")
                                + " is empty, and an empty store has forgotten what it voted");
    }

    @Test
    void aTableOfAnotherDataCenterOrFromBeforeItWasReplacedDoesNotStart(CapturedOutput output) {
        ServiceStart.start(folder).close();

        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> ServiceStart.start(folder, List.of("--giza.dc=dc2")));
        assertThat(output).contains("is the store of dc1 of cluster giza", "correct giza.dc");
        List<String> replaced =
                List.of("--giza.topology.epoch=2", "--giza.topology.data-centers[0].since=2");
        assertThatExceptionOfType(Exception.class)
                .isThrownBy(() -> ServiceStart.start(folder, replaced));
        assertThat(output).contains("it is the data of a store that was replaced since");
    }

    @Test
    void onlyWhoMeansThisTableIsAnsweredAndOnlyItsAnswersCount() throws Exception {
        try (ConfigurableApplicationContext service = ServiceStart.start(folder)) {
            assertThat(
                            initializedReplica(service, "dc1", seats("giza", 1, Map.of()))
                                    .send(READ)
                                    .reply())
                    .isInstanceOf(Reply.Current.class);
            assertRefuses(
                    initializedReplica(service, "dc1", seats("other", 1, Map.of())),
                    "cluster giza");
            assertRefuses(
                    initializedReplica(service, "dc2", seats("giza", 1, Map.of())),
                    "dc1 of cluster giza");
            assertRefuses(
                    initializedReplica(service, "dc1", seats("giza", 2, Map.of("dc1", 2L))),
                    "epoch 0");
            Seats five = new Seats("giza", 1, since(Map.of()), THREE + ",dc4,dc5");
            assertRefuses(initializedReplica(service, "dc1", five), "needs another epoch");
        }
    }

    @Test
    void aTableThatWasMadeAnewBehindABackDoesNotSpeakForTheOneThatWasThere() throws Exception {
        try (ServiceClient client = client(seats("giza", 1, Map.of()))) {
            MetadataReplica replica;
            int port;
            try (ConfigurableApplicationContext first = ServiceStart.start(folder.resolve("a"))) {
                port = ServiceStart.endpointOf(first).getPort();
                replica = replica(first, "dc1", client);
                assertThat(replica.send(READ).reply()).isInstanceOf(Reply.Current.class);
            }
            try (ConfigurableApplicationContext restarted =
                    ServiceStart.start(folder.resolve("b"), List.of("--server.port=" + port))) {
                assertThat(restarted.isActive()).isTrue();
                assertRefuses(replica, "before and is");
            }
        }
    }

    private static void assertRefuses(MetadataReplica replica, String why) {
        assertThatExceptionOfType(ReplicaException.class)
                .isThrownBy(() -> replica.send(READ))
                .withMessageContaining(why);
    }

    private static MetadataReplica initializedReplica(
            ConfigurableApplicationContext service, String dc, Seats seats) {
        return replica(service, dc, client(seats));
    }

    private static MetadataReplica replica(
            ConfigurableApplicationContext service, String dc, ServiceClient client) {
        return new HttpMetadataReplica(
                new DcName(dc), ServiceStart.endpointOf(service), client, Duration.ofSeconds(30));
    }

    private static ServiceClient client(Seats seats) {
        return new ServiceClient(
                new ServiceClient.Settings(
                        ServiceStart.TOKEN,
                        ServiceClient.Timeouts.DEFAULT,
                        8,
                        1 << 20,
                        null,
                        seats));
    }

    private static Seats seats(String cluster, long epoch, Map<String, Long> replaced) {
        return new Seats(cluster, epoch, since(replaced), THREE);
    }

    private static TreeMap<DcName, Long> since(Map<String, Long> replaced) {
        TreeMap<DcName, Long> since = new TreeMap<>();
        for (String dc : List.of("dc1", "dc2", "dc3")) {
            since.put(new DcName(dc), replaced.getOrDefault(dc, 0L));
        }
        return since;
    }
}
