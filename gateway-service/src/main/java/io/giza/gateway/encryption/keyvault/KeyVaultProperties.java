package io.giza.gateway.encryption.keyvault;

import io.giza.azure.AzureCredential;
import io.giza.azure.KeyVaultAddress;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.net.URI;
import java.time.Duration;

/**
 * An Azure Key Vault that keeps named keys, under {@code giza.encryption.key-vault}. The gateway
 * enters it with its own identity.
 *
 * @param url {@code https://NAME.vault.azure.net}; empty for none
 * @param clientId which identity, if the process has several
 * @param tenantId whose it is, if the environment does not say it
 * @param timeout how long wrapping or unwrapping a data key may take, with all tries
 */
public record KeyVaultProperties(
        @DefaultValue("") String url,
        @Nullable String clientId,
        @Nullable String tenantId,
        @DefaultValue("5s") Duration timeout) {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    public KeyVaultProperties {
        if (!url.isEmpty() && !KeyVaultAddress.isUrl(url)) {
            throw new IllegalArgumentException(
                    "giza.encryption.key-vault.url must be https://HOST, such as"
                            + " https://NAME.vault.azure.net, without anything behind it, not "
                            + url);
        }
        if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "giza.encryption.key-vault.timeout must be more than 0 and at most 30s, not "
                            + timeout);
        }
    }

    /** Tells whether there is one. */
    public boolean isSet() {
        return !url.isEmpty();
    }

    /** Returns where it is, if there is one. */
    public KeyVaultAddress toAddress() {
        return new KeyVaultAddress(
                URI.create(url), new AzureCredential.Identity(clientId, tenantId), timeout);
    }
}
