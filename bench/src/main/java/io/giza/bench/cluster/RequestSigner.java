package io.giza.bench.cluster;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs requests with AWS Signature Version 4 in the Authorization header, for paths and queries
 * that need no escaping. Written apart from the gateway's own, so that one can find fault with the
 * other.
 *
 * @param accessKey who
 * @param secretKey the secret
 * @param region the region of the credential scope
 */
public record RequestSigner(String accessKey, String secretKey, String region) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private static final List<List<String>> PAIRS =
            List.of(
                    List.of("GIZA_ACCESS_KEY", "GIZA_SECRET_KEY"),
                    List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"));

    /**
     * Signs with the first pair of a key's id and secret of which anything is in the environment.
     *
     * @throws IllegalArgumentException if there is none, or half of it is missing
     */
    public static RequestSigner of(Map<String, String> variables) {
        for (List<String> pair : PAIRS) {
            List<String> missing =
                    pair.stream()
                            .filter(name -> variables.getOrDefault(name, "").isEmpty())
                            .toList();
            if (missing.isEmpty()) {
                return new RequestSigner(
                        variables.getOrDefault(pair.getFirst(), ""),
                        variables.getOrDefault(pair.getLast(), ""),
                        "us-east-1");
            }
            if (missing.size() < pair.size()) {
                throw new IllegalArgumentException(
                        missing.getFirst()
                                + " is missing in the environment: set both "
                                + String.join(" and ", pair)
                                + ", or neither.");
            }
        }
        throw new IllegalArgumentException(
                "--endpoint needs an access key in the environment, "
                        + String.join(" and ", PAIRS.getFirst())
                        + " or "
                        + String.join(" and ", PAIRS.getLast())
                        + ": eval \"$(./giza env)\" sets the latter.");
    }

    /** How the body is signed. */
    public enum Payload {
        /** Not at all, as clients do over TLS. */
        UNSIGNED,
        /** By its SHA-256, as many clients do without TLS. */
        SIGNED
    }

    /**
     * What is signed.
     *
     * @param path absolute, needing no escaping; may end in a query, sorted and escaped
     * @param host host and port
     * @param payload the value of x-amz-content-sha256
     * @param more other headers to sign, by lower-case name
     */
    record Call(String method, String path, String host, String payload, Map<String, String> more) {
        Call {
            more = Map.copyOf(more);
        }
    }

    /** Returns the headers to add: the date, the payload's digest and the authorization. */
    Map<String, String> headers(Call call, Instant now) {
        String time = TIME.format(now);
        String scope = time.substring(0, 8) + "/" + region + "/s3/aws4_request";
        SortedMap<String, String> signed = new TreeMap<>(call.more);
        signed.put("host", call.host);
        signed.put("x-amz-content-sha256", call.payload);
        signed.put("x-amz-date", time);
        String names = String.join(";", signed.keySet());
        StringBuilder canonical = new StringBuilder();
        int question = call.path.indexOf('?');
        String path = question < 0 ? call.path : call.path.substring(0, question);
        String query = question < 0 ? "" : call.path.substring(question + 1);
        canonical.append(call.method).append('\n').append(path).append('\n');
        canonical.append(query).append('\n');
        signed.forEach(
                (name, value) -> canonical.append(name).append(':').append(value).append('\n'));
        canonical.append('\n').append(names).append('\n').append(call.payload);
        String toSign =
                String.join("\n", ALGORITHM, time, scope, sha256Hex(bytes(canonical.toString())));
        String signature = HexFormat.of().formatHex(hmac(key(scope), toSign));
        String authorization =
                "%s Credential=%s/%s,SignedHeaders=%s,Signature=%s"
                        .formatted(ALGORITHM, accessKey, scope, names, signature);
        return Map.of(
                "x-amz-content-sha256",
                call.payload,
                "x-amz-date",
                time,
                "Authorization",
                authorization);
    }

    /** Returns the value of x-amz-content-sha256 for a body. */
    static String payload(Payload mode, byte[] body) {
        return switch (mode) {
            case UNSIGNED -> "UNSIGNED-PAYLOAD";
            case SIGNED -> sha256Hex(body);
        };
    }

    private byte[] key(String scope) {
        byte[] key = bytes("AWS4" + secretKey);
        for (String part : scope.split("/", -1)) {
            key = hmac(key, part);
        }
        return key;
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static String sha256Hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
