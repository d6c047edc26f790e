package io.giza.testkit.azure;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.MGF1ParameterSpec;
import java.util.Arrays;
import java.util.UUID;

import javax.crypto.Cipher;
import javax.crypto.spec.OAEPParameterSpec;
import javax.crypto.spec.PSource;

/**
 * A version of a key in a vault.
 *
 * @param version its identifier
 * @param isEnabled whether it may be used
 */
record VaultKey(String version, KeyPair pair, boolean isEnabled) {
    private static final OAEPParameterSpec OAEP =
            new OAEPParameterSpec(
                    "SHA-256", "MGF1", MGF1ParameterSpec.SHA256, PSource.PSpecified.DEFAULT);

    static VaultKey drawn() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return new VaultKey(
                    UUID.randomUUID().toString().replace("-", ""),
                    generator.generateKeyPair(),
                    true);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has RSA", e);
        }
    }

    VaultKey enabled(boolean enabled) {
        return new VaultKey(version, pair, enabled);
    }

    byte[] modulus() {
        return unsigned(((RSAPublicKey) pair.getPublic()).getModulus());
    }

    byte[] exponent() {
        return unsigned(((RSAPublicKey) pair.getPublic()).getPublicExponent());
    }

    private static byte[] unsigned(BigInteger number) {
        byte[] bytes = number.toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    byte[] wrap(byte[] key) throws GeneralSecurityException {
        return cipher(Cipher.ENCRYPT_MODE).doFinal(key);
    }

    byte[] unwrap(byte[] wrapped) throws GeneralSecurityException {
        return cipher(Cipher.DECRYPT_MODE).doFinal(wrapped);
    }

    private Cipher cipher(int mode) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("RSA/ECB/OAEPPadding");
        cipher.init(mode, mode == Cipher.ENCRYPT_MODE ? pair.getPublic() : pair.getPrivate(), OAEP);
        return cipher;
    }
}
