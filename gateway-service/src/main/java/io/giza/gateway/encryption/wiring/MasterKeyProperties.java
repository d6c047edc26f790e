package io.giza.gateway.encryption.wiring;

import io.giza.gateway.key.MasterKey;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What the secrets of access keys are encrypted with, under {@code giza}.
 *
 * @param masterKey 32 bytes in base 64, the same for all gateways; without it there are no keys but
 *     the one of the configuration
 * @param masterKeyAccepted another one, with which secrets may be encrypted too while the first is
 *     changed
 */
@ConfigurationProperties("giza")
public record MasterKeyProperties(@Nullable String masterKey, @Nullable String masterKeyAccepted) {
    /** The fingerprint of no key. */
    static final String NONE = "none";

    public MasterKeyProperties {
        if (masterKey != null) {
            MasterKey.of(masterKey);
        }
        if (masterKeyAccepted != null) {
            MasterKey.of(masterKeyAccepted);
        }
    }

    /** Returns the key, null if there is none. */
    public @Nullable MasterKey toMasterKey() {
        return masterKey == null ? null : MasterKey.of(masterKey).accepting(accepted());
    }

    /** Returns the fingerprint of the key that seals, {@code none} if there is no key. */
    public String fingerprint() {
        MasterKey key = toMasterKey();
        return key == null ? NONE : key.fingerprint();
    }

    private @Nullable MasterKey accepted() {
        return masterKeyAccepted == null ? null : MasterKey.of(masterKeyAccepted);
    }

    /** Leaves the key out: configurations are logged. */
    @Override
    public String toString() {
        return "MasterKeyProperties[" + (masterKey == null ? "none" : "set") + "]";
    }
}
