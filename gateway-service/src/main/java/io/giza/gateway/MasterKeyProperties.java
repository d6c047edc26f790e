package io.giza.gateway;

import io.giza.gateway.key.MasterKey;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What the secrets of access keys are encrypted with, under {@code giza}.
 *
 * @param masterKey 32 bytes in base 64, the same for all gateways; without it there are no keys but
 *     the one of the configuration
 */
@ConfigurationProperties("giza")
record MasterKeyProperties(@Nullable String masterKey) {
    public MasterKeyProperties {
        if (masterKey != null) {
            MasterKey.of(masterKey);
        }
    }

    /** Returns the key, null if there is none. */
    @Nullable MasterKey toMasterKey() {
        return masterKey == null ? null : MasterKey.of(masterKey);
    }

    /** Leaves the key out: configurations are logged. */
    @Override
    public String toString() {
        return "MasterKeyProperties[" + (masterKey == null ? "none" : "set") + "]";
    }
}
