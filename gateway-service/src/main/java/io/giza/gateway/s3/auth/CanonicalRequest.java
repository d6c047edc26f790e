package io.giza.gateway.s3.auth;

import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text that is signed. */
final class CanonicalRequest {
    private static final Pattern SPACES = Pattern.compile(" +");

    private CanonicalRequest() {}

    /**
     * Returns the canonical request.
     *
     * @param canonicalPath the encoded path
     */
    static String of(RawRequest request, String canonicalPath, SignatureClaim claim) {
        return request.method()
                + "\n"
                + canonicalPath
                + "\n"
                + query(request.query())
                + "\n"
                + headers(request.headers(), claim.signedHeaders())
                + "\n"
                + String.join(";", claim.signedHeaders())
                + "\n"
                + claim.payloadHash();
    }

    /**
     * Returns the paths a client may have signed: what it sent, and the same in AWS's own encoding.
     * Both name the same key, so accepting either gives nothing away.
     */
    static List<String> paths(String rawPath) {
        String encoded = PercentCoding.encodePath(PercentCoding.decodePath(rawPath));
        return encoded.equals(rawPath) ? List.of(rawPath) : List.of(rawPath, encoded);
    }

    private static String query(Query query) {
        return query.parameters().stream()
                .filter(parameter -> !parameter.name().equals("X-Amz-Signature"))
                .map(
                        parameter ->
                                new Query.Parameter(
                                        PercentCoding.encode(parameter.name()),
                                        PercentCoding.encode(parameter.value())))
                .sorted(
                        (left, right) -> {
                            int order = left.name().compareTo(right.name());
                            return order != 0 ? order : left.value().compareTo(right.value());
                        })
                .map(parameter -> parameter.name() + "=" + parameter.value())
                .collect(Collectors.joining("&"));
    }

    private static String headers(Headers headers, List<String> signed) {
        StringBuilder text = new StringBuilder();
        for (String name : signed) {
            String value = headers.value(name).orElse("");
            text.append(name).append(':');
            text.append(SPACES.matcher(value).replaceAll(" ")).append('\n');
        }
        return text.toString();
    }
}
