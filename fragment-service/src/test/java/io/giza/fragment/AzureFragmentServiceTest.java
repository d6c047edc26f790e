package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.azure.UnusableAccountException;
import io.giza.azurite.AzuriteProcess;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.contract.WholeFragmentContract;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.time.Duration;

/** A fragment service whose fragments lie in Azure's emulator, over real HTTP. */
@NeedsAzurite
@ExtendWith(OutputCaptureExtension.class)
class AzureFragmentServiceTest extends WholeFragmentContract {
    private static AzuriteServer server;
    private static FaultyProxy proxy;
    private static ConfigurableApplicationContext context;
    private static ServiceClient client;
    private static FragmentStore store;

    @BeforeAll
    static void start() {
        server = AzuriteServer.start();
        proxy = FaultyProxy.inFrontOf(server.blobPort());
        context = FragmentServiceApplicationTest.run(1, onAzure("service", connection()));
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        client = new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));
        store =
                new HttpFragmentStore(
                        new DcName("dc1"), URI.create("http://127.0.0.1:" + port), client);
    }

    @AfterAll
    static void stop() {
        client.close();
        context.close();
        proxy.close();
        server.close();
    }

    static String[] onAzure(String container, String connection) {
        return onAzure(container, connection, "1s", "6100ms");
    }

    static String[] onAzure(
            String container, String connection, String requestTimeout, String quietPeriod) {
        return new String[] {
            "--giza.fragment.store=azure",
            "--giza.fragment.azure.connection-string=" + connection,
            "--giza.fragment.azure.container=" + container,
            "--giza.fragment.azure.limits.request-timeout=" + requestTimeout,
            "--giza.fragment.azure.limits.quiet-period=" + quietPeriod,
            "--giza.fragment.azure.limits.retries=1",
            "--giza.fragment.azure.limits.retry-delay=10ms",
            "--giza.fragment.azure.limits.longest-retry-delay=20ms",
        };
    }

    private static String connection() {
        return AzuriteProcess.connectionString(proxy.port(), 1);
    }

    @Override
    protected FragmentStore store() {
        return store;
    }

    @Test
    void aBusyAccountMakesABusyService() throws Exception {
        FragmentId id = fragment("busy");
        byte[] bytes = content(id, 10);
        proxy.applyToAll(
                HttpCall::isWrite, new Fault.Refuse(429, "TooManyRequests", Duration.ofSeconds(2)));
        try {
            assertThatExceptionOfType(ReplicaException.Throttled.class)
                    .isThrownBy(() -> upload(id, bytes));
        } finally {
            proxy.clearFaults();
        }
        assertThat(upload(id, bytes)).isEqualTo(Outcome.STORED);
    }

    @Test
    void anUploadWhoseAnswerTheServiceLostIsStored() throws Exception {
        FragmentId id = fragment("lost");
        byte[] bytes = content(id, 300_000);
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        assertThat(upload(id, bytes)).isEqualTo(Outcome.STORED);
        assertThat(upload(id, bytes)).isEqualTo(Outcome.ALREADY_THERE);
    }

    @Test
    void aWrongKeyStopsTheStartInOneSentenceAndNoSecretIsLogged(CapturedOutput output) {
        String wrong = connection().replace(AzuriteProcess.ACCOUNT_KEY, "c2VjcmV0c2VjcmV0c2VjcmV0");

        assertThatThrownBy(() -> FragmentServiceApplicationTest.run(1, onAzure("other", wrong)))
                .hasRootCauseInstanceOf(io.giza.azure.AzureException.class)
                .hasStackTraceContaining(UnusableAccountException.class.getName());
        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("(403 AuthorizationFailure): check giza.fragment.azure.account-key")
                .doesNotContain("c2VjcmV0");
    }

    @Test
    void aMisspelledKeyStopsTheStartAndIsNotShown(CapturedOutput output) {
        assertThatThrownBy(
                        () ->
                                FragmentServiceApplicationTest.run(
                                        1,
                                        "--giza.fragment.store=azure",
                                        "--giza.fragment.azure.account-name=photos1",
                                        "--giza.fragment.azure.account-key=no secret !"))
                .rootCause()
                .hasMessageContaining("giza.fragment.azure.account-key is not base 64");
        assertThat(output)
                .contains("giza.fragment.azure.account-key is not base 64")
                .doesNotContain("no secret !");
    }
}
