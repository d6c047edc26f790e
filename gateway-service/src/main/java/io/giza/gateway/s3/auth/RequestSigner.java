package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Signs requests of this process to other gateways with AWS Signature Version 4.
 *
 * @param accessKey who signs
 * @param secretKey the secret
 */
public record RequestSigner(String accessKey, String secretKey) {
    private static final String REGION = "us-east-1";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /**
     * Returns the headers to add to a request: the date, the digest of its body and the
     * authorization.
     *
     * @param method such as GET
     * @param path encoded as it is sent, without the query
     * @param query encoded as it is sent; may be empty
     * @param host what the header Host says
     */
    public Map<String, String> headers(
            String method, String path, String query, String host, byte[] body, Instant now) {
        String time = TIME.format(now);
        CredentialScope scope = new CredentialScope(time.substring(0, 8), REGION, "s3");
        String digest = SigV4.sha256Hex(body);
        SortedMap<String, String> signed = new TreeMap<>();
        signed.put("host", host);
        signed.put("x-amz-content-sha256", digest);
        signed.put("x-amz-date", time);
        Map<String, List<String>> values = new LinkedHashMap<>();
        signed.forEach((name, value) -> values.put(name, List.of(value)));
        List<String> names = List.copyOf(signed.keySet());
        SignatureClaim claim =
                new SignatureClaim(accessKey, scope, names, "", time, now, digest, false);
        RawRequest request = new RawRequest(method, path, Query.parse(query), Headers.of(values));
        String signature =
                SigV4.sign(
                        SigV4.signingKey(secretKey, scope),
                        time,
                        scope,
                        CanonicalRequest.of(request, path, claim));
        String authorization =
                "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                        .formatted(
                                SigV4.ALGORITHM,
                                accessKey,
                                scope,
                                String.join(";", names),
                                signature);
        return Map.of(
                "x-amz-content-sha256", digest, "x-amz-date", time, "Authorization", authorization);
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "RequestSigner[accessKey=" + accessKey + "]";
    }
}
