package io.giza.gateway.encryption.wiring;

import io.giza.azure.KeyVault;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.encryption.keys.ClusterKeys;
import io.giza.gateway.encryption.keys.GatewayKeys;
import io.giza.gateway.encryption.keys.LevelledKeys;
import io.giza.gateway.encryption.keys.LocalKeyring;
import io.giza.gateway.encryption.keys.NoNamedKeys;
import io.giza.gateway.encryption.keyvault.KeyVaultKeys;
import io.giza.gateway.encryption.keyvault.KeyVaultProperties;
import io.giza.gateway.encryption.vault.VaultTransit;
import io.giza.gateway.system.SystemRows;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The wiring of the keys that objects are encrypted with. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({EncryptionProperties.class, MasterKeyProperties.class})
public class EncryptionConfiguration {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** The rows are those of the clusters that the keys are for, so they are looked up late. */
    @Bean
    ClusterKeys clusterKeys(
            MasterKeyProperties master,
            ObjectProvider<SystemRows> rows,
            Surroundings surroundings) {
        return new ClusterKeys(rows::getObject, surroundings, master.toMasterKey());
    }

    @Bean
    KeyManagement namedKeys(EncryptionProperties properties, Surroundings surroundings) {
        if (properties.vault().isSet()) {
            return new VaultTransit(properties.vault());
        }
        KeyVaultProperties azure = properties.keyVault();
        if (azure.isSet()) {
            return new KeyVaultKeys(new KeyVault(azure.toAddress()), azure.timeout(), surroundings);
        }
        return properties.keyringFile().isEmpty()
                ? NoNamedKeys.INSTANCE
                : new LocalKeyring(Path.of(properties.keyringFile()), surroundings.random());
    }

    @Bean
    ObjectKeys objectKeys(
            ClusterKeys cluster,
            @Qualifier("namedKeys") KeyManagement namedKeys,
            EncryptionProperties properties,
            ObjectProvider<LiveLevel> level,
            Surroundings surroundings) {
        return new LevelledKeys(
                new GatewayKeys(cluster, namedKeys, properties.defaultKey(), surroundings.random()),
                () ->
                        Optional.ofNullable(level.getIfAvailable())
                                .flatMap(
                                        known ->
                                                known.refusal(
                                                        LevelRange.OPERATED,
                                                        "encryption",
                                                        surroundings.time().after(PATIENCE))));
    }
}
