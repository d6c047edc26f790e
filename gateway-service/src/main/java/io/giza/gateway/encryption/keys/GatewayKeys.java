package io.giza.gateway.encryption.keys;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.encryption.DataKeys;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.model.Encryption;
import io.giza.model.Encryption.Kind;
import io.giza.model.ObjectKey;

import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The data keys of objects, each wrapped by who keeps the key of its kind.
 *
 * @param cluster keeps the cluster's own key
 * @param named keeps named keys
 * @param defaultKey the name of the key that is used where a client names none; empty for none
 * @param random cryptographically strong
 */
public record GatewayKeys(
        KeyManagement cluster, KeyManagement named, String defaultKey, RandomGenerator random)
        implements ObjectKeys {
    @Override
    public Result seal(EncryptionRequest.Explicit request, ObjectKey object) {
        return switch (request) {
            case EncryptionRequest.Managed(boolean bucketKey) ->
                    DataKeys.seal(
                            cluster,
                            new DataKeys.Wrapping(Kind.MANAGED, "", "", bucketKey),
                            object,
                            random);
            case EncryptionRequest.Named(String keyId, String context, boolean bucketKey) -> {
                String key = keyId.isEmpty() ? defaultKey : keyId;
                yield key.isEmpty()
                        ? new Refused(KeyProblem.NO_SUCH_KEY, "no default key is configured")
                        : DataKeys.seal(
                                named,
                                new DataKeys.Wrapping(Kind.NAMED, key, context, bucketKey),
                                object,
                                random);
            }
            case EncryptionRequest.Customer(CustomerKey key) -> DataKeys.seal(key, object, random);
        };
    }

    @Override
    public Result open(Encryption encryption, ObjectKey object, Optional<CustomerKey> key) {
        return switch (encryption.kind()) {
            case MANAGED -> DataKeys.open(cluster, encryption, object);
            case NAMED -> DataKeys.open(named, encryption, object);
            case CUSTOMER ->
                    key.map(each -> DataKeys.open(each, encryption, object))
                            .orElseGet(
                                    () ->
                                            new Refused(
                                                    KeyProblem.KEY_NEEDED,
                                                    "it is encrypted with a client's key"));
        };
    }
}
