package io.giza.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.data.tables.models.TableServiceError;
import com.azure.data.tables.models.TableServiceException;

import io.giza.model.DcName;
import io.giza.replica.ReplicaException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.io.EOFException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

class AzureFailureTest {
    private static final DcName DC = new DcName("dc1");

    @ParameterizedTest
    @CsvSource({
        "429, TooManyRequests, Throttled, true, Throttled",
        "503, ServerBusy, Throttled, false, Throttled",
        "404, BlobNotFound, NotFound, true, Failed",
        "409, BlobAlreadyExists, Conflict, true, Failed",
        "412, ConditionNotMet, ConditionNotMet, true, Failed",
        "304, ConditionNotMet, ConditionNotMet, true, Failed",
        "401, NoAuthenticationInformation, Unauthorized, true, Refused",
        "403, AuthenticationFailed, Unauthorized, true, Refused",
        "403, AccountIsDisabled, AccountGone, true, Refused",
        "400, InvalidBlockList, Rejected, true, Refused",
        "413, RequestBodyTooLarge, Rejected, true, Refused",
        "500, InternalError, Failed, false, Failed",
        "500, OperationTimedOut, TimedOut, false, TimedOut",
        "408, RequestTimeout, TimedOut, false, TimedOut",
        "302, Moved, Failed, false, Failed",
    })
    void anAnswerIsReadByItsStatusAndItsCode(
            int status, String code, String failure, boolean changedNothing, String replica) {
        AzureFailure read =
                AzureFailure.of(
                        new RuntimeException(
                                new HttpResponseException(
                                        "quotes sig=secret", answer(status, code, "2"))));

        assertThat(read.getClass().getSimpleName()).isEqualTo(failure);
        assertThat(read.hasChangedNothing()).isEqualTo(changedNothing);
        ReplicaException seen =
                read.toReplicaException(DC, AzureException.of("https://a", read(status, code)));
        assertThat(seen.getClass().getSimpleName()).isEqualTo(replica);
        assertThat(seen).hasMessageStartingWith("dc1 ").hasMessageNotContaining("secret");
    }

    @Test
    void throttlingSaysForHowLong() {
        assertThat(AzureFailure.of(answer(503, "ServerBusy", "7")))
                .isEqualTo(new AzureFailure.Throttled(503, "ServerBusy", Duration.ofSeconds(7)));
        assertThat(AzureFailure.of(answer(429, "ServerBusy", "soon")))
                .isEqualTo(new AzureFailure.Throttled(429, "ServerBusy", Duration.ZERO));
        assertThat(AzureFailure.of(answer(429, "ServerBusy", "999999")))
                .isEqualTo(new AzureFailure.Throttled(429, "ServerBusy", Duration.ofHours(1)));
    }

    @Test
    void aTablesCodeIsInTheBody() {
        HttpResponse response = answer(404, null, null);

        assertThat(
                        AzureFailure.of(
                                new TableServiceException(
                                        "no",
                                        response,
                                        new TableServiceError("ResourceNotFound", "no"))))
                .isEqualTo(new AzureFailure.NotFound("ResourceNotFound"));
        assertThat(AzureFailure.of(new TableServiceException("no", response)))
                .isEqualTo(new AzureFailure.NotFound("without code"));
    }

    @Test
    void aCodeThatIsNoneIsNotRepeated() {
        assertThat(AzureFailure.of(answer(400, "<script>", null)))
                .isEqualTo(new AzureFailure.Rejected(400, "without code"));
    }

    @Test
    void whatCameInBetweenIsToldApart() {
        assertThat(AzureFailure.of(new UncheckedIOException(new UnknownHostException("x"))))
                .isInstanceOf(AzureFailure.AccountGone.class);
        assertThat(AzureFailure.of(new UnresolvedAddressException()))
                .isInstanceOf(AzureFailure.AccountGone.class);
        ConnectException unresolved = new ConnectException();
        unresolved.initCause(new UnresolvedAddressException());
        assertThat(AzureFailure.of(unresolved)).isInstanceOf(AzureFailure.AccountGone.class);
        assertThat(AzureFailure.of(new ConnectException("refused")))
                .isInstanceOf(AzureFailure.Unreachable.class);
        assertThat(AzureFailure.of(new HttpConnectTimeoutException("late")))
                .isInstanceOf(AzureFailure.Unreachable.class);
        assertThat(AzureFailure.of(new HttpTimeoutException("late")))
                .isInstanceOf(AzureFailure.TimedOut.class);
        assertThat(AzureFailure.of(new IllegalStateException(new TimeoutException("late"))))
                .isInstanceOf(AzureFailure.TimedOut.class);
        assertThat(AzureFailure.of(new EOFException()))
                .satisfies(
                        failure -> {
                            assertThat(failure)
                                    .isEqualTo(new AzureFailure.Interrupted("EOFException"));
                            assertThat(failure.hasChangedNothing()).isFalse();
                        });
        assertThat(AzureFailure.of(new IllegalStateException("a bug")))
                .isEqualTo(new AzureFailure.Interrupted("IllegalStateException"));
        assertThat(AzureFailure.of(new ClientAuthenticationException("no identity", null)))
                .isInstanceOf(AzureFailure.Unauthorized.class);
    }

    private static HttpResponseException read(int status, String code) {
        return new HttpResponseException("quotes sig=secret", answer(status, code, "2"));
    }

    private static HttpResponse answer(
            int status,
            @org.jspecify.annotations.Nullable String code,
            @org.jspecify.annotations.Nullable String retryAfter) {
        HttpHeaders headers = new HttpHeaders();
        if (code != null) {
            headers.set(HttpHeaderName.fromString("x-ms-error-code"), code);
        }
        if (retryAfter != null) {
            headers.set(HttpHeaderName.RETRY_AFTER, retryAfter);
        }
        return new Answer(status, headers);
    }

    /** An answer without a body. */
    private static final class Answer extends HttpResponse {
        private final int status;
        private final HttpHeaders headers;

        Answer(int status, HttpHeaders headers) {
            super(new HttpRequest(HttpMethod.GET, "https://a/?sig=secret"));
            this.status = status;
            this.headers = headers;
        }

        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        @Deprecated
        public String getHeaderValue(String name) {
            return headers.getValue(HttpHeaderName.fromString(name));
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }

        @Override
        public Flux<ByteBuffer> getBody() {
            return Flux.empty();
        }

        @Override
        public Mono<byte[]> getBodyAsByteArray() {
            return Mono.just(new byte[0]);
        }

        @Override
        public Mono<String> getBodyAsString() {
            return getBodyAsString(StandardCharsets.UTF_8);
        }

        @Override
        public Mono<String> getBodyAsString(Charset charset) {
            return Mono.just("");
        }
    }
}
