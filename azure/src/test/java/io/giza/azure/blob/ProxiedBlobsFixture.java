package io.giza.azure.blob;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.azure.AzureClients;
import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.azure.blob.AzureBlobs.ListedBlob;
import io.giza.azure.blob.AzureBlobs.OpenRange;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.VirtualThreads;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Blobs in Azure's emulator, behind a proxy that loses and refuses. */
@NeedsAzurite
abstract class ProxiedBlobsFixture {
    private static @Nullable AzuriteServer server;
    private static int containers;

    final FaultyProxy proxy = FaultyProxy.inFrontOf(server().blobPort());
    final AzureBlobs blobs = blobs(Duration.ofSeconds(20), 3);
    final BlockBuffers buffers = new BlockBuffers(2);

    @BeforeAll
    static void startServer() {
        server = AzuriteServer.start();
    }

    @AfterAll
    static void stopServer() {
        server().close();
    }

    private static AzuriteServer server() {
        return Objects.requireNonNull(server);
    }

    @BeforeEach
    void makeContainer() throws IOException {
        blobs.createContainerIfAbsent();
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    final AzureBlobs blobs(Duration requestTimeout, int retries) {
        AzureSettings.Limits limits =
                new AzureSettings.Limits(
                        null,
                        requestTimeout,
                        retries,
                        Duration.ofMillis(10),
                        Duration.ofMillis(50),
                        null,
                        null);
        AzureSettings settings =
                new AzureSettings(
                        AzuriteProcess.connectionString(proxy.port(), 1),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        "blobs-" + containers++,
                        null,
                        limits);
        return new AzureBlobs(new AzureClients(settings.toAccount("giza.x")), new VirtualThreads());
    }

    static List<String> names(List<ListedBlob> items) {
        return items.stream().map(ListedBlob::name).toList();
    }

    static boolean isPutOf(HttpCall call, String name) {
        return call.method().equals("PUT")
                && call.target().replaceFirst("\\?.*", "").endsWith("/" + name);
    }

    final BlockUpload upload(String name, long length) {
        return new BlockUpload(blobs, buffers, name, Map.of("giza_a", "b"), length);
    }

    static void write(BlockUpload upload, byte[] content) throws IOException {
        for (int at = 0; at < content.length; ) {
            ByteBuffer room = upload.writableBuffer();
            int count = Math.min(room.remaining(), content.length - at);
            room.put(content, at, count);
            at += count;
        }
    }

    final boolean put(String name, String content) throws IOException {
        return blobs.put(name, bytes(content), Map.of(), Condition.IF_ABSENT);
    }

    final boolean replace(String name, String tag, String content) throws IOException {
        return blobs.put(name, bytes(content), Map.of(), new Condition.IfTag(tag));
    }

    static ByteBuffer bytes(String content) {
        return ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
    }

    final String tag(String name) throws IOException {
        return blobs.info(name).orElseThrow().tag();
    }

    final String read(String name, long offset, long length) throws IOException {
        OpenRange found = blobs.open(name, offset, length).orElseThrow();
        try (InputStream bytes = found.bytes()) {
            byte[] all = bytes.readAllBytes();
            assertThat(found.length()).isEqualTo(all.length);
            return new String(all, StandardCharsets.UTF_8);
        }
    }
}
