package io.giza.system.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/**
 * An object whose content follows from its key and its size.
 *
 * @param key its key
 * @param size its size in bytes
 */
public record TestObject(String key, int size) {
    /**
     * Nothing, less than inline, fragmented, a whole stripe, a byte more, some stripes and a half.
     */
    static final List<Integer> SIZES = List.of(0, 1, 100_000, 4 << 20, (4 << 20) + 1, 22 << 20);

    private static final int CHUNK_BYTES = 64 << 10;

    /** Returns one object of each size below a prefix. */
    public static List<TestObject> ofAllSizes(String prefix) {
        return SIZES.stream().map(size -> new TestObject(prefix + "/" + size, size)).toList();
    }

    /** Returns the content. */
    public byte[] content() {
        byte[] content = new byte[size];
        new SplittableRandom(key.hashCode()).nextBytes(content);
        return content;
    }

    /** Puts the object. */
    public void putThrough(S3Client s3, String bucket) {
        s3.putObject(r -> r.bucket(bucket).key(key), RequestBody.fromBytes(content()));
    }

    /** Asserts that a gateway returns the object: its length and all its bytes. */
    public void assertReadThrough(S3Client s3, String bucket) {
        byte[] content = content();
        int read = 0;
        try (ResponseInputStream<GetObjectResponse> stream =
                s3.getObject(r -> r.bucket(bucket).key(key))) {
            assertThat(stream.response().contentLength()).as(key).isEqualTo(size);
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int count; (count = stream.read(chunk)) >= 0; read += count) {
                assertThat(read + count).as("bytes of %s", key).isLessThanOrEqualTo(size);
                assertThat(Arrays.equals(chunk, 0, count, content, read, read + count))
                        .as("%s at %d to %d", key, read, read + count)
                        .isTrue();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + key, e);
        }
        assertThat(read).as("bytes of %s", key).isEqualTo(size);
    }

    /** Returns the SHA-256 of some bytes, in hexadecimal. */
    public static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
