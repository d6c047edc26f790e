package io.giza.azure.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.azure.AzureClients;
import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.blob.AzureBlobs.OpenRange;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.VirtualThreads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A service that begins an answer and never ends it. */
class StalledReadTest {
    private static final String ANSWER =
            "HTTP/1.1 206 Partial Content\r\nContent-Length: 1000\r\nETag: \"a\"\r\n\r\nfirst";

    /** Without a watch it would never end. */
    @Test
    @Timeout(60)
    void aBodyThatStandsStillIsGivenUp() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread service = Thread.ofVirtual().start(() -> answer(server, end));
            OpenRange found = blobs(server.getLocalPort()).open("blob", 0, 1000).orElseThrow();
            assertThat(found.bytes().readNBytes(5)).asString().isEqualTo("first");
            assertThatExceptionOfType(AzureException.class)
                    .isThrownBy(() -> found.bytes().read())
                    .satisfies(
                            e -> assertThat(e.failure()).isInstanceOf(AzureFailure.TimedOut.class));
            found.bytes().close();
            end.countDown();
            service.join();
        }
    }

    private static void answer(ServerSocket server, CountDownLatch end) {
        try (Socket socket = server.accept()) {
            socket.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            end.await();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static AzureBlobs blobs(int port) {
        AzureSettings.Limits shortTimeouts =
                new AzureSettings.Limits(null, Duration.ofSeconds(1), 0, null, null, null, null);
        AzureSettings settings =
                AzureSettings.of(AzuriteProcess.connectionString(port, 1))
                        .withLimits(shortTimeouts);
        return new AzureBlobs(
                new AzureClients(settings.toAccount("giza.fragment.azure")), new VirtualThreads());
    }
}
