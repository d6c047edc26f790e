package io.giza.gateway.encryption.keys;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.model.Encryption;
import io.giza.model.ObjectKey;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Encrypts nothing while earlier releases may read what is written.
 *
 * @param keys make and open data keys
 * @param refusal tells why nothing is encrypted yet, empty if it is
 */
public record LevelledKeys(ObjectKeys keys, Supplier<Optional<String>> refusal)
        implements ObjectKeys {
    @Override
    public Result seal(EncryptionRequest.Explicit request, ObjectKey object) {
        return refusal.get()
                .<Result>map(why -> new Refused(KeyProblem.NOT_CONFIGURED, why))
                .orElseGet(() -> keys.seal(request, object));
    }

    @Override
    public Result open(Encryption encryption, ObjectKey object, Optional<CustomerKey> key) {
        return keys.open(encryption, object, key);
    }
}
