package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which pages of other origins may use a bucket.
 *
 * @param rules 1 to 100 rules; the first that fits counts
 */
public record CorsConfiguration(List<Rule> rules) {
    /** The name of its root element. */
    public static final String ROOT = "CORSConfiguration";

    private static final int MAX_RULES = 100;
    private static final int MAX_ID = 255;
    private static final Set<String> METHODS = Set.of("GET", "PUT", "POST", "DELETE", "HEAD");
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e\\x80-\\x{10ffff}]+");
    private static final Set<String> PARTS =
            Set.of(
                    "ID",
                    "AllowedOrigin",
                    "AllowedMethod",
                    "AllowedHeader",
                    "ExposeHeader",
                    "MaxAgeSeconds");

    /**
     * One rule.
     *
     * @param id its id, or null
     * @param origins who may ask, each with at most one wildcard
     * @param methods with which methods
     * @param headers which headers may be sent beyond those that always may, each with at most one
     *     wildcard
     * @param exposed which headers of the answer the page may see
     * @param maxAgeSeconds how long a browser may remember the answer to a preflight, not at all if
     *     it is negative, or null
     */
    public record Rule(
            @Nullable String id,
            List<String> origins,
            List<String> methods,
            List<String> headers,
            List<String> exposed,
            @Nullable Integer maxAgeSeconds) {
        public Rule {
            origins = List.copyOf(origins);
            methods = List.copyOf(methods);
            headers = List.copyOf(headers);
            exposed = List.copyOf(exposed);
        }

        /** Tells whether any origin may ask. */
        public boolean allowsAnyOrigin() {
            return origins.contains("*");
        }

        private boolean allows(String origin, String method, List<String> requestHeaders) {
            return origins.stream().anyMatch(each -> Wildcards.matches(each, origin))
                    && methods.contains(method)
                    && requestHeaders.stream().allMatch(this::allowsHeader);
        }

        private boolean allowsHeader(String name) {
            return headers.stream().anyMatch(each -> Wildcards.matchesIgnoringCase(each, name));
        }
    }

    public CorsConfiguration {
        rules = List.copyOf(rules);
    }

    /**
     * Returns the first rule that allows a request.
     *
     * @param requestHeaders the headers that the page wants to send
     */
    public Optional<Rule> find(String origin, String method, List<String> requestHeaders) {
        return rules.stream()
                .filter(rule -> rule.allows(origin, method, requestHeaders))
                .findFirst();
    }

    /**
     * Reads a document.
     *
     * @throws S3Exception MalformedXML or InvalidRequest
     */
    public static CorsConfiguration read(Element document) {
        List<Element> rules = document.children();
        boolean rulesOnly = rules.stream().allMatch(each -> each.name().equals("CORSRule"));
        if (rules.isEmpty() || rules.size() > MAX_RULES || !rulesOnly) {
            throw malformed();
        }
        return new CorsConfiguration(rules.stream().map(CorsConfiguration::rule).toList());
    }

    private static Rule rule(Element rule) {
        if (!rule.children().stream().allMatch(part -> PARTS.contains(part.name()))) {
            throw malformed();
        }
        List<String> origins = texts(rule, "AllowedOrigin");
        List<String> methods = texts(rule, "AllowedMethod");
        String id = once(rule, "ID");
        if (origins.isEmpty() || methods.isEmpty() || (id != null && id.length() > MAX_ID)) {
            throw malformed();
        }
        origins.forEach(origin -> requireOneWildcard("AllowedOrigin", origin, VISIBLE));
        methods.forEach(CorsConfiguration::requireMethod);
        List<String> headers = texts(rule, "AllowedHeader");
        headers.forEach(header -> requireOneWildcard("AllowedHeader", header, TOKEN));
        List<String> exposed = texts(rule, "ExposeHeader");
        exposed.forEach(CorsConfiguration::requirePlain);
        return new Rule(id, origins, methods, headers, exposed, seconds(rule));
    }

    private static void requireOneWildcard(String what, String text, Pattern characters) {
        if (text.indexOf('*') != text.lastIndexOf('*')) {
            throw invalid(what + " \"" + text + "\" can not have more than one wildcard.");
        }
        if (!characters.matcher(text).matches()) {
            throw invalid(what + " \"" + text + "\" contains invalid character.");
        }
    }

    private static void requireMethod(String method) {
        if (!METHODS.contains(method)) {
            throw invalid(
                    "Found unsupported HTTP method in CORS config. Unsupported method is "
                            + method);
        }
    }

    private static void requirePlain(String header) {
        if (header.contains("*")) {
            throw invalid(
                    "ExposeHeader \""
                            + header
                            + "\" contains wildcard. We currently do not support wildcard for"
                            + " ExposeHeader.");
        }
        if (!TOKEN.matcher(header).matches()) {
            throw invalid("ExposeHeader \"" + header + "\" is not valid.");
        }
    }

    private static @Nullable Integer seconds(Element rule) {
        String text = once(rule, "MaxAgeSeconds");
        if (text == null) {
            return null;
        }
        if (!text.matches("-?\\d{1,9}")) {
            throw malformed();
        }
        return Integer.valueOf(text);
    }

    private static @Nullable String once(Element rule, String name) {
        List<String> all = texts(rule, name);
        if (all.size() > 1) {
            throw malformed();
        }
        return all.isEmpty() ? null : all.getFirst();
    }

    private static List<String> texts(Element rule, String name) {
        return rule.all(name).stream().map(each -> each.text().strip()).toList();
    }

    /** Returns the document. */
    public XmlWriter document() {
        XmlWriter document = XmlWriter.document(ROOT);
        for (Rule rule : rules) {
            document.open("CORSRule");
            if (rule.id() != null) {
                document.element("ID", rule.id());
            }
            rule.headers().forEach(each -> document.element("AllowedHeader", each));
            rule.methods().forEach(each -> document.element("AllowedMethod", each));
            rule.origins().forEach(each -> document.element("AllowedOrigin", each));
            rule.exposed().forEach(each -> document.element("ExposeHeader", each));
            if (rule.maxAgeSeconds() != null) {
                document.element("MaxAgeSeconds", rule.maxAgeSeconds().toString());
            }
            document.close();
        }
        return document;
    }

    private static S3Exception invalid(String message) {
        return new S3Exception(S3Error.INVALID_REQUEST, message);
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
