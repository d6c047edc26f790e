package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.xml.XmlWriter;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * An account as S3 names the owner of things.
 *
 * @param id 64 hexadecimal digits, the shape of S3's canonical user ids
 * @param displayName the account's name, empty if it is not known any more
 */
public record Owner(String id, String displayName) {
    /** Returns the owner of what is an account's: its id is the SHA-256 of the name. */
    public static Owner of(String accountName) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(accountName.getBytes(StandardCharsets.UTF_8));
            return new Owner(HexFormat.of().formatHex(digest), accountName);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Writes an Owner element. */
    public void write(XmlWriter document) {
        write(document, "Owner");
    }

    /** Writes an element of another name; an account that is gone has no name. */
    public void write(XmlWriter document, String element) {
        document.open(element).element("ID", id);
        if (!displayName.isEmpty()) {
            document.element("DisplayName", displayName);
        }
        document.close();
    }
}
