package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.http.TracedFragmentInventory;
import io.giza.http.TracedFragmentRepair;
import io.giza.model.Coding;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory.Examination;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fixture.CodedObject;
import io.giza.testkit.fixture.Samples;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.InventoryCodec;
import io.giza.wire.MessageFormat;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;

/** How examinations and repairs travel, and what becomes of them where the other side is odd. */
class ExaminationOverHttpTest {
    private static final String TOKEN = FragmentServiceApplicationTest.TOKEN;
    private static final CodedObject LARGE =
            CodedObject.of(
                    new Random(17),
                    new StripeLayout(Coding.parse("rs(2,1)"), 4 << 20, 7_000_000),
                    1);

    @TempDir private static Path folder;
    private static ConfigurableApplicationContext context;
    private static ServiceClient client;
    private static URI endpoint;

    @BeforeAll
    static void start() {
        context = FragmentServiceApplicationTest.run(folder);
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        endpoint = URI.create("http://127.0.0.1:" + port);
        ServiceClient.Timeouts shortTimeouts =
                new ServiceClient.Timeouts(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(20),
                        Duration.ofMillis(200),
                        Duration.ofMinutes(5));
        client =
                new ServiceClient(
                        new ServiceClient.Settings(TOKEN, shortTimeouts, 8, 1 << 20, null, null));
    }

    @AfterAll
    static void stop() {
        client.close();
        context.close();
    }

