package io.giza.gateway.encryption.wiring;

import io.giza.gateway.encryption.vault.VaultProperties;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Server-side encryption, under {@code giza.encryption}.
 *
 * @param defaultKey the named key that is used where a client asks for aws:kms and names none
 * @param keyringFile a file of named keys, the same for all gateways; empty for none
 * @param customerKeysOverHttp whether clients may send keys of their own over connections without
 *     TLS
 * @param vault a Vault that keeps named keys
 */
@ConfigurationProperties("giza.encryption")
public record EncryptionProperties(
        @DefaultValue("") String defaultKey,
        @DefaultValue("") String keyringFile,
        @DefaultValue("false") boolean customerKeysOverHttp,
        @DefaultValue VaultProperties vault) {
    public EncryptionProperties {
        if (!keyringFile.isEmpty() && vault.isSet()) {
            throw new IllegalArgumentException(
                    "giza.encryption.keyring-file and giza.encryption.vault.address: name one");
        }
    }
}
