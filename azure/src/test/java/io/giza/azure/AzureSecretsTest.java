package io.giza.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;

import com.azure.storage.blob.sas.BlobContainerSasPermission;
import com.azure.storage.blob.sas.BlobServiceSasSignatureValues;

import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.VirtualThreads;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.NeedsAzurite;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/** Whatever happens and however much is logged: neither a key nor a signature is seen. */
@NeedsAzurite
class AzureSecretsTest {
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void captureLog() {
        log.start();
        root.addAppender(log);
        root.setLevel(Level.TRACE);
    }

    @AfterEach
    void releaseLog() {
        root.setLevel(Level.DEBUG);
        root.detachAppender(log);
    }

    @Test
    void neitherKeyNorSignatureIsLoggedOrPartOfAFailure() throws IOException {
        try (AzuriteServer server = AzuriteServer.start();
                FaultyProxy proxy = FaultyProxy.inFrontOf(server.blobPort())) {
            String connection = AzuriteProcess.connectionString(proxy.port(), 1);
            AzureClients byKey = new AzureClients(AzureSettings.of(connection).toAccount("x"));
            use(byKey, proxy);
            String token =
                    byKey.container(AzureClients.Tries.ONE)
                            .generateSas(
                                    new BlobServiceSasSignatureValues(
                                            OffsetDateTime.now(ZoneOffset.UTC).plusHours(1),
                                            BlobContainerSasPermission.parse("racwdl")));
            String signature = token.replaceAll(".*sig=([^&]*).*", "$1");
            log.list.clear();
            use(new AzureClients(bySignature(token, proxy.port()).toAccount("x")), proxy);
            String wrong = token.replace("se=2", "se=3");
            AzureBlobs refused =
                    new AzureBlobs(
                            new AzureClients(bySignature(wrong, proxy.port()).toAccount("x")),
                            new VirtualThreads());
            assertThatExceptionOfType(AzureException.class)
                    .isThrownBy(() -> refused.info("a"))
                    .satisfies(
                            e -> {
                                assertThat(e.failure())
                                        .isInstanceOf(AzureFailure.Unauthorized.class);
                                assertThat(e).hasMessageNotContaining(signature).hasNoCause();
                            });

            assertThat(loggedText(log.list)).doesNotContain(signature, AzuriteProcess.ACCOUNT_KEY);
        }
    }

    private static AzureSettings bySignature(String token, int port) {
        return new AzureSettings(
                null,
                null,
                null,
                token,
                null,
                AzuriteProcess.endpoint(port),
                "http://127.0.0.1:1/a",
                null,
                null,
                null);
    }

    private void use(AzureClients clients, FaultyProxy proxy) throws IOException {
        AzureBlobs blobs = new AzureBlobs(clients, new VirtualThreads());
        FragmentContainer container = new FragmentContainer(blobs);
        if (clients.account().credential() instanceof AzureCredential.SharedKey) {
            blobs.createContainerIfAbsent();
        }
        String name = container.readOrCreate().life() + "/" + clients.hashCode();
        for (Fault fault : List.of(new Fault.LoseResponse(), new Fault.LoseRequest(), Fault.BUSY)) {
            proxy.applyToNext(call -> true, fault);
            boolean _ =
                    blobs.put(name, ByteBuffer.wrap(new byte[100]), Map.of(), Condition.IF_ABSENT);
        }
        proxy.applyToNext(call -> true, new Fault.LoseRequest());
        blobs.open(name, 0, 10).orElseThrow().bytes().close();
        assertThat(blobs.list("", "", 10)).isNotEmpty();
        assertThat(blobs.delete(name, null)).isEqualTo(AzureBlobs.Deletion.DELETED);
        assertThat(loggedText(log.list)).doesNotContain(AzuriteProcess.ACCOUNT_KEY);
    }

    private static String loggedText(List<ILoggingEvent> events) {
        StringBuilder all = new StringBuilder();
        for (ILoggingEvent event : List.copyOf(events)) {
            all.append(event.getFormattedMessage()).append('\n');
            if (event.getThrowableProxy() != null) {
                all.append(ThrowableProxyUtil.asString(event.getThrowableProxy())).append('\n');
            }
        }
        return all.toString();
    }
}
