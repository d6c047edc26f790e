package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.signature.CredentialScope;
import io.giza.signature.SigV4;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Signs requests that the SDK's signer refuses to make, with the arithmetic that {@link SigV4Test}
 * checks against published examples.
 */
public final class TestSigner {
    private TestSigner() {}

    /** Returns the signature of a form's policy. */
    public static String signPolicy(String timestamp, String region, String policy) {
        CredentialScope scope = new CredentialScope(timestamp.substring(0, 8), region, "s3");
        return SigV4.hexHmac(SigV4.signingKey("known-to-tests", scope), policy);
    }

    /**
     * Returns the query of a URL that is signed by version 2.
     *
     * @param query what is signed with it, may be empty
     */
    public static String presignSigV2(String method, String rawPath, String query) {
        RawRequest request =
                PresignedHeaders.unfold(
                        new RawRequest(
                                method,
                                rawPath,
                                Query.parse("AWSAccessKeyId=gateway-test&" + query),
                                Headers.of(Map.of())));
        String expires = Long.toString(Instant.now().plusSeconds(300).getEpochSecond());
        String text = SigV2.stringToSign(request, SigV2.amzHeaders(request), expires, rawPath);
        return query
                + "&AWSAccessKeyId=gateway-test&Expires="
                + expires
                + "&Signature="
                + PercentCoding.encode(SigV2.sign("known-to-tests", text));
    }

    /** Returns the headers of a signed request without a query. */
    public static Map<String, String> sign(
            String method, String rawPath, Map<String, String> headers) {
        String timestamp =
                DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                        .withZone(ZoneOffset.UTC)
                        .format(Instant.now());
        Map<String, String> all = new TreeMap<>();
        headers.forEach((name, value) -> all.put(name.toLowerCase(Locale.ROOT), value));
        all.put("x-amz-date", timestamp);
        Map<String, List<String>> lists = new LinkedHashMap<>();
        all.forEach((name, value) -> lists.put(name, List.of(value)));
        RawRequest request = new RawRequest(method, rawPath, Query.parse(""), Headers.of(lists));
        CredentialScope scope = new CredentialScope(timestamp.substring(0, 8), "us-east-1", "s3");
        SignatureClaim claim =
                new SignatureClaim(
                        "gateway-test",
                        scope,
                        List.copyOf(all.keySet()),
                        "",
                        timestamp,
                        Instant.now(),
                        String.valueOf(all.get("x-amz-content-sha256")),
                        false);
        String signature =
                SigV4.sign(
                        SigV4.signingKey("known-to-tests", scope),
                        timestamp,
                        scope,
                        CanonicalRequest.of(request, rawPath, claim));
        all.put(
                "authorization",
                "AWS4-HMAC-SHA256 Credential=gateway-test/"
                        + scope
                        + ", SignedHeaders="
                        + String.join(";", claim.signedHeaders())
                        + ", Signature="
                        + signature);
        return all;
    }
}
