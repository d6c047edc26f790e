package io.giza.gateway.identity;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An identity provider whose tokens are taken.
 *
 * @param url its URL, exactly as its tokens say it
 * @param keys where its keys are, a URL of {@code https} or {@code file}; empty to find that out by
 *     OpenID Connect Discovery
 * @param ca the file with the certificates that its server is verified by, PEM; empty for those of
 *     the JDK
 * @param tokenFile the file with the token that its server is asked with; empty for none
 */
public record Issuer(String url, String keys, String ca, String tokenFile) {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}|\\[::1]");

    /**
     * Checks the URLs.
     *
     * @throws IllegalArgumentException with what is wrong, which begins with the name of the field
     */
    public Issuer {
        if (!isSafe(url)) {
            throw new IllegalArgumentException(
                    "url must be as in https://issuer.example.net, without a query; plain http is"
                            + " for this machine alone");
        }
        if (!keys.isEmpty() && !isFile(keys) && !isSafe(keys)) {
            throw new IllegalArgumentException(
                    "keys must be a URL of https, or of a file as in file:/etc/giza/keys.json");
        }
    }

    /** Returns the file with its keys, empty if its server has them. */
    Optional<String> file() {
        return isFile(keys) ? Optional.of(keys.substring("file:".length())) : Optional.empty();
    }

    /** Returns where it tells of itself (OpenID Connect Discovery 1.0, section 4). */
    String discoveryUrl() {
        String base = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        return base + "/.well-known/openid-configuration";
    }

    private static boolean isFile(String text) {
        return text.startsWith("file:/");
    }

    /** Tells whether nobody on the way can answer for whom a URL names. */
    static boolean isSafe(String text) {
        try {
            URI uri = new URI(text);
            String host = uri.getHost();
            if (host == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
                return false;
            }
            return "https".equals(uri.getScheme())
                    || ("http".equals(uri.getScheme())
                            && LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches());
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
