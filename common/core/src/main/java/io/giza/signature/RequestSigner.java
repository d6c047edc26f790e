package io.giza.signature;

import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Signs requests to gateways in their header {@code Authorization}.
 *
 * @param accessKey who signs
 * @param secretKey the secret
 * @param service what for, {@link CredentialScope#S3} or {@link CredentialScope#ADMIN}
 */
public record RequestSigner(String accessKey, String secretKey, String service) {
    private static final String REGION = "us-east-1";
    private static final Comparator<String> BY_NAME =
            Comparator.<String, String>comparing(each -> each.substring(0, each.indexOf('=')))
                    .thenComparing(Comparator.naturalOrder());
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /**
     * What is signed.
     *
     * @param method such as GET
     * @param path as it is sent, as {@link PercentEncoding} has it; without the query
     * @param query likewise, may be empty
     * @param host what the header Host says
     * @param body what is sent, may be empty
     */
    public record Signed(String method, String path, String query, String host, byte[] body) {}

    /**
     * Returns the headers to add to a request: the date, the digest of its body and the
     * authorization.
     */
    public Map<String, String> headers(Signed request, Instant now) {
        String time = TIME.format(now);
        CredentialScope scope = new CredentialScope(time.substring(0, 8), REGION, service);
        String digest = SigV4.sha256Hex(request.body);
        List<Header> signed =
                List.of(
                        new Header("host", request.host),
                        new Header("x-amz-content-sha256", digest),
                        new Header("x-amz-date", time));
        String names = signed.stream().map(Header::name).collect(Collectors.joining(";"));
        String canonical =
                String.join(
                        "\n",
                        request.method,
                        request.path,
                        sorted(request.query),
                        signed.stream().map(Header::line).collect(Collectors.joining()),
                        names,
                        digest);
        String signature = SigV4.sign(SigV4.signingKey(secretKey, scope), time, scope, canonical);
        String authorization =
                "%s Credential=%s/%s, SignedHeaders=%s, Signature=%s"
                        .formatted(SigV4.ALGORITHM, accessKey, scope, names, signature);
        return Map.of(
                "x-amz-content-sha256", digest, "x-amz-date", time, "Authorization", authorization);
    }

    /**
     * Returns what the header Host says where the JDK's client sends a request: without the port
     * that is the scheme's own.
     */
    public static String host(URI endpoint) {
        int own = endpoint.getScheme().toLowerCase(Locale.ROOT).equals("https") ? 443 : 80;
        int port = endpoint.getPort();
        return port < 0 || port == own ? endpoint.getHost() : endpoint.getHost() + ":" + port;
    }

    private record Header(String name, String value) {
        String line() {
            return name + ":" + value + "\n";
        }
    }

    /** By name, as it is signed; a name without a value has an empty one. */
    private static String sorted(String query) {
        return query.isEmpty()
                ? ""
                : Arrays.stream(query.split("&", -1))
                        .map(each -> each.contains("=") ? each : each + "=")
                        .sorted(BY_NAME)
                        .collect(Collectors.joining("&"));
    }

    /** Leaves the secret out. */
    @Override
    public String toString() {
        return "RequestSigner[accessKey=" + accessKey + "]";
    }
}
