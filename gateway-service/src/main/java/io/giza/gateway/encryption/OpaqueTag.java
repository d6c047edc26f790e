package io.giza.gateway.encryption;

import io.giza.model.OpId;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** ETags that are not the MD5 of what is stored. */
public final class OpaqueTag {
    private static final int BYTES = 16;

    private OpaqueTag() {}

    /** Returns the tag of a content that an operation puts, the same for each of its attempts. */
    public static String of(String md5Hex, OpId operation) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] all =
                    digest.digest(
                            ("giza etag 1 " + operation + " " + md5Hex)
                                    .getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(all, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