    @Test
    void aSpaceIsSentForEveryMebibyteThatIsReadBeforeWhatIsFound() throws Exception {
        HttpFragmentStore store = new HttpFragmentStore(Samples.dc(1), endpoint, client);
        byte[] bytes = LARGE.fragment(1);
        try (FragmentUpload upload = store.create(LARGE.id(1), bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            upload.complete();
        }
        String name = FragmentName.of(LARGE.id(1)).path();
        assertThat(store.examine(name)).isEqualTo(new Examination(Finding.WHOLE, bytes.length));
        HttpResponse<String> answer = get(FragmentRoutes.PREFIX + name + "/examination");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains(MessageFormat.MEDIA_TYPE);
        assertThat(answer.body()).startsWith("   ");
        assertThat(
                        InventoryCodec.decodeExamination(
                                answer.body().substring(3).getBytes(ISO_8859_1)))
                .isEqualTo(new Examination(Finding.WHOLE, bytes.length));
    }

    @Test
    void examinationsAndRepairsAreCountedOnBothSides() throws Exception {
        HttpFragmentStore store = new HttpFragmentStore(Samples.dc(1), endpoint, client);
        MeterRegistry meters = new SimpleMeterRegistry();
        VirtualThreads threads = new VirtualThreads();
        byte[] poison = LARGE.poison(2, 1);
        byte[] bytes = LARGE.fragment(2);
        try (FragmentUpload upload = store.create(LARGE.id(2), poison.length)) {
            upload.write(ByteBuffer.wrap(poison));
            upload.complete();
        }
        FragmentStore repaired =
                new TracedFragmentRepair(store, Samples.dc(2), threads, meters).replacing(1);
        double examined = examinedByTheService("poison");
        try (FragmentUpload upload = repaired.create(LARGE.id(2), bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            assertThat(upload.complete().outcome()).isEqualTo(FragmentUpload.Outcome.STORED);
        }
        assertThat(examinedByTheService("poison")).isEqualTo(examined + 1);
        new TracedFragmentInventory(store, Samples.dc(2), threads, meters)
                .examine(FragmentName.of(LARGE.id(2)).path());

        assertThat(crossings(meters, "create", "stored")).isEqualTo(1);
        assertThat(crossings(meters, "examine", "whole")).isEqualTo(1);
    }

    private static double examinedByTheService(String finding) {
        return context.getBean(MeterRegistry.class)
                .counter("giza.fragment.examined", "finding", finding)
                .count();
    }

    private static double crossings(MeterRegistry meters, String op, String outcome) {
        return meters.get("giza.hop.requests")
                .tags("service", "fragment", "op", op, "hop", "cross", "outcome", outcome)
                .counter()
                .count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/b/c/d",
                "..%2f..%2fetc/b/c/d",
                "a/00000000-0000-0001-0000-000000000002/x/y",
                "%00/%00/%00/%00"
            })
    void whatIsNoNameOfAFragmentIsRefused(String name) throws Exception {
        assertThat(get(FragmentRoutes.PREFIX + name + "/examination").statusCode()).isEqualTo(400);
    }

    @Test
    void nobodyExaminesWithoutTheToken() throws Exception {
        String path = FragmentRoutes.PREFIX + FragmentName.of(LARGE.id(0)) + "/examination";
        try (HttpClient plain = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(endpoint.resolve(path)).build();
            assertThat(plain.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(401);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, ''", "-1, ''", "x, ''", "1, 1", "99999999999999999999, ''"})
    void aRepairWithoutOneEpochIsRefused(String replacing, String rebuilding) throws Exception {
        byte[] bytes = LARGE.fragment(0);
        HttpRequest.Builder request =
                request(FragmentRoutes.PREFIX + FragmentName.of(LARGE.id(0)))
                        .header(FragmentRoutes.LENGTH_HEADER, String.valueOf(bytes.length))
                        .header(FragmentRoutes.REPLACE_HEADER, replacing)
                        .PUT(BodyPublishers.ofByteArray(bytes));
        if (!rebuilding.isEmpty()) {
            request.header(FragmentRoutes.REBUILD_HEADER, rebuilding);
        }
        try (HttpClient plain = HttpClient.newHttpClient()) {
            assertThat(plain.send(request.build(), BodyHandlers.discarding()).statusCode())
                    .isEqualTo(400);
        }
        HttpFragmentStore store = new HttpFragmentStore(Samples.dc(1), endpoint, client);
        assertThat(store.examine(FragmentName.of(LARGE.id(0)).path()))
                .isEqualTo(Examination.ABSENT);
    }

    @Test
    void aServiceThatStandsStillIsNotWaitedFor() {
        assertThatExceptionOfType(ReplicaException.TimedOut.class)
                .isThrownBy(() -> examineAt("  ", true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "{\"format\":1,\"finding\":\"WHOLE\",\"byt",
                "{\"format\":1,\"finding\":\"WHOLE\",\"bytes\":-1}",
                "{\"format\":1,\"finding\":\"FINE\",\"bytes\":1}",
                "{\"format\":2,\"finding\":\"WHOLE\",\"bytes\":1}",
                "{\"format\":1,\"bytes\":1}",
                "{\"format\":1,\"finding\":\"WHOLE\",\"bytes\":1} and more"
            })
    void whatBreaksOffOrMakesNoSenseIsNoFinding(String answer) {
        assertThatExceptionOfType(ReplicaException.class)
                .isThrownBy(() -> examineAt(answer, false))
                .isNotInstanceOf(ReplicaException.TimedOut.class);
    }

    /** Examines at a service that answers like this, and then closes the connection or does not. */
    private static Examination examineAt(String answer, boolean isStalled)
            throws ReplicaException, IOException, InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread service =
                    Thread.startVirtualThread(() -> serve(server, answer, isStalled, over));
            URI there = URI.create("http://127.0.0.1:" + server.getLocalPort());
            try {
                return new HttpFragmentStore(Samples.dc(1), there, client)
                        .examine(FragmentName.of(LARGE.id(0)).path());
            } finally {
                over.countDown();
                service.join();
            }
        }
    }

    private static void serve(
            ServerSocket server, String answer, boolean isStalled, CountDownLatch over) {
        try (Socket socket = server.accept()) {
            BufferedReader request =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            String line = request.readLine();
            while (line != null && !line.isEmpty()) {
                line = request.readLine();
            }
            String length = isStalled ? "Content-Length: 100\r\n" : "";
            socket.getOutputStream()
                    .write(
                            ("HTTP/1.1 200 OK\r\n" + length + "Connection: close\r\n\r\n" + answer)
                                    .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            if (isStalled) {
                over.await();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(endpoint.resolve(path))
                .header("Authorization", "Bearer " + TOKEN);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        try (HttpClient plain = HttpClient.newHttpClient()) {
            return plain.send(request(path).build(), BodyHandlers.ofString(ISO_8859_1));
        }
    }
}
