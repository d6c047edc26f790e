package io.giza.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The arithmetic of AWS Signature Version 4. */
public final class SigV4 {
    /** Its name. */
    public static final String ALGORITHM = "AWS4-HMAC-SHA256";

    /** The digest of nothing. */
    public static final String EMPTY_SHA256 =
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private SigV4() {}

    /** Derives the key that signs within a scope. */
    public static byte[] signingKey(String secret, CredentialScope scope) {
        byte[] key = utf8("AWS4" + secret);
        key = hmac(key, scope.date());
        key = hmac(key, scope.region());
        key = hmac(key, scope.service());
        return hmac(key, CredentialScope.TERMINATOR);
    }

    /** Signs a canonical request; returns lower-case hexadecimal. */
    public static String sign(
            byte[] signingKey, String timestamp, CredentialScope scope, String canonicalRequest) {
        return hexHmac(
                signingKey,
                ALGORITHM
                        + "\n"
                        + timestamp
                        + "\n"
                        + scope
                        + "\n"
                        + sha256Hex(utf8(canonicalRequest)));
    }

    /** Returns a message authentication code, lower-case hexadecimal. */
    public static String hexHmac(byte[] key, String text) {
        return HexFormat.of().formatHex(hmac(key, text));
    }

    /** Returns a digest, lower-case hexadecimal. */
    public static String sha256Hex(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Compares without telling by its duration where the difference is. */
    public static boolean constantTimeEquals(String expected, String given) {
        return MessageDigest.isEqual(utf8(expected), utf8(given));
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
