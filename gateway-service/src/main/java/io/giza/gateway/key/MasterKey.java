package io.giza.gateway.key;

import io.giza.model.Bytes;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * Encrypts the secrets of access keys: AES-256-GCM, under a key derived from the cluster's master
 * key by HKDF-SHA256, with whose secret it is as associated data. So a record cannot be read
 * without the master key, nor be passed off as another key's or another account's.
 *
 * <p>Also marks the ids of access keys, under a key derived for that alone, so that those which
 * were made here are told from those that somebody made up. And it seals the tokens of sessions,
 * under a third key: none of a cluster's other secrets can be passed off as a token.
 */
public final class MasterKey {
    private static final int BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final String SECRETS = "giza access key secrets 1";
    private static final String IDS = "giza access key ids 1";
    private static final String TOKENS = "giza session tokens 1";
    private static final String FINGERPRINT = "giza master key fingerprint 1";
    private static final int FINGERPRINT_BYTES = 8;
    private static final String MAC = "HmacSHA256";

    private final SecretKey key;
    private final SecretKey marking;
    private final SecretKey tokens;
    private final String fingerprint;

    /** What secrets are sealed with too while this key is changed; null for none. */
    private final @Nullable MasterKey accepted;

    private MasterKey(
            SecretKey key,
            SecretKey marking,
            SecretKey tokens,
            String fingerprint,
            @Nullable MasterKey accepted) {
        this.key = key;
        this.marking = marking;
        this.tokens = tokens;
        this.fingerprint = fingerprint;
        this.accepted = accepted;
    }

    /** Returns the key with another one whose secrets and ids are good too. */
    public MasterKey accepting(@Nullable MasterKey other) {
        return new MasterKey(key, marking, tokens, fingerprint, other);
    }

    /**
     * Returns which key seals, so that operators can compare gateways: 16 hexadecimal digits,
     * derived for that alone. It is no secret: it neither reveals the key nor any key that is
     * derived from it, and 256 random bits cannot be guessed.
     */
    public String fingerprint() {
        return fingerprint;
    }

    /** Returns it, and the one that is accepted beside it. */
    Stream<MasterKey> good() {
        return accepted == null ? Stream.of(this) : Stream.of(this, accepted);
    }

    /** The sealed text was not sealed by this key for this owner. */
    public static final class WrongMasterKeyException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongMasterKeyException(GeneralSecurityException cause) {
            super("not sealed by this master key for this owner", cause);
        }
    }

    /**
     * Takes a master key.
     *
     * @param base64 32 bytes
     * @throws IllegalArgumentException if it is anything else; its text is not repeated
     */
    public static MasterKey of(String base64) {
        byte[] bytes;
        try {
            bytes = Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            bytes = new byte[0];
        }
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException(
                    "giza.master-key must be 32 bytes in base 64, for instance the output of"
                            + " 'openssl rand -base64 32'");
        }
        return new MasterKey(
                derive("AES", bytes, SECRETS),
                derive(MAC, bytes, IDS),
                derive("AES", bytes, TOKENS),
                fingerprint(bytes),
                null);
    }

    private static String fingerprint(byte[] bytes) {
        byte[] derived = derive(MAC, bytes, FINGERPRINT).getEncoded();
        return HexFormat.of().formatHex(derived, 0, FINGERPRINT_BYTES);
    }

    private static SecretKey derive(String algorithm, byte[] from, String purpose) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveKey(
                            algorithm,
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(from)
                                    .thenExpand(purpose.getBytes(StandardCharsets.UTF_8), BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HKDF-SHA256", e);
        }
    }

    /** Returns the beginning of what nobody without the master key can tell of a text. */
    long mark(String text) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(marking);
            return ByteBuffer.wrap(mac.doFinal(text.getBytes(StandardCharsets.UTF_8))).getLong();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + MAC, e);
        }
    }

    /**
     * Seals a secret.
     *
     * @param owner whose it is, told again to open it
     * @param random cryptographically strong
     */
    public Bytes seal(String owner, String secret, RandomGenerator random) {
        return Bytes.copyOf(seal(key, owner, secret.getBytes(StandardCharsets.UTF_8), random));
    }

    /**
     * Seals what the token of a session says.
     *
     * @param random cryptographically strong
     */
    public byte[] sealToken(byte[] content, RandomGenerator random) {
        return seal(tokens, TOKENS, content, random);
    }

    /** Opens the token of a session; empty if neither this key nor the accepted one sealed it. */
    public Optional<byte[]> openToken(byte[] sealed) {
        return good().flatMap(each -> each.openOwnToken(sealed).stream()).findFirst();
    }

    private Optional<byte[]> openOwnToken(byte[] sealed) {
        try {
            return Optional.of(open(tokens, TOKENS, sealed));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static byte[] seal(
            SecretKey with, String owner, byte[] content, RandomGenerator random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, with, nonce, owner).doFinal(content);
            byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + sealed.length);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return all;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /** Tells whether a secret was sealed with this very key. */
    public boolean hasSealed(String owner, Bytes sealed) {
        try {
            openOwn(owner, sealed);
            return true;
        } catch (WrongMasterKeyException e) {
            return false;
        }
    }

    /** Opens a sealed secret. */
    public String open(String owner, Bytes sealed) throws WrongMasterKeyException {
        try {
            return openOwn(owner, sealed);
        } catch (WrongMasterKeyException e) {
            if (accepted == null) {
                throw e;
            }
            return accepted.open(owner, sealed);
        }
    }

    private String openOwn(String owner, Bytes sealed) throws WrongMasterKeyException {
        try {
            return new String(open(key, owner, sealed.toArray()), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw new WrongMasterKeyException(e);
        }
    }

    private static byte[] open(SecretKey with, String owner, byte[] sealed)
            throws GeneralSecurityException {
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        int rest = Math.max(0, sealed.length - NONCE_BYTES);
        return cipher(Cipher.DECRYPT_MODE, with, nonce, owner)
                .doFinal(sealed, Math.min(sealed.length, NONCE_BYTES), rest);
    }

    private static Cipher cipher(int mode, SecretKey with, byte[] nonce, String owner)
            throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, with, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }

    /** Leaves the key out. */
    @Override
    public String toString() {
        return "MasterKey";
    }
}
