package io.giza.system;

import static org.assertj.core.api.Assertions.assertThat;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/**
 * An object whose content follows from its key and its size.
 *
 * @param key its key
 * @param size its size in bytes
 */
record TestObject(String key, int size) {
    /** Nothing, less than inline, fragmented, a whole stripe, a byte more, many stripes. */
    static final List<Integer> SIZES = List.of(0, 1, 100_000, 4 << 20, (4 << 20) + 1, 64 << 20);

    private static final int CHUNK_BYTES = 64 << 10;

    /** Returns one object of each size below a prefix. */
    static List<TestObject> ofAllSizes(String prefix) {
        return SIZES.stream().map(size -> new TestObject(prefix + "/" + size, size)).toList();
    }

    /** Returns the content. */
    byte[] content() {
        byte[] content = new byte[size];
        new Random(key.hashCode()).nextBytes(content);
        return content;
    }

    /** Puts the object. */
    void putThrough(S3Client s3, String bucket) {
        s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(content()));
    }

    /** Asserts that a gateway returns the object, by its length and SHA-256. */
    void assertReadThrough(S3Client s3, String bucket) {
        MessageDigest read = sha256();
        try (ResponseInputStream<GetObjectResponse> stream =
                s3.getObject(r -> r.bucket(bucket).key(key))) {
            assertThat(stream.response().contentLength()).as(key).isEqualTo(size);
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int count; (count = stream.read(chunk)) >= 0; ) {
                read.update(chunk, 0, count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + key, e);
        }
        assertThat(hex(read)).as("SHA-256 of %s", key).isEqualTo(sha256(content()));
    }

    /** Returns the SHA-256 of some bytes, in hexadecimal. */
    static String sha256(byte[] bytes) {
        MessageDigest digest = sha256();
        digest.update(bytes);
        return hex(digest);
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
