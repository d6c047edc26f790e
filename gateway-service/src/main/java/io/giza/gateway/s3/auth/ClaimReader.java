package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the claim of a signature from the Authorization header or from a presigned query. */
final class ClaimReader {
    static final Duration LONGEST_PRESIGNED = Duration.ofDays(7);

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final Pattern HEADER =
            Pattern.compile(
                    "AWS4-HMAC-SHA256\\s+Credential=([^,\\s]+)\\s*,\\s*SignedHeaders=([^,\\s]+)"
                            + "\\s*,\\s*Signature=([0-9a-f]{64})");
    private static final Pattern HEX_64 = Pattern.compile("[0-9a-f]{64}");

    private ClaimReader() {}

    static SignatureClaim read(RawRequest request) {
        Optional<String> header = request.headers().value("authorization");
        boolean presigned = request.query().has("X-Amz-Algorithm");
        if (header.isPresent() && presigned) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT, "Only one auth mechanism allowed per request.");
        }
        if (presigned) {
            return fromQuery(request);
        }
        if (header.isPresent()) {
            return fromHeader(request, header.get());
        }
        boolean versionTwo = request.query().has("AWSAccessKeyId");
        throw versionTwo ? unsupported() : new S3Exception(S3Error.ACCESS_DENIED);
    }

    private static SignatureClaim fromHeader(RawRequest request, String header) {
        if (!header.startsWith(SigV4.ALGORITHM)) {
            throw unsupported();
        }
        Matcher matcher = HEADER.matcher(header);
        if (!matcher.matches()) {
            throw malformedHeader();
        }
        List<String> credential = splitCredential(matcher.group(1), false);
        String timestamp = timestampOf(request.headers());
        String payloadHash =
                request.headers()
                        .value("x-amz-content-sha256")
                        .orElseThrow(
                                () ->
                                        new S3Exception(
                                                S3Error.INVALID_REQUEST,
                                                "Missing required header for this request:"
                                                        + " x-amz-content-sha256"));
        return new SignatureClaim(
                credential.get(0),
                scopeOf(credential, timestamp, false),
                headerNames(matcher.group(2)),
                matcher.group(3),
                timestamp,
                instantOf(timestamp, malformedHeader()),
                payloadHash,
                false);
    }

    private static SignatureClaim fromQuery(RawRequest request) {
        Query query = request.query();
        if (!required(query, "X-Amz-Algorithm").equals(SigV4.ALGORITHM)) {
            throw unsupported();
        }
        List<String> credential = splitCredential(required(query, "X-Amz-Credential"), true);
        String timestamp = required(query, "X-Amz-Date");
        String signature = required(query, "X-Amz-Signature");
        if (!HEX_64.matcher(signature).matches()) {
            throw malformedQuery("X-Amz-Signature is not valid.");
        }
        String payloadHash =
                query.first("X-Amz-Content-Sha256")
                        .or(() -> request.headers().value("x-amz-content-sha256"))
                        .orElse("UNSIGNED-PAYLOAD");
        return new SignatureClaim(
                credential.get(0),
                scopeOf(credential, timestamp, true),
                headerNames(required(query, "X-Amz-SignedHeaders")),
                signature,
                timestamp,
                instantOf(timestamp, malformedQuery("X-Amz-Date must be yyyyMMdd'T'HHmmss'Z'.")),
                payloadHash,
                true);
    }

    /** Returns for how long a presigned request is good. */
    static Duration presignedFor(Query query) {
        String text = required(query, "X-Amz-Expires");
        if (!text.matches("\\d{1,6}")) {
            throw malformedQuery("X-Amz-Expires must be a number of seconds up to a week.");
        }
        Duration duration = Duration.ofSeconds(Integer.parseInt(text));
        if (duration.isZero() || duration.compareTo(LONGEST_PRESIGNED) > 0) {
            throw malformedQuery("X-Amz-Expires must be between 1 and 604800 seconds.");
        }
        return duration;
    }

    private static List<String> splitCredential(String credential, boolean presigned) {
        // The access key itself may hold slashes; the four parts of the scope may not.
        String[] parts = credential.split("/", -1);
        if (parts.length < 5
                || !parts[parts.length - 1].equals(CredentialScope.TERMINATOR)
                || !parts[parts.length - 2].equals("s3")) {
            throw presigned
                    ? malformedQuery("X-Amz-Credential must be KEY/DATE/REGION/s3/aws4_request.")
                    : malformedHeader();
        }
        int scope = parts.length - 4;
        String accessKey = String.join("/", Arrays.asList(parts).subList(0, scope));
        return List.of(accessKey, parts[scope], parts[scope + 1]);
    }

    private static CredentialScope scopeOf(
            List<String> credential, String timestamp, boolean presigned) {
        if (!timestamp.startsWith(credential.get(1))) {
            throw presigned
                    ? malformedQuery("X-Amz-Credential must be of the day of X-Amz-Date.")
                    : malformedHeader();
        }
        return new CredentialScope(credential.get(1), credential.get(2), "s3");
    }

    private static List<String> headerNames(String text) {
        return List.of(text.toLowerCase(Locale.ROOT).split(";", -1));
    }

    private static String timestampOf(Headers headers) {
        Optional<String> amz = headers.value("x-amz-date");
        if (amz.isPresent()) {
            return amz.get();
        }
        try {
            return TIMESTAMP.format(
                    ZonedDateTime.parse(
                            headers.value("date").orElse(""),
                            DateTimeFormatter.RFC_1123_DATE_TIME));
        } catch (DateTimeException e) {
            throw new S3Exception(
                    S3Error.ACCESS_DENIED,
                    "AWS authentication requires a valid Date or x-amz-date header");
        }
    }

    private static Instant instantOf(String timestamp, S3Exception otherwise) {
        try {
            return TIMESTAMP.parse(timestamp, Instant::from);
        } catch (DateTimeException e) {
            throw otherwise;
        }
    }

    private static String required(Query query, String name) {
        return query.first(name)
                .orElseThrow(
                        () ->
                                malformedQuery(
                                        "Query-string authentication version 4 requires " + name));
    }

    private static S3Exception malformedHeader() {
        return new S3Exception(S3Error.AUTHORIZATION_HEADER_MALFORMED);
    }

    private static S3Exception malformedQuery(String message) {
        return new S3Exception(S3Error.AUTHORIZATION_QUERY_PARAMETERS_ERROR, message);
    }

    private static S3Exception unsupported() {
        return new S3Exception(
                S3Error.INVALID_REQUEST,
                "The authorization mechanism you have provided is not supported. Please use"
                        + " AWS4-HMAC-SHA256.");
    }
}
