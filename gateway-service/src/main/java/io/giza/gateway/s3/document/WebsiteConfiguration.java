package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Set;

/** How a bucket is a web site. */
public sealed interface WebsiteConfiguration {
    /** The name of its root element. */
    String ROOT = "WebsiteConfiguration";

    /**
     * It only sends its visitors elsewhere.
     *
     * @param host the name of a host
     * @param protocol {@code http} or {@code https}, null for that of the request
     */
    record RedirectAll(String host, @Nullable String protocol) implements WebsiteConfiguration {}

    /**
     * Its objects are pages.
     *
     * @param index what follows a key that is empty or ends in a slash
     * @param error the key of the object that is sent instead of an error of the client, or null
     * @param rules at most 50; of those that apply, the first counts
     */
    record Pages(String index, @Nullable String error, List<RoutingRule> rules)
            implements WebsiteConfiguration {
        public Pages {
            rules = List.copyOf(rules);
        }
    }

    /**
     * Reads a document.
     *
     * @throws S3Exception MalformedXML, InvalidArgument or InvalidRequest
     */
    static WebsiteConfiguration read(Element document) {
        return Reader.read(document);
    }

    /** Returns the document. */
    default XmlWriter document() {
        XmlWriter document = XmlWriter.document(ROOT);
        switch (this) {
            case RedirectAll(String host, String protocol) -> {
                document.open(Reader.REDIRECT_ALL).element(Reader.HOST, host);
                if (protocol != null) {
                    document.element(Reader.PROTOCOL, protocol);
                }
                document.close();
            }
            case Pages(String index, String error, List<RoutingRule> rules) -> {
                document.open(Reader.INDEX).element(Reader.SUFFIX, index).close();
                if (error != null) {
                    document.open(Reader.ERROR).element(Reader.KEY, error).close();
                }
                if (!rules.isEmpty()) {
                    document.open(Reader.RULES);
                    rules.forEach(rule -> rule.write(document));
                    document.close();
                }
            }
        }
        return document;
    }

    /** Reads what somebody sent. */
    final class Reader {
        private static final String REDIRECT_ALL = "RedirectAllRequestsTo";
        private static final String HOST = "HostName";
        private static final String PROTOCOL = "Protocol";
        private static final String INDEX = "IndexDocument";
        private static final String SUFFIX = "Suffix";
        private static final String ERROR = "ErrorDocument";
        private static final String KEY = "Key";
        private static final String RULES = "RoutingRules";
        private static final int MAX_RULES = 50;
        private static final Set<String> PARTS = Set.of(REDIRECT_ALL, INDEX, ERROR, RULES);

        private Reader() {}

        private static WebsiteConfiguration read(Element document) {
            Elements.requireOnly(document, PARTS);
            RedirectAll all = Elements.child(document, REDIRECT_ALL, Reader::redirectAll);
            if (all != null) {
                Elements.requireOnly(document, Set.of(REDIRECT_ALL));
                return all;
            }
            String index = Elements.child(document, INDEX, Reader::index);
            if (index == null) {
                throw wrong(
                        INDEX,
                        "",
                        "A value for IndexDocument Suffix must be provided if RedirectAllRequestsTo"
                                + " is empty");
            }
            String error = Elements.child(document, ERROR, Reader::error);
            List<RoutingRule> rules = Elements.child(document, RULES, Reader::rules);
            return new Pages(index, error, rules == null ? List.of() : rules);
        }

        private static RedirectAll redirectAll(Element redirect) {
            Elements.requireOnly(redirect, Set.of(HOST, PROTOCOL));
            String protocol = Elements.child(redirect, PROTOCOL, RoutingRule::protocol);
            String host = Elements.once(redirect, HOST, "").strip();
            if (host.isEmpty()) {
                throw new S3Exception(S3Error.MALFORMED_XML);
            }
            return new RedirectAll(host, protocol);
        }

        private static String index(Element index) {
            Elements.requireOnly(index, Set.of(SUFFIX));
            String suffix = Elements.once(index, SUFFIX, "");
            if (suffix.isEmpty() || suffix.contains("/")) {
                throw wrong(INDEX, suffix, "The IndexDocument Suffix is not well formed");
            }
            return suffix;
        }

        private static String error(Element error) {
            Elements.requireOnly(error, Set.of(KEY));
            String key = Elements.once(error, KEY, "");
            if (key.isEmpty()) {
                throw wrong(ERROR, key, "The ErrorDocument Key is not well formed");
            }
            return key;
        }

        private static List<RoutingRule> rules(Element rules) {
            Elements.requireOnly(rules, Set.of(RoutingRule.ROOT));
            int count = rules.children().size();
            if (count > MAX_RULES) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST,
                        count
                                + " routing rules provided, the number of routing rules in a"
                                + " website configuration is limited to "
                                + MAX_RULES
                                + ".");
            }
            return rules.children().stream().map(RoutingRule::read).toList();
        }

        private static S3Exception wrong(String name, String value, String message) {
            return new S3Exception(S3Error.INVALID_ARGUMENT, message)
                    .with("ArgumentName", name)
                    .with("ArgumentValue", value);
        }
    }
}
