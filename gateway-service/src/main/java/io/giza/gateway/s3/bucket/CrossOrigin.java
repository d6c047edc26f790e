package io.giza.gateway.s3.bucket;

import io.giza.concurrent.Time;
import io.giza.gateway.s3.bucket.RememberedDocuments.Freshness;
import io.giza.gateway.s3.document.CorsConfiguration;
import io.giza.gateway.s3.document.CorsConfiguration.Rule;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a bucket says of pages of other origins: the answer to a browser that asks before, and the
 * headers of answers that let the page see them. Nobody is authenticated for either.
 */
public final class CrossOrigin {
    private static final int MAX_REQUEST_HEADERS = 100;
    private static final String REQUEST_METHOD = "access-control-request-method";

    private static final List<String> CONSOLE_METHODS = List.of("GET", "HEAD", "PUT");
    private static final List<String> CONSOLE_SEES = List.of("ETag", "x-amz-version-id");
    private static final int CONSOLE_AGE = 600;

    /** In the words of S3. */
    private static final String NOT_ALLOWED =
            "CORSResponse: This CORS request is not allowed. This is usually because the evalution"
                    + " of Origin, request method / Access-Control-Request-Method or"
                    + " Access-Control-Request-Headers are not whitelisted by the resource's CORS"
                    + " spec.";

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9a-z-]+");

    private final RememberedDocuments<CorsConfiguration> documents;
    private final Set<String> consoles;

    /**
     * Makes the gate.
     *
     * @param freshness how fresh the answers are
     * @param consoles origins of consoles, whose pages may use presigned URLs whatever buckets say
     */
    public CrossOrigin(S3Services services, Time time, Freshness freshness, Set<String> consoles) {
        this.documents =
                new RememberedDocuments<>(
                        services,
                        time,
                        freshness,
                        BucketConfiguration.CORS,
                        (_, document) -> CorsConfiguration.read(document));
        this.consoles = Set.copyOf(consoles);
    }

    /** Forgets what a bucket said. */
    public void invalidate(String bucket) {
        documents.invalidate(bucket);
    }

    /**
     * Returns the headers of an answer to a page of another origin; none if there is no page. A
     * request that says what it would ask, as a browser's does before, is judged by that, as S3
     * does it.
     */
    public Map<String, String> headers(RawRequest request, Resource resource) {
        Optional<String> origin = request.headers().value("origin");
        if (origin.isEmpty() || resource.bucket().isEmpty()) {
            return Map.of();
        }
        if (isOfConsole(request, origin.get())) {
            return describe(ofConsole(origin.get()), origin.get());
        }
        try {
            boolean names = request.headers().value(REQUEST_METHOD).isPresent();
            String method = names ? requestedMethod(request) : request.method();
            List<String> headers = requestHeaders(request);
            return documents
                    .find(resource)
                    .flatMap(each -> each.find(origin.get(), method, headers))
                    .map(rule -> describe(rule, origin.get()))
                    .orElse(Map.of());
        } catch (S3Exception e) {
            // The page does not see the answer then; whoever is no page does.
            return Map.of();
        }
    }

    /** Answers a browser that asks whether a page may ask. */
    public void preflight(RawRequest request, Resource resource, Reply reply) {
        String origin = requiredOrigin(request);
        String method = requestedMethod(request);
        List<String> headers = requestHeaders(request);
        Rule rule =
                isOfConsole(request, origin)
                        ? ofConsole(origin)
                        : allowingRule(resource, origin, method, headers);
        describe(rule, origin).forEach(reply::header);
        if (!headers.isEmpty()) {
            reply.header("Access-Control-Allow-Headers", String.join(", ", headers));
        }
        reply.empty(200);
    }

    /** Who signed the URL says what may be done by it, and a browser sends nothing of its own. */
    private boolean isOfConsole(RawRequest request, String origin) {
        return consoles.contains(origin) && request.query().has("X-Amz-Algorithm");
    }

    private static Rule ofConsole(String origin) {
        return new Rule(
                null, List.of(origin), CONSOLE_METHODS, List.of("*"), CONSOLE_SEES, CONSOLE_AGE);
    }

    private static String requiredOrigin(RawRequest request) {
        return request.headers()
                .value("origin")
                .filter(each -> !each.isEmpty())
                .orElseThrow(
                        () ->
                                new S3Exception(
                                        S3Error.BAD_REQUEST,
                                        "Insufficient information. Origin request header needed."));
    }

    private static String requestedMethod(RawRequest request) {
        String method = request.headers().value(REQUEST_METHOD).orElse("null");
        if (!List.of("GET", "PUT", "POST", "DELETE", "HEAD").contains(method)) {
            throw new S3Exception(
                    S3Error.BAD_REQUEST, "Invalid Access-Control-Request-Method: " + method);
        }
        return method;
    }

    /** Finds the rule of the bucket that lets the page ask; AccessForbidden if none does. */
    private Rule allowingRule(
            Resource resource, String origin, String method, List<String> headers) {
        return documents
                .find(resource)
                .orElseThrow(
                        () ->
                                forbidden(
                                        new S3Exception(S3Error.ACCESS_FORBIDDEN),
                                        method,
                                        resource))
                .find(origin, method, headers)
                .orElseThrow(
                        () ->
                                forbidden(
                                        new S3Exception(S3Error.ACCESS_FORBIDDEN, NOT_ALLOWED),
                                        method,
                                        resource));
    }

    private static S3Exception forbidden(S3Exception reason, String method, Resource resource) {
        return reason.with("Method", method).with("ResourceType", resource.shape().name());
    }

    private static List<String> requestHeaders(RawRequest request) {
        String text = request.headers().value("access-control-request-headers").orElse("");
        List<String> headers =
                Arrays.stream(text.split(",", -1))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .map(each -> each.toLowerCase(Locale.ROOT))
                        .toList();
        Arrays.stream(text.split(",", -1))
                .filter(each -> !each.isBlank() && !isToken(each.strip()))
                .findFirst()
                .ifPresent(
                        wrong -> {
                            throw new S3Exception(
                                    S3Error.BAD_REQUEST,
                                    "Access-Control-Request-Headers \""
                                            + wrong
                                            + "\" contains invalid character.");
                        });
        if (headers.size() > MAX_REQUEST_HEADERS) {
            throw new S3Exception(
                    S3Error.BAD_REQUEST, "Invalid Access-Control-Request-Headers: " + text);
        }
        return headers;
    }

    private static boolean isToken(String name) {
        return TOKEN.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    private static Map<String, String> describe(Rule rule, String origin) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (rule.allowsAnyOrigin()) {
            headers.put("Access-Control-Allow-Origin", "*");
        } else {
            headers.put("Access-Control-Allow-Origin", origin);
            headers.put("Access-Control-Allow-Credentials", "true");
        }
        headers.put("Access-Control-Allow-Methods", String.join(", ", rule.methods()));
        if (!rule.exposed().isEmpty()) {
            headers.put("Access-Control-Expose-Headers", String.join(", ", rule.exposed()));
        }
        if (rule.maxAgeSeconds() != null) {
            headers.put("Access-Control-Max-Age", rule.maxAgeSeconds().toString());
        }
        headers.put(
                "Vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
        return headers;
    }
}
