package io.giza.gateway.service;

import io.giza.concurrent.ReadWatch;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Map;

/**
 * The body of a put as it arrives: read once, digested once while its bytes are hot, verified at
 * its end.
 *
 * <p>Reading throws {@link IOException} when the client goes away, and the edge's own unchecked
 * exception when what arrives contradicts what was announced; either way the put is given up.
 */
public interface ObjectBody {
    /** Returns the exact number of bytes that the client announced. */
    long length();

    /** Reads like {@link java.io.InputStream#read(byte[], int, int)}; -1 after the last byte. */
    int read(byte[] target, int offset, int length) throws IOException;

    /**
     * Sets what is done before a read waits for long for the client; a body that waits for none
     * never does it.
     *
     * @param watch null for nothing
     */
    default void watch(@Nullable ReadWatch watch) {}

    /** Frees memory while the client pauses; no digest is under way meanwhile. */
    default void pause() {}

    /**
     * Digests bytes that were read: all of them, in their order, each once. It may be another task
     * than the one that reads, but one at a time.
     */
    void digest(byte[] source, int offset, int length);

    /** Verifies length, digests and signature after the last byte was read and digested. */
    Digests finish() throws IOException;

    /**
     * What a verified body amounts to.
     *
     * @param md5Hex the MD5 of the bytes, in hexadecimal: the ETag
     * @param checksums S3 checksums that the client sent, by lower-case algorithm name, base64
     */
    record Digests(String md5Hex, Map<String, String> checksums) {
        public Digests {
            checksums = Map.copyOf(checksums);
        }
    }
}
