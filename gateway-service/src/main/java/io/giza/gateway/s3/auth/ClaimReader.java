package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.auth.AuthFaults.Source;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.signature.SigV4;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the claim of a signature from the Authorization header or from a presigned query. */
final class ClaimReader {
    static final Duration LONGEST_PRESIGNED = Duration.ofDays(7);

    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);
    private static final Pattern HEX_64 = Pattern.compile("[0-9a-f]{64}");

    private ClaimReader() {}

    static SignatureClaim read(RawRequest request, String service) {
        Optional<String> header = request.headers().value("authorization");
        boolean presigned = request.query().has("X-Amz-Algorithm");
        if (header.isPresent() && presigned) {
            throw new S3Exception(
                    S3Error.INVALID_ARGUMENT, "Only one auth mechanism allowed per request.");
        }
        if (presigned) {
            return fromQuery(request, service);
        }
        if (header.isPresent()) {
            return fromHeader(request, header.get(), service, Optional.empty());
        }
        throw PresignedHeaders.isSigV2(request)
                ? AuthFaults.sigV2("set giza.gateway.signature-v2 to true")
                : new S3Exception(S3Error.ACCESS_DENIED);
    }

    /**
     * Reads the claim of the Authorization header alone.
     *
     * @param digest that of the body
     */
    static SignatureClaim readHeader(RawRequest request, String service, String digest) {
        String header =
                request.headers()
                        .value("authorization")
                        .orElseThrow(() -> new S3Exception(S3Error.ACCESS_DENIED));
        return fromHeader(request, header, service, Optional.of(digest));
    }

    private static SignatureClaim fromHeader(
            RawRequest request, String header, String service, Optional<String> digest) {
        Map<String, String> components = components(header);
        Credential credential =
                Credential.parse(component(components, "Credential"), Source.HEADER, service);
        List<String> signedHeaders = headerNames(component(components, "SignedHeaders"));
        String signature = component(components, "Signature");
        if (!HEX_64.matcher(signature).matches()) {
            throw AuthFaults.header("the Signature is malformed.");
        }
        String timestamp = timestampOf(request.headers());
        Instant signedAt = instantOf(timestamp, AuthFaults.date());
        credential.checkDay(timestamp, Source.HEADER);
        String payloadHash =
                digest.or(() -> request.headers().value("x-amz-content-sha256"))
                        .orElseThrow(
                                () ->
                                        new S3Exception(
                                                S3Error.INVALID_REQUEST,
                                                "Missing required header for this request:"
                                                        + " x-amz-content-sha256"));
        return new SignatureClaim(
                credential.accessKeyId(),
                credential.scope(),
                signedHeaders,
                signature,
                timestamp,
                signedAt,
                payloadHash,
                false);
    }

    /** Splits the header into its components by name. */
    private static Map<String, String> components(String header) {
        int space = header.indexOf(' ');
        if (space < 0) {
            throw AuthFaults.authorization(
                    "Authorization header is invalid -- one and only one ' ' (space) required.",
                    header);
        }
        String algorithm = header.substring(0, space);
        if (algorithm.equals("AWS")) {
            throw AuthFaults.unsupportedMechanism();
        }
        if (!algorithm.equals(SigV4.ALGORITHM)) {
            throw AuthFaults.authorization("Unsupported Authorization Type", algorithm);
        }
        String[] parts = header.substring(space + 1).split(",", -1);
        if (parts.length != 3) {
            throw AuthFaults.header(
                    "the authorization header requires three components: Credential,"
                            + " SignedHeaders, and Signature.");
        }
        Map<String, String> components = new HashMap<>();
        for (String part : parts) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw AuthFaults.header(
                        "the authorization component \"" + part.strip() + "\" is malformed.");
            }
            components.put(part.substring(0, equals).strip(), part.substring(equals + 1).strip());
        }
        return components;
    }

    private static String component(Map<String, String> components, String name) {
        String value = components.getOrDefault(name, "");
        if (value.isEmpty()) {
            throw AuthFaults.header("missing " + name + ".");
        }
        return value;
    }

    private static SignatureClaim fromQuery(RawRequest request, String service) {
        Query query = request.query();
        String algorithm = required(query, "X-Amz-Algorithm");
        String signature = required(query, "X-Amz-Signature");
        String claimed = required(query, "X-Amz-Credential");
        String timestamp = required(query, "X-Amz-Date");
        String signedHeaders = required(query, "X-Amz-SignedHeaders");
        presignedFor(query);
        if (!algorithm.equals(SigV4.ALGORITHM)) {
            throw AuthFaults.query("X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\"");
        }
        Credential credential = Credential.parse(claimed, Source.QUERY, service);
        Instant signedAt =
                instantOf(
                        timestamp,
                        AuthFaults.query(
                                "X-Amz-Date must be in the ISO8601 Long Format"
                                        + " \"yyyyMMdd'T'HHmmss'Z'\""));
        credential.checkDay(timestamp, Source.QUERY);
        if (!HEX_64.matcher(signature).matches()) {
            throw AuthFaults.query("X-Amz-Signature is not valid.");
        }
        String payloadHash =
                query.first("X-Amz-Content-Sha256")
                        .or(() -> query.first("x-amz-content-sha256"))
                        .or(() -> request.headers().value("x-amz-content-sha256"))
                        .orElse("UNSIGNED-PAYLOAD");
        return new SignatureClaim(
                credential.accessKeyId(),
                credential.scope(),
                headerNames(signedHeaders),
                signature,
                timestamp,
                signedAt,
                payloadHash,
                true);
    }

    /** Returns for how long a presigned request is good. */
    static Duration presignedFor(Query query) {
        String text = required(query, "X-Amz-Expires");
        if (!text.matches("-?\\d{1,18}")) {
            throw AuthFaults.query("X-Amz-Expires should be a number");
        }
        long seconds = Long.parseLong(text);
        if (seconds < 0) {
            throw AuthFaults.query("X-Amz-Expires must be non-negative");
        }
        if (seconds > LONGEST_PRESIGNED.toSeconds()) {
            throw AuthFaults.query(
                    "X-Amz-Expires must be less than a week (in seconds); that is, the given"
                            + " X-Amz-Expires must be less than 604800 seconds");
        }
        return Duration.ofSeconds(seconds);
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
            throw AuthFaults.date();
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
                .filter(value -> !value.isEmpty())
                .orElseThrow(AuthFaults::missingParameters);
    }
}
