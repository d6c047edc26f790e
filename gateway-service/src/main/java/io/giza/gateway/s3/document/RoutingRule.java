package io.giza.gateway.s3.document;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.Element;
import io.giza.gateway.s3.xml.XmlWriter;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * A rule of a web site: whom it sends elsewhere.
 *
 * @param keyPrefix how the keys begin that it is about, null for all
 * @param errorCode the status of the error that it is about, null for requests before they fail
 * @param redirect where it sends them
 */
public record RoutingRule(
        @Nullable String keyPrefix, @Nullable Integer errorCode, Redirect redirect) {
    static final String ROOT = "RoutingRule";

    private static final String CONDITION = "Condition";
    private static final String KEY_PREFIX = "KeyPrefixEquals";
    private static final String ERROR_CODE = "HttpErrorCodeReturnedEquals";
    private static final String REDIRECT = "Redirect";
    private static final String HOST = "HostName";
    private static final String PROTOCOL = "Protocol";
    private static final String REDIRECT_CODE = "HttpRedirectCode";
    private static final String REPLACE_KEY = "ReplaceKeyWith";
    private static final String REPLACE_PREFIX = "ReplaceKeyPrefixWith";
    private static final Set<String> PROTOCOLS = Set.of("http", "https");
    private static final Set<Integer> REDIRECT_CODES = Set.of(301, 302, 303, 304, 305, 307, 308);

    /**
     * Where requests are sent. What it does not say is as the request has it.
     *
     * @param protocol {@code http} or {@code https}, or null
     * @param host the name of a host, or null
     * @param keyPrefix takes the place of the prefix that the rule is about, or null
     * @param key takes the place of the key, or null
     * @param code the status of the answer, or null for 301
     */
    public record Redirect(
            @Nullable String protocol,
            @Nullable String host,
            @Nullable String keyPrefix,
            @Nullable String key,
            @Nullable Integer code) {}

    /** Tells whether it sends away who asks for a key, before that is looked for. */
    public boolean appliesTo(String key) {
        return errorCode == null && fits(key);
    }

    /** Tells whether it sends away who asked for a key and would get an error of this status. */
    public boolean appliesTo(String key, int status) {
        return errorCode != null && errorCode == status && fits(key);
    }

    private boolean fits(String key) {
        return keyPrefix == null || key.startsWith(keyPrefix);
    }

    /** Returns the key to ask for instead. */
    public String replace(String key) {
        if (redirect.key() != null) {
            return redirect.key();
        }
        if (redirect.keyPrefix() == null) {
            return key;
        }
        int replaced = keyPrefix == null || !fits(key) ? 0 : keyPrefix.length();
        return redirect.keyPrefix() + key.substring(replaced);
    }

    static RoutingRule read(Element rule) {
        Elements.requireOnly(rule, Set.of(CONDITION, REDIRECT));
        Element condition = Elements.child(rule, CONDITION, each -> each);
        Redirect redirect = Elements.child(rule, REDIRECT, RoutingRule::redirect);
        if (redirect == null) {
            throw malformed();
        }
        if (condition == null) {
            return new RoutingRule(null, null, redirect);
        }
        Elements.requireOnly(condition, Set.of(KEY_PREFIX, ERROR_CODE));
        String prefix = Elements.child(condition, KEY_PREFIX, Element::text);
        Integer code = Elements.child(condition, ERROR_CODE, RoutingRule::number);
        if (prefix == null && code == null) {
            throw malformed();
        }
        if (code != null && !isErrorCode(code)) {
            throw invalid(
                    "The provided HTTP error code (%d) is not valid. Valid codes are 4XX or 5XX."
                            .formatted(code));
        }
        return new RoutingRule(prefix, code, redirect);
    }

    /** Those of HTTP/1.1 as it was first written down (RFC 2616, 6.1.1). */
    private static boolean isErrorCode(int code) {
        return (code >= 400 && code <= 417) || (code >= 500 && code <= 505);
    }

    private static Redirect redirect(Element redirect) {
        Elements.requireOnly(
                redirect, Set.of(HOST, PROTOCOL, REDIRECT_CODE, REPLACE_KEY, REPLACE_PREFIX));
        Redirect read =
                new Redirect(
                        Elements.child(redirect, PROTOCOL, RoutingRule::protocol),
                        Elements.child(redirect, HOST, Element::text),
                        Elements.child(redirect, REPLACE_PREFIX, Element::text),
                        Elements.child(redirect, REPLACE_KEY, Element::text),
                        Elements.child(redirect, REDIRECT_CODE, RoutingRule::number));
        if (redirect.children().isEmpty()) {
            throw malformed();
        }
        if (read.key() != null && read.keyPrefix() != null) {
            throw invalid("You can only define ReplaceKeyPrefix or ReplaceKey but not both.");
        }
        if (read.code() != null && !REDIRECT_CODES.contains(read.code())) {
            throw invalid(
                    "The provided HTTP redirect code (%d) is not valid. Valid codes are 3XX except 300."
                            .formatted(read.code()));
        }
        return read;
    }

    /** Reads a protocol, which takes the place of that of a request. */
    static String protocol(Element element) {
        if (!PROTOCOLS.contains(element.text())) {
            throw invalid(
                    "Invalid protocol, protocol can be http or https. If not defined the protocol"
                            + " will be selected automatically.");
        }
        return element.text();
    }

    private static Integer number(Element element) {
        if (!element.text().matches("\\d{1,9}")) {
            throw malformed();
        }
        return Integer.valueOf(element.text());
    }

    void write(XmlWriter document) {
        document.open(ROOT);
        if (keyPrefix != null || errorCode != null) {
            document.open(CONDITION);
            write(document, ERROR_CODE, errorCode);
            write(document, KEY_PREFIX, keyPrefix);
            document.close();
        }
        document.open(REDIRECT);
        write(document, HOST, redirect.host());
        write(document, REDIRECT_CODE, redirect.code());
        write(document, PROTOCOL, redirect.protocol());
        write(document, REPLACE_PREFIX, redirect.keyPrefix());
        write(document, REPLACE_KEY, redirect.key());
        document.close().close();
    }

    private static void write(XmlWriter document, String name, @Nullable Object value) {
        if (value != null) {
            document.element(name, value.toString());
        }
    }

    private static S3Exception invalid(String message) {
        return new S3Exception(S3Error.INVALID_REQUEST, message);
    }

    private static S3Exception malformed() {
        return new S3Exception(S3Error.MALFORMED_XML);
    }
}
