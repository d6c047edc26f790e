package io.giza.azure;

import java.util.regex.Pattern;

/**
 * A version of a key in Azure Key Vault. No other text becomes part of a URL there.
 *
 * @param name letters, digits and hyphens, at most 127
 * @param version its identifier, 32 letters and digits that the vault chose
 * @see <a
 *     href="https://learn.microsoft.com/azure/key-vault/general/about-keys-secrets-certificates">
 *     Objects, identifiers and versioning</a>
 */
public record KeyVersion(String name, String version) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,127}");
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9]{32}");

    public KeyVersion {
        if (!isName(name)) {
            throw new IllegalArgumentException("no name of a key in Azure Key Vault");
        }
        if (!isVersion(version)) {
            throw new IllegalArgumentException("no version of a key in Azure Key Vault");
        }
    }

    /** Tells whether a key can have this name. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** Tells whether a version of a key can be named so. */
    public static boolean isVersion(String text) {
        return VERSION.matcher(text).matches();
    }
}
