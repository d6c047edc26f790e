package io.giza.gateway.encryption;

import io.giza.gateway.encryption.ObjectKeys.Available;
import io.giza.gateway.encryption.ObjectKeys.Refused;
import io.giza.gateway.encryption.ObjectKeys.Result;
import io.giza.model.Encryption;
import io.giza.model.ObjectKey;

import java.security.GeneralSecurityException;
import java.util.random.RandomGenerator;

/** Makes data keys, has them wrapped for one object each, and unwrapped. */
public final class DataKeys {
    private DataKeys() {}

    /** What is said of a data key beside its wrapped form. */
    public record Wrapping(Encryption.Kind kind, String keyId, String context, boolean bucketKey) {}

    /** Makes a key that {@code keeper} wraps. */
    public static Result seal(
            KeyManagement keeper, Wrapping wrapping, ObjectKey object, RandomGenerator random) {
        DataKey key = DataKey.random(random);
        byte[] context = KeyContext.of(object, wrapping.context());
        return switch (keeper.wrap(wrapping.keyId(), key.toArray(), context)) {
            case KeyManagement.Wrapped(String version, var wrapped) ->
                    new Available(
                            new Encryption(
                                    wrapping.kind(),
                                    wrapping.keyId(),
                                    version,
                                    wrapped,
                                    wrapping.context(),
                                    wrapping.bucketKey()),
                            key);
            case KeyManagement.Failed failed -> refused(failed);
        };
    }

    /** Makes a key that a client's key wraps. */
    public static Result seal(CustomerKey customer, ObjectKey object, RandomGenerator random) {
        DataKey key = DataKey.random(random);
        return new Available(
                new Encryption(
                        Encryption.Kind.CUSTOMER,
                        "",
                        "",
                        customer.wrap(key, object, random),
                        "",
                        false),
                key);
    }

    /** Opens a key that {@code keeper} wrapped. */
    public static Result open(KeyManagement keeper, Encryption encryption, ObjectKey object) {
        byte[] context = KeyContext.of(object, encryption.context());
        return switch (keeper.unwrap(
                encryption.keyId(), encryption.keyVersion(), encryption.wrappedKey(), context)) {
            case KeyManagement.Unwrapped(byte[] key) when key.length == Aes.KEY_BYTES ->
                    new Available(encryption, DataKey.of(key));
            case KeyManagement.Unwrapped _ ->
                    new Refused(KeyProblem.LOST, "what was unwrapped is no data key");
            case KeyManagement.Failed failed -> refused(failed);
        };
    }

    /** Opens a key that a client's key wrapped. */
    public static Result open(CustomerKey customer, Encryption encryption, ObjectKey object) {
        if (encryption.wrappedKey().size() < CustomerKey.HEAD_BYTES) {
            return new Refused(KeyProblem.LOST, "its data key is cut off");
        }
        if (!customer.hasWrapped(encryption.wrappedKey())) {
            return new Refused(KeyProblem.WRONG_KEY, "it is encrypted with another key");
        }
        try {
            return new Available(encryption, customer.unwrap(encryption.wrappedKey(), object));
        } catch (GeneralSecurityException e) {
            return new Refused(KeyProblem.LOST, "its data key was not wrapped for this object");
        }
    }

    private static Refused refused(KeyManagement.Failed failed) {
        return new Refused(failed.problem(), failed.detail());
    }
}
