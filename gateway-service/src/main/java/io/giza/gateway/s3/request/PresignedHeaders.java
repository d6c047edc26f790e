package io.giza.gateway.s3.request;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Headers that travel in the query of a presigned request. Who signs a URL cannot set the headers
 * of whoever uses it, so SDKs put them into the query, which is signed whole; to S3 they mean what
 * the headers mean.
 */
public final class PresignedHeaders {
    private static final String PREFIX = "x-amz-";
    private static final String CHECKSUM = "x-amz-checksum-";

    /** What the query says of its signature, lower-case. */
    private static final Set<String> SIGNATURE_PARAMETERS =
            Set.of(
                    "x-amz-algorithm",
                    "x-amz-content-sha256",
                    "x-amz-credential",
                    "x-amz-date",
                    "x-amz-expires",
                    "x-amz-security-token",
                    "x-amz-signature",
                    "x-amz-signedheaders");

    /** Headers about checksums that are no checksum. */
    private static final Set<String> NON_VALUE_HEADERS =
            Set.of(CHECKSUM + "algorithm", CHECKSUM + "mode", CHECKSUM + "type");

    /** Headers that version 2 puts into the query beside its own. */
    private static final Set<String> SIGV2_HEADERS = Set.of("content-md5", "content-type");

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9a-z-]+");

    private PresignedHeaders() {}

    /** Tells whether a parameter, in lower case, says something of the signature itself. */
    public static boolean isSignatureParameter(String lowerCaseName) {
        return SIGNATURE_PARAMETERS.contains(lowerCaseName);
    }

    /** Tells whether a request is presigned by version 2. */
    public static boolean isSigV2(RawRequest request) {
        return request.query().has("AWSAccessKeyId")
                && !request.query().has("X-Amz-Algorithm")
                && !request.headers().has("authorization");
    }

    /**
     * Returns a presigned request with the headers of its query among its headers, any other as it
     * is. Only what the signature covers may be trusted of either, so the request is authenticated
     * as it was sent.
     *
     * @throws S3Exception InvalidArgument if a parameter is no valid header, or says something else
     *     than the header of its name
     */
    public static RawRequest unfold(RawRequest request) {
        boolean sigV2 = isSigV2(request);
        if (request.method().equals("OPTIONS")
                || !(sigV2 || request.query().has("X-Amz-Algorithm"))) {
            return request;
        }
        Map<String, String> unfolded = new LinkedHashMap<>();
        List<Query.Parameter> rest = new ArrayList<>();
        for (Query.Parameter each : request.query().parameters()) {
            String name = each.name().toLowerCase(Locale.ROOT);
            boolean isHeader =
                    (name.startsWith(PREFIX) && !isSignatureParameter(name))
                            || (sigV2 && SIGV2_HEADERS.contains(each.name()));
            if (!isHeader) {
                rest.add(each);
                continue;
            }
            requireHeader(name, each.value());
            if (!isChecksumOfUnknownBody(name)) {
                add(unfolded, name, each.value().strip(), request.headers());
            }
        }
        return new RawRequest(
                request.method(),
                request.rawPath(),
                new Query(rest),
                request.headers().with(unfolded),
                request.secure(),
                request.hostBucket());
    }

    /**
     * Whoever signs a URL has no body yet, so a checksum beside the signature is that of nothing.
     * S3 passes over it.
     */
    private static boolean isChecksumOfUnknownBody(String name) {
        return name.equals("x-amz-sdk-checksum-algorithm")
                || (name.startsWith(CHECKSUM) && !NON_VALUE_HEADERS.contains(name));
    }

    private static void requireHeader(String name, String value) {
        boolean plain = value.chars().noneMatch(c -> c < ' ' || c == 0x7f);
        if (!plain || !NAME.matcher(name).matches()) {
            throw invalidParameter(name, "is no valid header");
        }
    }

    private static void add(
            Map<String, String> unfolded, String name, String value, Headers headers) {
        String earlier = unfolded.putIfAbsent(name, value);
        String sent = headers.value(name).orElse(value);
        if (!sent.equals(value) || (earlier != null && !earlier.equals(value))) {
            throw invalidParameter(
                    name, "differs from the header, or the parameter, of the same name");
        }
    }

    private static S3Exception invalidParameter(String name, String what) {
        return new S3Exception(S3Error.INVALID_ARGUMENT, "A parameter of the query " + what + ".")
                .with("ArgumentName", name);
    }
}
