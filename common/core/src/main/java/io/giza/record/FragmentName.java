package io.giza.record;

import io.giza.model.BucketId;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a fragment in its store and in URLs: {@code account/bucket id/SHA-256 of the key, in
 * hexadecimal/put id.index}. It has only letters, digits, hyphens and dots between its slashes, and
 * no part begins with a dot, so it is safe as a path.
 *
 * @param path the name
 * @throws IllegalArgumentException if it has another shape
 */
public record FragmentName(String path) {
    private static final String UUID_SHAPE =
            "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    private static final Pattern SHAPE =
            Pattern.compile(
                    "([a-z0-9][a-z0-9-]{0,62})/("
                            + UUID_SHAPE
                            + ")/([0-9a-f]{64})/("
                            + UUID_SHAPE
                            + ")\\.(0|[1-9][0-9]{0,2})");

    public FragmentName {
        Matcher matcher = SHAPE.matcher(path);
        if (!matcher.matches() || Integer.parseInt(matcher.group(5)) > 254) {
            throw new IllegalArgumentException(
                    "a fragment's name is account/bucket/hash/put.index, not " + shortened(path));
        }
    }

    /** Returns the name of a fragment. */
    public static FragmentName of(FragmentId id) {
        return new FragmentName(
                String.join(
                        "/",
                        id.account(),
                        id.key().bucket().toString(),
                        hashOf(id.key()),
                        id.putId() + "." + id.index()));
    }

    /** Returns what stands for a key in the names of its fragments: 64 hexadecimal digits. */
    public static String hashOf(ObjectKey key) {
        return sha256(key.name());
    }

    /** Returns the storage account. */
    public String account() {
        return part(0);
    }

    /**
     * Returns the key space.
     *
     * @throws IllegalArgumentException if no key space has this identity
     */
    public BucketId bucket() {
        return new BucketId(UUID.fromString(part(1)));
    }

    /** Returns what stands for the key, as {@link #hashOf} does. */
    public String keyHash() {
        return part(2);
    }

    /** Returns the put that wrote it. */
    public PutId putId() {
        String last = part(3);
        return new PutId(UUID.fromString(last.substring(0, last.indexOf('.'))));
    }

    private String part(int number) {
        return path.split("/", -1)[number];
    }

    @Override
    public String toString() {
        return path;
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String shortened(String text) {
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }
}
