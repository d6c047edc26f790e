package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.acl.AccessControlList;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.connection.Standstill;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access.ObjectAccess;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ClientOperation;
import io.giza.http.server.Exchange;
import io.giza.http.server.Limits;
import io.giza.http.server.ServiceServer;
import io.giza.lifecycle.LifecycleSchedule;
import io.giza.model.Manifest;
import io.giza.model.OpId;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;
import io.giza.replica.Account;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Answers that come soon, and answers that do not, as a client receives them. */
class KeepAliveResponseTest {
    private static final VirtualThreads THREADS = new VirtualThreads();
    private static final Surroundings SURROUNDINGS =
            new Surroundings(THREADS, THREADS, new Random(1));
    private static final int REFUSED = 418;

    /** What white space stands behind. */
    private static final String DECLARATION = "?>\n";

    private final Inbox<Boolean> spaces = THREADS.inbox(1);
    private final Call call =
            new Call(
                    new RawRequest("PUT", "/b/k", Query.parse(""), Headers.of(Map.of())),
                    new Resource("b", "k"),
                    new Caller(
                            "key",
                            RunningGateway.account(),
                            Role.USER,
                            KeyLimits.NONE,
                            new PayloadMode.Unsigned(),
                            Set.of()),
                    new AllAccess(RunningGateway.account()),
                    new ClientOperation(new OpId(new UUID(0, 1)), false),
                    InputStream.nullInputStream(),
                    new Documents(new ByteBudget("documents", 1 << 20, new SimpleMeterRegistry())));

    /** Lets everything be done. */
    private record AllAccess(Account account) implements Access {
        @Override
        public boolean usesList() {
            return false;
        }

        @Override
        public Account sourceAccount() {
            return account;
        }

        @Override
        public ObjectAccess object() {
            return new AnyObject();
        }

        @Override
        public ObjectAccess source() {
            return new AnyObject();
        }

        @Override
        public ObjectOwnership ownership() {
            return ObjectOwnership.BUCKET_OWNER_ENFORCED;
        }

        @Override
        public boolean blocksPublicLists() {
            return false;
        }

        @Override
        public Owner ownerOf(Optional<AccessControlList> acl) {
            return Owner.of(account.name());
        }

        @Override
        public Optional<LifecycleSchedule.Due> expiration(String key, Manifest manifest) {
            return Optional.empty();
        }

        @Override
        public void requireDelete(String key, boolean namesVersion) {}
    }

    /** Lets everything be done to an object. */
    private record AnyObject() implements ObjectAccess {
        @Override
        public boolean admits(Optional<AccessControlList> acl) {
            return true;
        }

        @Override
        public S3Exception absent(S3Exception told) {
            return told;
        }
    }

    /** What the client has of an answer in the end. */
    private record Received(
            int status, Optional<String> told, Optional<String> length, String body) {}

    private static KeepAliveResponse.FinalResponse answer() {
        return new KeepAliveResponse.FinalResponse(
                XmlWriter.document("Result"), Map.of("x-amz-test", "told"));
    }

    @Test
    void whatEndsSoonIsAnOrdinaryAnswer() throws Exception {
        Received received = receive(Duration.ofMinutes(1), () -> answer());
        assertThat(received.told()).contains("told");
        assertThat(received.length()).isPresent();
        assertThat(received.body()).contains("?>\n<Result");
    }

    @Test
    void whatFailsSoonIsAnOrdinaryError() throws Exception {
        Received received =
                receive(
                        Duration.ofMinutes(1),
                        () -> {
                            throw new S3Exception(S3Error.NO_SUCH_KEY);
                        });
        assertThat(received.status()).isEqualTo(REFUSED);
    }

    @Test
    void whatTakesLongIsKeptAliveByWhiteSpace() throws Exception {
        Received received = late(() -> answer());
        assertThat(received.status()).isEqualTo(200);
        assertThat(received.told()).isEmpty();
        assertThat(received.body()).matches("(?s)<\\?xml [^>]*\\?>\n +<Result.*");
    }

    @Test
    void whatFailsLateIsAnErrorWithinTheAnswer() throws Exception {
        Received received =
                late(
                        () -> {
                            throw new S3Exception(S3Error.NO_SUCH_KEY);
                        });
        assertThat(received.status()).isEqualTo(200);
        assertThat(received.body())
                .contains("?>\n ")
                .contains("<Error><Code>NoSuchKey</Code>")
                .contains("<RequestId>ABCD</RequestId>")
                .doesNotContain("?>\n<Error>");
    }

    /** The work ends only once the client has received white space. */
    private Received late(KeepAliveResponse.Work work) throws Exception {
        return receive(
                Duration.ofMillis(1),
                () -> {
                    if (spaces.take(THREADS.after(Duration.ofMinutes(1))).isEmpty()) {
                        throw new IllegalStateException("no white space in a minute");
                    }
                    return work.run();
                });
    }

    private Received receive(Duration pause, KeepAliveResponse.Work work) throws Exception {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (var server =
                        new ServiceServer(
                                address,
                                null,
                                exchange -> answer(exchange, pause, work),
                                Limits.stallingFor(Duration.ofMinutes(1)));
                HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.port() + "/b/k");
            HttpResponse<InputStream> response =
                    client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofInputStream());
            return new Received(
                    response.statusCode(),
                    response.headers().firstValue("x-amz-test"),
                    response.headers().firstValue("content-length"),
                    read(response.body()));
        }
    }

    private void answer(Exchange exchange, Duration pause, KeepAliveResponse.Work work)
            throws IOException {
        Reply reply =
                Reply.to(
                        exchange,
                        new SlowClientLimits(THREADS, Duration.ofMinutes(1), 0),
                        new Standstill(THREADS));
        new RequestIds("ABCD", "EFGH").addTo(reply);
        try {
            new KeepAliveResponse(SURROUNDINGS, pause).send(call, reply, work);
        } catch (S3Exception e) {
            reply.empty(REFUSED);
        }
        reply.finish();
    }

    /** Reads to the end, and tells when a space is received. */
    private String read(InputStream body) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int octet = body.read(); octet >= 0; octet = body.read()) {
            text.append((char) octet);
            if (octet == ' ' && text.indexOf(DECLARATION) >= 0) {
                spaces.offer(true, THREADS.after(Duration.ZERO));
            }
        }
        return text.toString();
    }
}
