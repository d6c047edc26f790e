package io.giza.azure;

import com.azure.core.exception.ClientAuthenticationException;
import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import com.azure.data.tables.models.TableServiceException;

import io.giza.azure.AzureFailure.AccountGone;
import io.giza.azure.AzureFailure.ConditionNotMet;
import io.giza.azure.AzureFailure.Conflict;
import io.giza.azure.AzureFailure.Failed;
import io.giza.azure.AzureFailure.Interrupted;
import io.giza.azure.AzureFailure.NotFound;
import io.giza.azure.AzureFailure.Rejected;
import io.giza.azure.AzureFailure.Throttled;
import io.giza.azure.AzureFailure.TimedOut;
import io.giza.azure.AzureFailure.Unauthorized;
import io.giza.azure.AzureFailure.Unreachable;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Reads a failure off an exception or an answer. */
final class FailureClassifier {
    private static final HttpHeaderName ERROR_CODE = HttpHeaderName.fromString("x-ms-error-code");
    private static final Set<String> ACCOUNT_GONE_CODES =
            Set.of("AccountIsDisabled", "AccountBeingDeleted", "AccountNotFound");
    private static final AccountGone UNKNOWN_HOST = new AccountGone("its host name is unknown");
    private static final int MAX_RETRY_AFTER_SECONDS = 3600;

    private FailureClassifier() {}

    /** Goes from an exception to its causes until one says what happened. */
    static AzureFailure classify(Throwable thrown) {
        Throwable last = thrown;
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            AzureFailure failure = classifyOne(cause);
            if (failure != null) {
                return failure;
            }
            last = cause;
        }
        return new Interrupted(last.getClass().getSimpleName());
    }

    private static @Nullable AzureFailure classifyOne(Throwable thrown) {
        return switch (thrown) {
            case AzureException e -> e.failure();
            case TableServiceException e ->
                    classifyResponse(e, e.getValue() == null ? null : e.getValue().getErrorCode());
            case HttpResponseException e -> classifyResponse(e, codeIn(e.getValue()));
            case UnknownHostException _, UnresolvedAddressException _ -> UNKNOWN_HOST;
            case HttpConnectTimeoutException _ -> new Unreachable("no connection in time");
            case ConnectException e ->
                    e.getCause() instanceof UnresolvedAddressException
                            ? UNKNOWN_HOST
                            : new Unreachable("no connection");
            case HttpTimeoutException _, SocketTimeoutException _, TimeoutException _ ->
                    new TimedOut("given up here");
            case IOException e -> new Interrupted(e.getClass().getSimpleName());
            default -> null;
        };
    }

    /** A key vault says in its body what it refuses, and inside of that more exactly why. */
    private static @Nullable Object codeIn(@Nullable Object body) {
        if (body instanceof Map<?, ?> json && json.get("error") instanceof Map<?, ?> error) {
            return error.get("innererror") instanceof Map<?, ?> inner && inner.get("code") != null
                    ? inner.get("code")
                    : error.get("code");
        }
        return null;
    }

    private static AzureFailure classifyResponse(
            HttpResponseException thrown, @Nullable Object code) {
        HttpResponse response = thrown.getResponse();
        if (response != null) {
            return classify(response, code);
        }
        return thrown instanceof ClientAuthenticationException
                ? new Unauthorized(401, "no token could be had")
                : new Interrupted("no answer");
    }

    /**
     * Reads an answer.
     *
     * @param codeInBody the code that its body has, for services that do not say it in a header
     */
    static AzureFailure classify(HttpResponse response, @Nullable Object codeInBody) {
        int status = response.getStatusCode();
        String code = errorCode(response, codeInBody);
        if (ACCOUNT_GONE_CODES.contains(code)) {
            return new AccountGone(status + " " + code);
        }
        if (code.equals("OperationTimedOut") || status == 408 || status == 504) {
            return new TimedOut("the service gave up");
        }
        return switch (status) {
            case 401, 403 -> new Unauthorized(status, code);
            case 404 -> new NotFound(code);
            case 409 -> new Conflict(code);
            case 304, 412 -> new ConditionNotMet(code);
            case 429, 503 -> new Throttled(status, code, retryAfter(response));
            default ->
                    status >= 400 && status < 500
                            ? new Rejected(status, code)
                            : new Failed(status, code);
        };
    }

    private static String errorCode(HttpResponse response, @Nullable Object codeInBody) {
        String header = response.getHeaders().getValue(ERROR_CODE);
        String text = String.valueOf(header == null ? codeInBody : header);
        return text.equals("null") || !text.matches("[A-Za-z0-9_-]{1,60}") ? "without code" : text;
    }

    private static Duration retryAfter(HttpResponse response) {
        String seconds = response.getHeaders().getValue(HttpHeaderName.RETRY_AFTER);
        return seconds != null && seconds.matches("\\d{1,6}")
                ? Duration.ofSeconds(Math.min(MAX_RETRY_AFTER_SECONDS, Integer.parseInt(seconds)))
                : Duration.ZERO;
    }
}
