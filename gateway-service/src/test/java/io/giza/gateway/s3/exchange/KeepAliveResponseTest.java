package io.giza.gateway.s3.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.memory.ByteBudget;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.connection.ClientConnection;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.OpId;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;

import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Answers that come soon, and answers that do not. */
class KeepAliveResponseTest {
    private static final VirtualThreads THREADS = new VirtualThreads();
    private static final Surroundings SURROUNDINGS =
            new Surroundings(THREADS, THREADS, new Random(1));

    private final Inbox<Boolean> spaces = THREADS.inbox(1);
    private final MockHttpServletResponse response = new Watched();
    private final Reply reply =
            new Reply(
                    response,
                    new SlowClientLimits(THREADS, Duration.ofMinutes(1), 0)
                            .watch(ClientConnection.UNKNOWN));
    private final Call call =
            new Call(
                    new RawRequest("PUT", "/b/k", Query.parse(""), Headers.of(Map.of())),
                    new Resource("b", "k"),
                    new Caller(
                            "key", RunningGateway.account(), new PayloadMode.Unsigned(), Set.of()),
                    new ClientOperation(new OpId(new UUID(0, 1)), false),
                    InputStream.nullInputStream(),
                    new Documents(new ByteBudget("documents", 1 << 20, new SimpleMeterRegistry())));

    private static KeepAliveResponse.FinalResponse answer() {
        return new KeepAliveResponse.FinalResponse(
                XmlWriter.document("Result"), Map.of("x-amz-test", "told"));
    }

    @Test
    void whatEndsSoonIsAnOrdinaryAnswer() throws IOException {
        new KeepAliveResponse(SURROUNDINGS, Duration.ofMinutes(1))
                .send(call, reply, () -> answer());
        assertThat(response.getHeader("x-amz-test")).isEqualTo("told");
        assertThat(response.getHeader("Content-Length")).isNotNull();
        assertThat(response.getContentAsString()).contains("?>\n<Result");
    }

    @Test
    void whatFailsSoonIsAnOrdinaryError() {
        assertThatThrownBy(
                        () ->
                                new KeepAliveResponse(SURROUNDINGS, Duration.ofMinutes(1))
                                        .send(
                                                call,
                                                reply,
                                                () -> {
                                                    throw new S3Exception(S3Error.NO_SUCH_KEY);
                                                }))
                .isInstanceOf(S3Exception.class);
    }

    @Test
    void whatTakesLongIsKeptAliveByWhiteSpace() throws IOException {
        late(() -> answer());
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getHeader("x-amz-test")).isNull();
        assertThat(response.getContentAsString()).matches("(?s)<\\?xml [^>]*\\?>\n +<Result.*");
    }

    @Test
    void whatFailsLateIsAnErrorWithinTheAnswer() throws IOException {
        new RequestIds("ABCD", "EFGH").addTo(reply);
        late(
                () -> {
                    throw new S3Exception(S3Error.NO_SUCH_KEY);
                });
        assertThat(response.getStatus()).isEqualTo(200);
        assertThat(response.getContentAsString())
                .contains("?>\n ")
                .contains("<Error><Code>NoSuchKey</Code>")
                .contains("<RequestId>ABCD</RequestId>")
                .doesNotContain("?>\n<Error>");
    }

    /** The work ends only once the answer has begun, and white space was written. */
    private void late(KeepAliveResponse.Work work) throws IOException {
        new KeepAliveResponse(SURROUNDINGS, Duration.ofMillis(1))
                .send(
                        call,
                        reply,
                        () -> {
                            if (spaces.take(THREADS.after(Duration.ofMinutes(1))).isEmpty()) {
                                throw new IllegalStateException("no white space in a minute");
                            }
                            return work.run();
                        });
    }

    /** Tells when a space is written. */
    private final class Watched extends MockHttpServletResponse {
        @Override
        public ServletOutputStream getOutputStream() {
            ServletOutputStream out = super.getOutputStream();
            return new ServletOutputStream() {
                @Override
                public void write(int octet) throws IOException {
                    write(new byte[] {(byte) octet}, 0, 1);
                }

                @Override
                public void write(byte[] source, int from, int count) throws IOException {
                    out.write(source, from, count);
                    if (count == 1 && source[from] == ' ') {
                        spaces.offer(true, THREADS.after(Duration.ZERO));
                    }
                }

                @Override
                public boolean isReady() {
                    return true;
                }

                @Override
                public void setWriteListener(WriteListener listener) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }
}
