package io.giza.bench.azurite;

import io.giza.azure.blob.BlockBuffers;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What is measured: each client does it again and again, on a key or blob of its own. */
enum Task {
    /** One conditional write of an entity whose tag is known; our table has no such operation. */
    ROW_WRITE("row write", false),
    /** One read of an entity. */
    ROW_LOAD("row load", false),
    /** A read of an entity and a conditional write of it: how our table is updated. */
    ROW_UPDATE("row load+store", false),
    /** A new blob in one request. */
    BLOB_PUT("blob put", true),
    /** A new blob in {@link #BLOCKS} blocks of {@link BlockBuffers#LARGE_BYTES} and a commit. */
    BLOB_STAGE("blob put staged", true),
    /** A blob read to its end. */
    BLOB_GET("blob get", true);

    /** How many blocks a staged blob has. */
    static final int BLOCKS = 2;

    /** What an entity holds, about as much as the row of an object with a few versions. */
    static final int ROW_BYTES = 1024;

    private final String label;
    private final boolean isOfBlobs;

    Task(String label, boolean ofBlobs) {
        this.label = label;
        this.isOfBlobs = ofBlobs;
    }

    String label() {
        return label;
    }

    /** Returns what is counted per operation: bytes of a blob, or none. */
    long bytes(int blobBytes) {
        if (!isOfBlobs) {
            return 0;
        }
        return this == BLOB_STAGE ? (long) BLOCKS * BlockBuffers.LARGE_BYTES : blobBytes;
    }

    /** Returns the name of a block of a staged blob, in base 64 as the service wants it. */
    static String blockId(int number) {
        byte[] name = String.format("block%04d", number).getBytes(StandardCharsets.US_ASCII);
        return Base64.getEncoder().encodeToString(name);
    }
}
