package io.giza.bench.cluster;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Random;

/** How the objects of a measurement are encrypted by the servers. */
public enum ObjectEncryption {
    /** Not at all. */
    NONE(Map.of(), Map.of()),
    /** With a key of the cluster. */
    SSE_S3(Map.of("x-amz-server-side-encryption", "AES256"), Map.of()),
    /** With a key that comes with each request. */
    SSE_C(customerKey(), customerKey());

    private static final String CUSTOMER = "x-amz-server-side-encryption-customer-";
    private static final int KEY_BYTES = 32;
    private static final long SEED = 5;

    private final Map<String, String> ofPut;
    private final Map<String, String> ofGet;

    ObjectEncryption(Map<String, String> ofPut, Map<String, String> ofGet) {
        this.ofPut = ofPut;
        this.ofGet = ofGet;
    }

    private static Map<String, String> customerKey() {
        byte[] key = new byte[KEY_BYTES];
        new Random(SEED).nextBytes(key);
        return Map.of(
                CUSTOMER + "algorithm",
                "AES256",
                CUSTOMER + "key",
                Base64.getEncoder().encodeToString(key),
                CUSTOMER + "key-md5",
                Base64.getEncoder().encodeToString(md5(key)));
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    /** Returns the headers of a put. */
    Map<String, String> ofPut() {
        return ofPut;
    }

    /** Returns the headers of a get. */
    Map<String, String> ofGet() {
        return ofGet;
    }
}
