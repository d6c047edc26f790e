package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.azurite.AzuriteProcess;
import io.giza.http.HttpMetadataReplica;
import io.giza.http.ServiceClient;
import io.giza.metadata.table.azure.AzuriteTables;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Request;
import io.giza.replica.MetadataReplica.Message;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The service with its rows at Azure, over HTTP on both sides. */
@NeedsAzurite
@ExtendWith(OutputCaptureExtension.class)
class AzureMetadataServiceTest {
    private static final Entry CHOSEN =
            Entry.learned(
                    1,
                    new Value(
                            1,
                            new PutId(new UUID(1, 1)),
                            0,
                            new OpId(new UUID(2, 1)),
                            new Command.Put(Mode.UNVERSIONED, Bytes.EMPTY)));

    private static AzuriteTables azurite;
    private static ServiceClient client;

    @TempDir private Path folder = Path.of("");

    @BeforeAll
    static void start() {
        azurite = new AzuriteTables();
        client = new ServiceClient(ServiceClient.Settings.of(ServiceStart.TOKEN));
    }

    @AfterAll
    static void stop() {
        client.close();
        azurite.close();
    }

    @AfterEach
    void clearFaults() {
        azurite.proxy().clearFaults();
    }

    @Test
    void rowsOutliveTheServiceAndNoSecretIsLogged(CapturedOutput output) throws Exception {
        Request commit = new Request.Commit(1, 0, List.of(CHOSEN));
        try (var service = service("lives")) {
            var reply = replica(service).send(message(commit)).reply();
            assertThat(reply.row().log()).containsExactly(CHOSEN);
        }
        try (var service = service("lives")) {
            var reply = replica(service).send(message(new Request.Read(1, 0))).reply();
            assertThat(reply.row().log()).containsExactly(CHOSEN);
        }
        assertThat(output.getAll())
                .doesNotContain(AzuriteProcess.ACCOUNT_KEY)
                .doesNotContain("SharedKey")
                .doesNotContain("com.azure");
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void aGatewaySeesAThrottlingTableAsThrottled(int status) throws Exception {
        try (var service = service("busy" + status)) {
            HttpMetadataReplica replica = replica(service);
            assertThat(replica.send(message(new Request.Read(1, 0))).reply()).isNotNull();
            azurite.proxy()
                    .applyToAll(
                            call -> true,
                            new Fault.Refuse(status, "ServerBusy", Duration.ofSeconds(1)));

            assertThatExceptionOfType(ReplicaException.Throttled.class)
                    .isThrownBy(() -> replica.send(message(new Request.Read(1, 0))))
                    .withMessageContaining("ServerBusy");
            Request commit = new Request.Commit(1, 0, List.of(CHOSEN));
            assertThatExceptionOfType(ReplicaException.Throttled.class)
                    .isThrownBy(() -> replica.send(message(commit)));
            assertThatExceptionOfType(ReplicaException.Throttled.class)
                    .isThrownBy(
                            () ->
                                    replica.scan(
                                            new Scan(Samples.BUCKET, "", "", false, 1)
                                                    .withEpoch(1)));
        }
    }

    @Test
    void aGatewaySeesOtherFailuresAsFailed() throws Exception {
        try (var service = service("fails")) {
            HttpMetadataReplica replica = replica(service);
            azurite.proxy()
                    .applyToAll(
                            call -> true,
                            new Fault.Refuse(403, "AuthenticationFailed", Duration.ZERO));

            assertThatExceptionOfType(ReplicaException.Failed.class)
                    .isThrownBy(() -> replica.send(message(new Request.Read(1, 0))))
                    .withMessageContaining("does not accept the credential");
        }
    }

    @Test
    void anAnswerThatIsLostIsNoFailureOfTheVote() throws Exception {
        try (var service = service("loses")) {
            HttpMetadataReplica replica = replica(service);
            azurite.proxy().applyToNext(HttpCall::isWrite, new Fault.LoseResponse());

            var reply = replica.send(message(new Request.Commit(1, 0, List.of(CHOSEN)))).reply();

            assertThat(azurite.proxy().isArmed()).isFalse();
            assertThat(reply.row().log()).containsExactly(CHOSEN);
        }
    }

    @Test
    void aWrongKeyIsOneSentenceThatNamesTheSettings(CapturedOutput output) {
        azurite.proxy()
                .applyToAll(
                        call -> true, new Fault.Refuse(403, "AuthenticationFailed", Duration.ZERO));

        assertThatThrownBy(() -> service("wrong")).rootCause().isNotNull();

        assertThat(output.getAll())
                .contains("APPLICATION FAILED TO START")
                .contains("(giza.metadata.azure.table-endpoint) cannot be opened: table wrong")
                .contains("does not accept the credential (403 AuthenticationFailed)")
                .contains("Check the credential under giza.metadata.azure")
                .doesNotContain(AzuriteProcess.ACCOUNT_KEY)
                .doesNotContain("\tat io.giza");
    }

    @Test
    void anEndpointWhereNobodyListensIsOneSentenceThatNamesIt(CapturedOutput output) {
        assertThatThrownBy(
                        () ->
                                ServiceStart.start(
                                        folder,
                                        arguments(AzuriteProcess.connectionString(1, 1), "nobody")))
                .rootCause()
                .isNotNull();

        assertThat(output.getAll())
                .contains("APPLICATION FAILED TO START")
                .contains("Check giza.metadata.azure.table-endpoint")
                .doesNotContain("\tat io.giza");
    }

    private ConfigurableApplicationContext service(String table) {
        return ServiceStart.start(folder, arguments(azurite.connectionString(), table));
    }

    private static List<String> arguments(String connection, String table) {
        return new ArrayList<>(
                List.of(
                        "--giza.metadata.store=azure",
                        "--giza.metadata.azure.connection-string=" + connection,
                        "--giza.metadata.azure.table=" + table,
                        "--giza.metadata.azure.limits.retries=0"));
    }

    private static HttpMetadataReplica replica(ConfigurableApplicationContext service) {
        return new HttpMetadataReplica(
                Samples.dc(1), ServiceStart.endpointOf(service), client, Duration.ofSeconds(30));
    }

    private static Message message(Request request) {
        return new Message(Samples.key("object"), request, null);
    }
}
