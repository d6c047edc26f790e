package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.commit.rollback.RollbackGuard.Passage;
import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.membership.Occupant;
import io.giza.membership.StoreProgress;
import io.giza.metadata.row.RowTransactor;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A table of three starts again, over real HTTP and on disk, with its folder or a copy of it. */
@ExtendWith(OutputCaptureExtension.class)
class OlderCopyTest {
    private static final Message READ = new Message(Samples.key("a"), new Request.Read(1, 0), null);

    @TempDir private Path folder;

    @Test
    void aTableServesAgainOnceAnotherDataCenterAnswersAndItsCopyDoesNot(CapturedOutput output)
            throws Exception {
        Path mine = folder.resolve("mine");
        Path copy = folder.resolve("copy");
        start(mine, "http://127.0.0.1:1").close();
        copy(mine, copy);
        try (ConfigurableApplicationContext alone = start(mine, "http://127.0.0.1:1")) {
            await().until(() -> readiness(alone) == 503);
            assertThatExceptionOfType(ReplicaException.NotReady.class)
                    .isThrownBy(() -> read(alone))
                    .withMessageContaining("waits for others");
        }
        try (ConfigurableApplicationContext other =
                ServiceStart.start(folder.resolve("other"), List.of("--giza.dc=dc2"))) {
            String peer = ServiceStart.endpointOf(other).toString();
            try (ConfigurableApplicationContext again = start(mine, peer)) {
                await().until(() -> passage(again) == Passage.OPEN);
                await().until(() -> readiness(again) == 200);
                read(again);
                write(again);
                long sequence = table(again).sequence().orElseThrow();
                await().until(() -> notedSequence(other) == sequence);
            }

            ConfigurableApplicationContext older = start(copy, peer);
            await().until(() -> !older.isActive());
            assertThat(output)
                    .contains(
                            "the metadata table in " + copy + " must not serve: it has come to",
                            "so it is an older copy of itself",
                            "docs/how-to/replace-a-data-center.md");

            try (ConfigurableApplicationContext unheeded =
                    start(copy, peer, "--giza.metadata.rollback-guard=false")) {
                read(unheeded);
                await().until(() -> output.getAll().contains("for rollback-guard is false"));
                assertThat(passage(unheeded)).isEqualTo(Passage.UNHEEDED);
                write(unheeded);
                await().until(() -> output.getAll().contains("rollback-guard may be true again"));
            }
        }
    }

    @Test
    void aCopyComesNotLevelByStartingInALaterEpochAndByListening(CapturedOutput output)
            throws Exception {
        Path mine = folder.resolve("mine");
        Path copy = folder.resolve("copy");
        String nobody = "http://127.0.0.1:1";
        start(mine, nobody).close();
        copy(mine, copy);
        try (ConfigurableApplicationContext other =
                ServiceStart.start(folder.resolve("other"), List.of("--giza.dc=dc2"))) {
            String peer = ServiceStart.endpointOf(other).toString();
            try (ConfigurableApplicationContext again = start(mine, peer)) {
                await().until(() -> passage(again) == Passage.OPEN);
                write(again);
                long sequence = table(again).sequence().orElseThrow();
                await().until(() -> notedSequence(other) == sequence);
            }
            try (ConfigurableApplicationContext alone =
                    start(copy, nobody, "--giza.topology.epoch=2")) {
                listen(alone);
                assertThat(passage(alone)).isEqualTo(Passage.WAITING);
            }

            ConfigurableApplicationContext older = start(copy, peer, "--giza.topology.epoch=2");
            await().until(() -> !older.isActive());
            assertThat(output).contains("so it is an older copy of itself");
        }
    }

    private static void listen(ConfigurableApplicationContext service) throws ReplicaException {
        for (int i = 1; i <= 100; i++) {
            StoreProgress other =
                    new StoreProgress(Samples.dc(3), Occupant.Part.ROWS, 0, "life-3", i);
            TableReport report =
                    service.getBean(RowTransactor.class)
                            .order(new TableOrder.Note(1, List.of(other)));
            assertThat(report.membership().progress()).contains(other);
        }
    }

    private static ConfigurableApplicationContext start(
            Path table, String peer, String... arguments) {
        List<String> more = new ArrayList<>();
        more.add("--giza.metadata.rollback-guard=true");
        more.add("--giza.topology.data-centers[1].metadata=" + peer);
        more.add("--giza.topology.data-centers[2].metadata=http://127.0.0.1:3");
        for (String argument : arguments) {
            more.removeIf(each -> each.startsWith(argument.replaceAll("=.*", "=")));
            more.add(argument);
        }
        return ServiceStart.start(table, more);
    }

    private static Passage passage(ConfigurableApplicationContext service) {
        return service.getBean(RollbackGuard.class).passage();
    }

    private static RowTable table(ConfigurableApplicationContext service) {
        return service.getBean(RowTable.class);
    }

    private static void write(ConfigurableApplicationContext service) throws RowTableException {
        Row row = Row.empty(1, 0);
        assertThat(table(service).store(Samples.key("a"), StoredRow.whole(row), null)).isTrue();
    }

    private static long notedSequence(ConfigurableApplicationContext service)
            throws RowTableException {
        return table(service).membership().progress().stream()
                .mapToLong(each -> each.sequence())
                .sum();
    }

    private static void read(ConfigurableApplicationContext service) throws ReplicaException {
        ServiceClient.Settings settings = ServiceClient.Settings.of(ServiceStart.TOKEN);
        try (ServiceClient client = new ServiceClient(settings)) {
            MetadataReplica replica =
                    new HttpMetadataReplica(
                            Samples.dc(1),
                            ServiceStart.endpointOf(service),
                            client,
                            Duration.ofSeconds(30));
            assertThat(replica.send(READ)).isNotNull();
        }
    }

    private static int readiness(ConfigurableApplicationContext service) throws Exception {
        URI uri = ServiceStart.endpointOf(service).resolve("/actuator/health/readiness");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(uri).build(),
                            HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.copy(file, to.resolve(file.getFileName()));
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
