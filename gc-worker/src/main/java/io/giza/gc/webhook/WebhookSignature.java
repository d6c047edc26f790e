package io.giza.gc.webhook;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * How webhooks know that a message is from here: a header {@code t=TIME,v1=SIGNATURE}, where TIME
 * is in seconds since 1970 and SIGNATURE is the HMAC-SHA256 of TIME, a dot and the body, in
 * hexadecimal digits.
 */
final class WebhookSignature {
    /** The name of the header. */
    static final String HEADER = "Giza-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    private WebhookSignature() {}

    /**
     * Returns the value of the header.
     *
     * @param secret what both sides know, not empty
     */
    static String of(byte[] secret, Instant time, byte[] body) {
        String seconds = Long.toString(time.getEpochSecond());
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return "t=" + seconds + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA256", e);
        }
    }
}
