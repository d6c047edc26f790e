package io.giza.bench.azurite;

import io.giza.azure.blob.BlockBuffers;

import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * The bytes of the blobs, the same for every contender.
 *
 * @param blob those of a blob that is put in one request
 * @param block those of each block of a staged one
 * @param row those of an entity
 */
record Payload(byte[] blob, byte[] block, byte[] row) {
    private static final long SEED = 4;
    private static final int PIECE_BYTES = 128 << 10;

    static Payload of(int blobBytes) {
        Random random = new Random(SEED);
        byte[] blob = new byte[blobBytes];
        byte[] block = new byte[BlockBuffers.LARGE_BYTES];
        byte[] row = new byte[Task.ROW_BYTES];
        random.nextBytes(blob);
        random.nextBytes(block);
        random.nextBytes(row);
        return new Payload(blob, block, row);
    }

    /** Reads a blob to its end and fails if it is another one. */
    void verify(InputStream bytes) throws IOException {
        CRC32C found = new CRC32C();
        byte[] piece = new byte[PIECE_BYTES];
        long length = 0;
        for (int count = bytes.read(piece); count >= 0; count = bytes.read(piece)) {
            found.update(piece, 0, count);
            length += count;
        }
        CRC32C expected = new CRC32C();
        expected.update(blob);
        if (length != blob.length || found.getValue() != expected.getValue()) {
            throw new IllegalStateException("a blob came back with other bytes: " + length);
        }
    }
}
