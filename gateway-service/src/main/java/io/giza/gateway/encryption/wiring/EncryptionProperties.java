package io.giza.gateway.encryption.wiring;

import io.giza.azure.KeyVersion;
import io.giza.gateway.encryption.keyvault.KeyVaultProperties;
import io.giza.gateway.encryption.vault.VaultProperties;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.util.ArrayList;
import java.util.List;

/**
 * Server-side encryption, under {@code giza.encryption}.
 *
 * @param defaultKey the named key that is used where a client asks for aws:kms and names none
 * @param keyringFile a file of named keys, the same for all gateways; empty for none
 * @param customerKeysOverHttp whether clients may send keys of their own over connections without
 *     TLS
 * @param vault a Vault that keeps named keys
 * @param keyVault an Azure Key Vault that keeps named keys
 */
@ConfigurationProperties("giza.encryption")
public record EncryptionProperties(
        @DefaultValue("") String defaultKey,
        @DefaultValue("") String keyringFile,
        @DefaultValue("false") boolean customerKeysOverHttp,
        @DefaultValue VaultProperties vault,
        @DefaultValue KeyVaultProperties keyVault) {
    public EncryptionProperties {
        List<String> keepers = new ArrayList<>();
        if (!keyringFile.isEmpty()) {
            keepers.add("giza.encryption.keyring-file");
        }
        if (vault.isSet()) {
            keepers.add("giza.encryption.vault.address");
        }
        if (keyVault.isSet()) {
            keepers.add("giza.encryption.key-vault.url");
        }
        if (keepers.size() > 1) {
            throw new IllegalArgumentException(
                    String.join(" and ", keepers) + ": name one, since one alone keeps named keys");
        }
        if (keyVault.isSet() && !defaultKey.isEmpty() && !KeyVersion.isName(defaultKey)) {
            throw new IllegalArgumentException(
                    "giza.encryption.default-key must be the name of a key in Azure Key Vault, with"
                            + " letters, digits and hyphens, not "
                            + defaultKey);
        }
    }
}
