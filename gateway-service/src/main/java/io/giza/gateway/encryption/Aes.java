package io.giza.gateway.encryption;

import java.security.GeneralSecurityException;

import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;

/** AES-256-GCM and HKDF-SHA256, as every JDK has them. */
final class Aes {
    static final int KEY_BYTES = 32;
    static final int NONCE_BYTES = 12;
    static final int TAG_BYTES = 16;

    private Aes() {}

    /** Derives an AES key. */
    static SecretKey derive(byte[] key, byte[] salt, byte[] info) {
        try {
            return kdf().deriveKey("AES", extracted(key, salt).thenExpand(info, KEY_BYTES));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /** Derives bytes that tell nothing of the key. */
    static byte[] deriveBytes(byte[] key, byte[] salt, byte[] info, int length) {
        try {
            return kdf().deriveData(extracted(key, salt).thenExpand(info, length));
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    private static KDF kdf() throws GeneralSecurityException {
        return KDF.getInstance("HKDF-SHA256");
    }

    private static HKDFParameterSpec.Builder extracted(byte[] key, byte[] salt) {
        return HKDFParameterSpec.ofExtract().addIKM(key).addSalt(salt);
    }

    static Cipher cipher() {
        try {
            return Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    static GCMParameterSpec parameters(byte[] nonce) {
        return new GCMParameterSpec(8 * TAG_BYTES, nonce);
    }

    /** Encrypts a few bytes. */
    static byte[] seal(SecretKey key, byte[] nonce, byte[] associated, byte[] plain) {
        try {
            Cipher cipher = cipher();
            cipher.init(Cipher.ENCRYPT_MODE, key, parameters(nonce));
            cipher.updateAAD(associated);
            return cipher.doFinal(plain);
        } catch (GeneralSecurityException e) {
            throw missing(e);
        }
    }

    /**
     * Decrypts a few bytes.
     *
     * @throws GeneralSecurityException if they were not encrypted so
     */
    static byte[] open(SecretKey key, byte[] nonce, byte[] associated, byte[] sealed)
            throws GeneralSecurityException {
        Cipher cipher = cipher();
        cipher.init(Cipher.DECRYPT_MODE, key, parameters(nonce));
        cipher.updateAAD(associated);
        return cipher.doFinal(sealed);
    }

    private static IllegalStateException missing(GeneralSecurityException e) {
        return new IllegalStateException("every JDK has AES-GCM and HKDF-SHA256", e);
    }
}
