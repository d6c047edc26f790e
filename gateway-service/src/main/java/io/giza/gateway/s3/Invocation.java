package io.giza.gateway.s3;

import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.service.ClientOperation;
import io.giza.model.OpId;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the SDKs say of retries: each sends the invocation id of the first attempt, and the number
 * of the attempt. They count only where the client signed both, since whoever adds a header on the
 * way could otherwise turn one request into the retry of another.
 */
final class Invocation {
    private static final String ID = "amz-sdk-invocation-id";
    private static final String ATTEMPT = "amz-sdk-request";

    private static final String DATE = "x-amz-date";
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);

    private static final Pattern NUMBER = Pattern.compile("(?:^|;) *attempt=(\\d{1,9}) *(?:;|$)");

    /** What differs between attempts, or says nothing of what is to be done. */
    private static final Set<String> EXCLUDED_HEADERS =
            Set.of(DATE, "x-amz-user-agent", "x-amz-security-token");

    private static final List<String> OPERATION_HEADERS =
            List.of("x-amz-", "content-", "if-", "cache-control");

    private Invocation() {}

    /** Returns the operation of a request: a first attempt of it, or a retry. */
    static ClientOperation of(RawRequest request, Caller caller, RandomGenerator random) {
        Optional<String> id = signed(ID, request.headers(), caller);
        OptionalLong attempt = attempt(signed(ATTEMPT, request.headers(), caller).orElse(""));
        return id.isPresent() && attempt.isPresent()
                ? new ClientOperation(
                        operationId(request, caller, id.get()),
                        attempt.getAsLong() > 1,
                        signedAt(signed(DATE, request.headers(), caller)))
                : ClientOperation.once(random);
    }

    private static Optional<String> signed(String name, Headers headers, Caller caller) {
        return caller.signedHeaders().contains(name) ? headers.value(name) : Optional.empty();
    }

    /** Returns when an attempt was signed, which a client does again for each. */
    private static Instant signedAt(Optional<String> date) {
        try {
            return date.map(text -> LocalDateTime.parse(text, TIMESTAMP).toInstant(ZoneOffset.UTC))
                    .orElse(Instant.MAX);
        } catch (DateTimeParseException e) {
            return Instant.MAX;
        }
    }

    private static OptionalLong attempt(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.find()
                ? OptionalLong.of(Long.parseLong(number.group(1)))
                : OptionalLong.empty();
    }

    /** A request that asks for anything else is another operation, whatever its id. */
    private static OpId operationId(RawRequest request, Caller caller, String id) {
        List<String> parts = new ArrayList<>();
        parts.addAll(List.of(id, caller.accessKeyId(), request.method(), request.pathWithBucket()));
        request.query().parameters().stream()
                .sorted(
                        Comparator.comparing(Query.Parameter::name)
                                .thenComparing(Query.Parameter::value))
                .forEach(each -> parts.addAll(List.of("?" + each.name(), each.value())));
        request.headers().names().stream()
                .filter(Invocation::identifiesOperation)
                .sorted()
                .forEach(
                        each ->
                                parts.addAll(
                                        List.of(each, request.headers().value(each).orElse(""))));
        return OpId.named(parts);
    }

    private static boolean identifiesOperation(String header) {
        return header.equals("expires")
                || (OPERATION_HEADERS.stream().anyMatch(header::startsWith)
                        && !EXCLUDED_HEADERS.contains(header));
    }
}
