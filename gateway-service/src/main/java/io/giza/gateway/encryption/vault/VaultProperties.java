package io.giza.gateway.encryption.vault;

import org.springframework.boot.context.properties.bind.DefaultValue;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A Vault that keeps named keys, under {@code giza.encryption.vault}.
 *
 * @param address its URL, without a path; empty for none
 * @param mount where its transit engine is mounted
 * @param namespace its namespace; empty for none
 * @param tokenFile a file with the gateway's token, read anew for each call
 * @param timeout how long a call may take
 */
public record VaultProperties(
        @DefaultValue("") String address,
        @DefaultValue("transit") String mount,
        @DefaultValue("") String namespace,
        @DefaultValue("") String tokenFile,
        @DefaultValue("5s") Duration timeout) {
    public VaultProperties {
        if (!address.isEmpty()) {
            String scheme = String.valueOf(URI.create(address).getScheme());
            if (!scheme.equals("https") && !scheme.equals("http")) {
                throw new IllegalArgumentException(
                        "giza.encryption.vault.address must be a URL, not " + address);
            }
            if (tokenFile.isEmpty()) {
                throw new IllegalArgumentException(
                        "giza.encryption.vault.token-file must name a file with the token");
            }
        }
        if (!mount.matches("[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*")) {
            throw new IllegalArgumentException(
                    "giza.encryption.vault.mount must be a path such as transit, not " + mount);
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(
                    "giza.encryption.vault.timeout must be positive, not " + timeout);
        }
    }

    /** Tells whether there is one. */
    public boolean isSet() {
        return !address.isEmpty();
    }

    Path token() {
        return Path.of(tokenFile);
    }
}
