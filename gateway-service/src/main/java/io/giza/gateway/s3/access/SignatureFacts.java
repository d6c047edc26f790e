package io.giza.gateway.s3.access;

import io.giza.gateway.s3.policy.request.RequestConditions.Signature;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.route.Operation;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** How a request was signed, as policies call it. */
final class SignatureFacts {
    private static final String V4 = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);

    private SignatureFacts() {}

    /**
     * Returns how a request was signed whose signature was verified.
     *
     * @param now when it came, which stands for the time of a signature that bears none
     */
    static Signature of(Operation operation, RawRequest request, Instant now) {
        if (operation == Operation.POST_OBJECT) {
            return new Signature("POST", V4, now);
        }
        if (request.headers().has("authorization")) {
            return new Signature(
                    "REST-HEADER", V4, time(request.headers().value("x-amz-date"), now));
        }
        if (request.query().has("X-Amz-Algorithm")) {
            return new Signature(
                    "REST-QUERY-STRING", V4, time(request.query().first("X-Amz-Date"), now));
        }
        return PresignedHeaders.isSigV2(request)
                ? new Signature("REST-QUERY-STRING", "AWS", now)
                : Signature.NONE;
    }

    private static Instant time(Optional<String> text, Instant now) {
        try {
            return text.map(each -> LocalDateTime.parse(each, TIMESTAMP).toInstant(ZoneOffset.UTC))
                    .orElse(now);
        } catch (DateTimeException e) {
            return now;
        }
    }
}
