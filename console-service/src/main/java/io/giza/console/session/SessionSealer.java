package io.giza.console.session;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts sessions by AES-256-GCM, so that the browser keeps them and cannot read or change them:
 * 12 bytes of nonce, the sealed fields and 16 bytes of tag, in base 64 for URLs. The first sealed
 * byte is the format.
 */
public final class SessionSealer {
    private static final int FORMAT = 1;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;
    private static final int MAX_TEXT = 4000;
    private static final byte[] PURPOSE = {'g', 'i', 'z', 'a', '-', 's', 'e', 's', 's'};
    private static final SecureRandom RANDOM = new SecureRandom();

    private final SecretKeySpec key;

    /**
     * Seals with a key.
     *
     * @param key 32 bytes in base 64; one is drawn if it is empty
     */
    public SessionSealer(String key) {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        this.key =
                new SecretKeySpec(key.isEmpty() ? bytes : Base64.getDecoder().decode(key), "AES");
    }

    String seal(Session session) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce).doFinal(encode(session));
            byte[] all = new byte[NONCE_BYTES + sealed.length];
            System.arraycopy(nonce, 0, all, 0, NONCE_BYTES);
            System.arraycopy(sealed, 0, all, NONCE_BYTES, sealed.length);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the JDK cannot seal", e);
        }
    }

    /** Returns a session; empty if it was not sealed with this key, or was changed since. */
    Optional<Session> open(String text) {
        if (text.length() > MAX_TEXT) {
            return Optional.empty();
        }
        try {
            byte[] all = Base64.getUrlDecoder().decode(text);
            if (all.length <= NONCE_BYTES) {
                return Optional.empty();
            }
            byte[] nonce = new byte[NONCE_BYTES];
            System.arraycopy(all, 0, nonce, 0, NONCE_BYTES);
            byte[] plain =
                    cipher(Cipher.DECRYPT_MODE, nonce)
                            .doFinal(all, NONCE_BYTES, all.length - NONCE_BYTES);
            return decode(plain);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Cipher cipher(int mode, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(PURPOSE);
        return cipher;
    }

    private static byte[] encode(Session session) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeUTF(session.accessKey());
            out.writeUTF(session.secretKey());
            out.writeUTF(session.account());
            out.writeUTF(session.role().label());
            out.writeUTF(session.token());
            out.writeLong(session.began().getEpochSecond());
            out.writeLong(session.used().getEpochSecond());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Optional<Session> decode(byte[] plain) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(plain))) {
            if (in.readByte() != FORMAT) {
                return Optional.empty();
            }
            return Optional.of(
                    new Session(
                            in.readUTF(),
                            in.readUTF(),
                            in.readUTF(),
                            Role.of(in.readUTF()),
                            in.readUTF(),
                            Instant.ofEpochSecond(in.readLong()),
                            Instant.ofEpochSecond(in.readLong())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
