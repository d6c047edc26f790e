package io.giza.gateway.read;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.encryption.DataKey;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.encryption.ObjectKeys;
import io.giza.gateway.encryption.SegmentCipher;
import io.giza.model.Bytes;
import io.giza.model.Encryption;
import io.giza.model.ObjectKey;
import io.giza.stripe.VersionFragments.PutRef;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Optional;

/**
 * The data key of a version, if it is encrypted: opened once it is needed, which may take a call of
 * who keeps the wrapping key. For one task at a time.
 */
final class VersionKey {
    private final ObjectKeys keys;
    private final ObjectKey object;
    private final Optional<Encryption> encryption;
    private final Optional<CustomerKey> sent;
    private ObjectKeys.@Nullable Result opened;

    /**
     * Names a key.
     *
     * @param object where the version was put
     * @param sent what the client sent
     */
    VersionKey(
            ObjectKeys keys,
            ObjectKey object,
            Optional<Encryption> encryption,
            Optional<CustomerKey> sent) {
        this.keys = keys;
        this.object = object;
        this.encryption = encryption;
        this.sent = sent;
    }

    boolean isEncrypted() {
        return encryption.isPresent();
    }

    /**
     * Tells why the version must not be told of, or cannot be read; empty if there is no reason.
     *
     * @param wantsBody whether its bytes are wanted at once
     */
    Optional<ObjectKeys.Refused> refusal(boolean wantsBody) {
        boolean isCustomers =
                encryption.filter(each -> each.kind() == Encryption.Kind.CUSTOMER).isPresent();
        if (sent.isPresent() && !isCustomers) {
            return Optional.of(
                    new ObjectKeys.Refused(
                            KeyProblem.KEY_NOT_APPLICABLE, "it has no key of a client"));
        }
        return encryption.isPresent() && (isCustomers || wantsBody)
                ? open() instanceof ObjectKeys.Refused refused
                        ? Optional.of(refused)
                        : Optional.empty()
                : Optional.empty();
    }

    private ObjectKeys.Result open() {
        ObjectKeys.Result known = opened;
        if (known == null) {
            known = keys.open(encryption.orElseThrow(), object, sent);
            opened = known;
        }
        return known;
    }

    /** Begins to decrypt the bytes of a put. */
    SegmentCipher stream(PutRef put) throws IOException {
        return switch (open()) {
            case ObjectKeys.Available(Encryption _, DataKey key) ->
                    key.stream(put.key(), put.putId());
            case ObjectKeys.Refused refused -> throw new IOException(refused.detail());
        };
    }

    /**
     * Returns the bytes of a put that are at hand.
     *
     * @param size how many there are
     */
    byte[] decrypted(PutRef put, Bytes stored, long size) throws IOException {
        return isEncrypted() ? stream(put).decrypt(stored, size) : stored.toArray();
    }
}
