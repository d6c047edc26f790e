package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.signature.SigV4;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Presigned URLs of AWS Signature Version 2, which botocore still makes for old regions. The text
 * that is signed leaves most of a query out and separates what it takes by characters that values
 * may hold, so whatever could be read in two ways, or is not covered, is refused.
 */
final class SigV2 {
    private static final String KEY = "AWSAccessKeyId";
    private static final String SIGNATURE = "Signature";
    private static final String EXPIRES = "Expires";

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "PUT");
    private static final Set<String> SIGNATURE_PARAMETERS = Set.of(KEY, SIGNATURE, EXPIRES);

    /** The parameters that are signed, by name and value. */
    private static final Set<String> SIGNED_PARAMETERS =
            Set.of(
                    "acl",
                    "cors",
                    "lifecycle",
                    "location",
                    "logging",
                    "notification",
                    "partNumber",
                    "policy",
                    "requestPayment",
                    "response-cache-control",
                    "response-content-disposition",
                    "response-content-encoding",
                    "response-content-language",
                    "response-content-type",
                    "response-expires",
                    "tagging",
                    "torrent",
                    "uploadId",
                    "uploads",
                    "versionId",
                    "versioning",
                    "versions",
                    "website");

    private SigV2() {}

    /**
     * What a URL claims.
     *
     * @param accessKeyId who claims to have signed
     * @param signature in base 64
     * @param expires until when it is good
     * @param stringsToSign what may have been signed, of which any will do
     */
    record Claim(
            String accessKeyId, String signature, Instant expires, List<String> stringsToSign) {
        Claim {
            stringsToSign = List.copyOf(stringsToSign);
        }

        /** Tells whether it was signed with a secret. */
        boolean isSignedWith(String secret) {
            boolean matches = false;
            for (String text : stringsToSign) {
                matches |= SigV4.constantTimeEquals(sign(secret, text), signature);
            }
            return matches;
        }
    }

    /**
     * Reads a claim.
     *
     * @param maxValidity how long from now a URL may be good at most
     * @throws S3Exception if it is not well formed, not good any more, or covers too little
     */
    static Claim read(RawRequest rawRequest, Instant now, Duration maxValidity) {
        if (!METHODS.contains(rawRequest.method())) {
            throw refused("is accepted for GET, HEAD and PUT, not for " + rawRequest.method());
        }
        // The headers in the query are signed where the headers are.
        RawRequest request = PresignedHeaders.unfold(rawRequest);
        request.query().parameters().forEach(SigV2::requireCovered);
        String expires = required(request.query(), EXPIRES);
        Claim claim =
                new Claim(
                        required(request.query(), KEY),
                        required(request.query(), SIGNATURE),
                        instant(expires),
                        CanonicalRequest.paths(request.pathWithBucket()).stream()
                                .map(
                                        path ->
                                                stringToSign(
                                                        request,
                                                        amzHeaders(rawRequest),
                                                        expires,
                                                        path))
                                .toList());
        requireNotExpired(claim, now, maxValidity);
        return claim;
    }

    private static void requireNotExpired(Claim claim, Instant now, Duration maxValidity) {
        if (now.isAfter(claim.expires())) {
            throw new S3Exception(S3Error.ACCESS_DENIED, "Request has expired.")
                    .with(EXPIRES, claim.expires().toString())
                    .with("ServerTime", now.toString());
        }
        if (claim.expires().isAfter(now.plus(maxValidity))) {
            throw refused("must expire within " + maxValidity.toDays() + " days");
        }
    }

    private static void requireCovered(Query.Parameter parameter) {
        String name = parameter.name();
        if (SIGNATURE_PARAMETERS.contains(name)) {
            return;
        }
        if (!SIGNED_PARAMETERS.contains(name)) {
            throw refused("does not cover every parameter of this query");
        }
        String value = parameter.value();
        boolean hidesAnother =
                SIGNED_PARAMETERS.stream().anyMatch(each -> value.contains("&" + each));
        if (hidesAnother || value.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
            throw refused("cannot tell where the value of " + name + " ends");
        }
    }

    /** Returns the x-amz headers of a request by name, those in its query too. */
    static SortedMap<String, String> amzHeaders(RawRequest rawRequest) {
        SortedMap<String, String> all = new TreeMap<>();
        for (Query.Parameter each : rawRequest.query().parameters()) {
            all.put(each.name().toLowerCase(Locale.ROOT), each.value().strip());
        }
        for (String name : rawRequest.headers().names()) {
            all.put(name, rawRequest.headers().value(name).orElse(""));
        }
        all.keySet().removeIf(name -> !name.startsWith("x-amz-"));
        return all;
    }

    /** Returns the text that is signed. */
    static String stringToSign(
            RawRequest request, SortedMap<String, String> amzHeaders, String expires, String path) {
        Headers headers = request.headers();
        String amz =
                amzHeaders.entrySet().stream()
                        .map(each -> each.getKey() + ":" + each.getValue() + "\n")
                        .collect(Collectors.joining());
        return request.method()
                + "\n"
                + headers.value("content-md5").orElse("")
                + "\n"
                + headers.value("content-type").orElse("")
                + "\n"
                + expires
                + "\n"
                + amz
                + path
                + resources(request.query());
    }

    private static String resources(Query query) {
        String covered =
                query.parameters().stream()
                        .filter(each -> SIGNED_PARAMETERS.contains(each.name()))
                        .sorted(Comparator.comparing(Query.Parameter::name))
                        .map(
                                each ->
                                        each.value().isEmpty()
                                                ? each.name()
                                                : each.name() + "=" + each.value())
                        .collect(Collectors.joining("&"));
        return covered.isEmpty() ? "" : "?" + covered;
    }

    /** Signs a text; returns base 64. */
    static String sign(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            return Base64.getEncoder()
                    .encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA1", e);
        }
    }

    private static Instant instant(String expires) {
        if (!expires.matches("\\d{1,11}")) {
            throw new S3Exception(
                    S3Error.ACCESS_DENIED, "Invalid date (should be seconds since epoch)");
        }
        return Instant.ofEpochSecond(Long.parseLong(expires));
    }

    private static String required(Query query, String name) {
        List<String> values =
                query.parameters().stream()
                        .filter(each -> each.name().equals(name))
                        .map(Query.Parameter::value)
                        .toList();
        if (values.size() != 1 || values.getFirst().isEmpty()) {
            throw new S3Exception(
                    S3Error.ACCESS_DENIED,
                    "Query-string authentication requires the Signature, Expires and"
                            + " AWSAccessKeyId parameters");
        }
        return values.getFirst();
    }

    private static S3Exception refused(String why) {
        return new S3Exception(
                S3Error.INVALID_REQUEST,
                String.format(
                        Locale.ROOT,
                        "A URL of signature version 2 %s. Please use AWS4-HMAC-SHA256.",
                        why));
    }
}
