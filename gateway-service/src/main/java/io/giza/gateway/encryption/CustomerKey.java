package io.giza.gateway.encryption;

import io.giza.model.Bytes;
import io.giza.model.ObjectKey;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * A key that a client sends with each request, and that is never stored. What is stored is the data
 * key, wrapped by a key that is derived from this one with a salt of its own, and a verifier from
 * the same derivation, by which a wrong key is told from damage.
 */
public final class CustomerKey {
    private static final int SALT_BYTES = 16;
    private static final int VERIFIER_BYTES = 16;

    /** What stands before a wrapped key. */
    static final int HEAD_BYTES = SALT_BYTES + VERIFIER_BYTES;

    private static final byte[] WRAPPING = text("giza customer key 1");
    private static final byte[] VERIFYING = text("giza customer key verifier 1");

    private final byte[] bytes;

    private CustomerKey(byte[] bytes) {
        this.bytes = bytes;
    }

    private static byte[] text(String purpose) {
        return purpose.getBytes(StandardCharsets.UTF_8);
    }

    /** Takes a key; empty if it has not 256 bits. */
    public static Optional<CustomerKey> of(byte[] bytes) {
        return bytes.length == Aes.KEY_BYTES
                ? Optional.of(new CustomerKey(bytes.clone()))
                : Optional.empty();
    }

    /** Returns its MD5 in base 64, by which clients recognise it. */
    public String md5() {
        return Base64.getEncoder().encodeToString(StreamIdentity.digest("MD5", bytes));
    }

    Bytes wrap(DataKey key, ObjectKey object, RandomGenerator random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        // A nonce of zeros: the key is derived for this once, with a fresh salt.
        byte[] wrapped =
                Aes.seal(
                        Aes.derive(bytes, salt, WRAPPING),
                        new byte[Aes.NONCE_BYTES],
                        KeyContext.of(object, ""),
                        key.toArray());
        return Bytes.copyOf(
                ByteBuffer.allocate(HEAD_BYTES + wrapped.length)
                        .put(salt)
                        .put(Aes.deriveBytes(bytes, salt, VERIFYING, VERIFIER_BYTES))
                        .put(wrapped)
                        .array());
    }

    /** Tells whether a data key, of at least {@link #HEAD_BYTES}, was wrapped by this key. */
    boolean hasWrapped(Bytes wrapped) {
        byte[] all = wrapped.toArray();
        byte[] salt = Arrays.copyOf(all, SALT_BYTES);
        byte[] verifier = Arrays.copyOfRange(all, SALT_BYTES, HEAD_BYTES);
        return MessageDigest.isEqual(
                verifier, Aes.deriveBytes(bytes, salt, VERIFYING, VERIFIER_BYTES));
    }

    DataKey unwrap(Bytes wrapped, ObjectKey object) throws GeneralSecurityException {
        byte[] all = wrapped.toArray();
        byte[] salt = Arrays.copyOf(all, SALT_BYTES);
        return DataKey.of(
                Aes.open(
                        Aes.derive(bytes, salt, WRAPPING),
                        new byte[Aes.NONCE_BYTES],
                        KeyContext.of(object, ""),
                        Arrays.copyOfRange(all, HEAD_BYTES, all.length)));
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "CustomerKey";
    }
}
