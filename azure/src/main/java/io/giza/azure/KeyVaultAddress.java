package io.giza.azure;

import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * An Azure Key Vault and how patient its calls are.
 *
 * @param url {@code https://HOST}, without a path
 * @param identity how it is entered
 * @param requestTimeout how long one request may take
 */
public record KeyVaultAddress(URI url, AzureCredential.Identity identity, Duration requestTimeout) {
    private static final Pattern URL = Pattern.compile("https://[A-Za-z0-9.-]{1,253}(:\\d{1,5})?");

    public KeyVaultAddress {
        if (!isUrl(url.toString())) {
            throw new IllegalArgumentException("no URL of a key vault: " + url);
        }
    }

    /** Tells whether a text is the URL of a vault: over TLS, with a host, and nothing behind it. */
    public static boolean isUrl(String text) {
        return URL.matcher(text).matches() && URI.create(text).getHost() != null;
    }
}
