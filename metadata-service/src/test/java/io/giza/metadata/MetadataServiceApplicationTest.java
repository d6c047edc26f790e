package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.History;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Range;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.MetadataRoutes;
import io.giza.wire.ScanCodec;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The service over real HTTP, on a real table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetadataServiceApplicationTest {
    private final ServiceClient client =
            new ServiceClient(ServiceClient.Settings.of(ServiceStart.TOKEN));
    private final ConfigurableApplicationContext service;
    private final URI endpoint;
    private final ServiceCalls calls;
    private final HttpMetadataReplica replica;

    MetadataServiceApplicationTest(@TempDir Path folder) {
        service = ServiceStart.start(folder);
        endpoint = ServiceStart.endpointOf(service);
        calls = new ServiceCalls(endpoint);
        replica = new HttpMetadataReplica(Samples.dc(1), endpoint, client, ServiceCalls.TIMEOUT);
    }

    @BeforeAll
    void voteOnce() throws ReplicaException {
        replica.send(message("warm", new Request.Read(1, 0)));
    }

    @AfterAll
    void stop() {
        client.close();
        calls.close();
        service.close();
    }

    @Test
    void aVersionIsDecidedByMessages() throws ReplicaException {
        Instance at = new Instance(1, 0, 1);
        Value value = value(1);
        Ballot ballot = new Ballot(1, 2, new UUID(0, 5), 1);

        Reply voted = send("decided", new Request.PreAccept(at, value, List.of()));
        Reply promised = send("decided", new Request.Prepare(at, ballot, List.of()));
        Reply accepted = send("decided", new Request.Accept(at, ballot, value, List.of()));
        Entry entry = Entry.learned(1, value);
        Reply learned = send("decided", new Request.Commit(1, 0, List.of(entry)));

        assertThat(voted).isInstanceOf(Reply.Voted.class);
        assertThat(promised).isInstanceOf(Reply.Promised.class);
        assertThat(accepted).isInstanceOf(Reply.Accepted.class);
        assertThat(learned.row().log()).containsExactly(entry);
        assertThat(send("decided", new Request.Read(1, 0)).row()).isEqualTo(learned.row());
        assertThat(send("decided", new Request.PreAccept(at, value(2), List.of())))
                .isInstanceOf(Reply.Chosen.class);
    }

    @Test
    void theWitnessComesWithTheAnswer() throws ReplicaException {
        ObjectKey bucket = ObjectKey.ofBucketRecord("photos");
        Request commit = new Request.Commit(1, 0, List.of(Entry.learned(1, value(7))));
        replica.send(new Message(bucket, commit, null));

        Answer answer = replica.send(new Message(Samples.key("w"), new Request.Read(1, 0), bucket));

        assertThat(answer.witnessed().orElseThrow().chosen()).isEqualTo(1);
        assertThat(answer.reply().row()).isEqualTo(Row.ABSENT);
    }

    @Test
    void theTimeIsThatOfTheMachine() throws ReplicaException {
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        assertThat(replica.clock()).isBetween(before, Instant.now());
    }

    @Test
    void rowsAreScannedInOrder() throws ReplicaException {
        for (String name : List.of("scan/b", "scan/\ud83d\ude00", "scan/a", "scan/\uff5e")) {
            send(name, new Request.PreAccept(new Instance(1, 0, 1), value(3), List.of()));
        }

        RowPage page = replica.scan(new Scan(1, Samples.BUCKET, "scan/", "", false, 3, false));

        assertThat(page.rows())
                .extracting(NamedRow::name)
                .containsExactly("scan/a", "scan/b", "scan/\uff5e");
        assertThat(page.more()).isTrue();
        assertThatExceptionOfType(ReplicaException.Refused.class)
                .isThrownBy(
                        () -> replica.scan(new Scan(1, Samples.BUCKET, "", "", false, 0, false)))
                .withMessageContaining("400 limit must be at least 1");
    }

    @Test
    void oldVersionsAreReadPageByPage() throws ReplicaException {
        ObjectKey key = Samples.key("long");
        List<Entry> log = new ArrayList<>();
        for (int version = 1; version <= 700; version++) {
            log.add(Entry.learned(version, value(version)));
        }
        assertThat(send("long", new Request.Commit(1, 0, log)).row().log()).hasSize(16);

        assertThat(replica.history(new Range(key, 1, 700, Range.Kept.OLDEST)))
                .isEqualTo(new History(0, log.subList(0, 500)));
        assertThat(replica.history(new Range(key, 2, 700, Range.Kept.NEWEST)))
                .isEqualTo(new History(0, log.subList(200, 700)));
        assertThat(replica.history(new Range(key, 701, 800, Range.Kept.OLDEST)).entries())
                .isEmpty();
        assertThat(replica.scan(new Scan(1, Samples.BUCKET, "long", "", false, 1, false)).rows())
                .extracting(named -> named.row().log())
                .containsExactly(log.subList(698, 700));
    }

    @Test
    void aWrongTokenIsRefusedByTheService() {
        try (ServiceClient stranger =
                new ServiceClient(ServiceClient.Settings.of("another-token-of-16"))) {
            HttpMetadataReplica theirs =
                    new HttpMetadataReplica(
                            Samples.dc(1), endpoint, stranger, ServiceCalls.TIMEOUT);

            assertThatExceptionOfType(ReplicaException.Refused.class)
                    .isThrownBy(() -> theirs.send(message("x", new Request.Read(1, 0))))
                    .withMessageContaining("401");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MetadataRoutes.MESSAGES,
                MetadataRoutes.SCANS,
                MetadataRoutes.HISTORIES,
                "/actuator/metrics",
                "/actuator/prometheus",
                "/actuator/health/..;/metrics",
                "/nowhere",
                "/"
            })
    void withoutATokenNothingIsAnswered(String path) throws Exception {
        HttpResponse<String> answer = calls.call(path, "", "{}".getBytes(StandardCharsets.UTF_8));

        assertThat(answer.statusCode()).isIn(400, 401);
        assertThat(answer.body()).doesNotContain("format").doesNotContain("jvm_");
        assertThat(calls.call(path, "Basic " + ServiceStart.TOKEN, new byte[0]).statusCode())
                .isIn(400, 401);
    }

    @Test
    void healthNeedsNoToken() throws Exception {
        HttpResponse<String> answer = calls.get("/actuator/health");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).contains("UP");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "garbage",
                "{\"format\":2}",
                "\u0001\u0001",
                "\u0001\u0003 a scan that is none"
            })
    void garbageIsABadRequestAndHarmsNobody(String body) throws Exception {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        assertThat(calls.authorized(MetadataRoutes.MESSAGES, bytes).statusCode()).isEqualTo(400);
        assertThat(calls.authorized(MetadataRoutes.SCANS, bytes).statusCode()).isEqualTo(400);
        assertThat(send("after", new Request.Read(1, 0)).row()).isEqualTo(Row.ABSENT);
    }

    @Test
    void aFormatThatIsNotKnownIsNamedInTheAnswer() throws Exception {
        byte[] scan = ScanCodec.encode(new Scan(1, Samples.BUCKET, "", "", true, 1, false));
        scan[0] = 2;

        HttpResponse<String> answer = calls.authorized(MetadataRoutes.SCANS, scan);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("format 2, this release reads format 1");
    }

    @Test
    void aMessageOfAnotherKindIsNamedInTheAnswer() throws Exception {
        byte[] scan = ScanCodec.encode(new Scan(1, Samples.BUCKET, "", "", true, 1, false));

        HttpResponse<String> answer = calls.authorized(MetadataRoutes.MESSAGES, scan);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("kind 3 (scan), and kind 1 (message) belongs here");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MetadataRoutes.MESSAGES,
                MetadataRoutes.SCANS,
                MetadataRoutes.HISTORIES,
                MetadataRoutes.ORDERS
            })
    void jsonIsRefusedWithTheTypeThatIsTaken(String path) throws Exception {
        HttpResponse<String> answer =
                calls.call(
                        path, "Bearer " + ServiceStart.TOKEN, "application/json", new byte[] {'{'});

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(answer.body()).contains("must be application/vnd.giza.message");
    }

    @Test
    void aBodyOfMoreThan16MebibytesIsRefused() throws Exception {
        byte[] body = new byte[(16 << 20) + 1];

        assertThat(calls.authorized(MetadataRoutes.MESSAGES, body).statusCode()).isEqualTo(413);
    }

    private Reply send(String name, Request request) throws ReplicaException {
        return replica.send(message(name, request)).reply();
    }

    private static Message message(String name, Request request) {
        return new Message(Samples.key(name), request, null);
    }

    private static Value value(long number) {
        return new Value(
                1,
                new PutId(new UUID(1, number)),
                0,
                new OpId(new UUID(number, 2)),
                new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY));
    }
}
