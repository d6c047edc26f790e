package io.giza.model;

import java.util.Optional;

/**
 * A part of an object that was uploaded in parts.
 *
 * @param number its number, 1 to {@link UploadRows#MAX_PART}
 * @param id the put that stored it, in the row of the part
 * @param size its bytes
 * @param checksum its checksum, base64, of the algorithm of the object's
 * @param data where its bytes are
 */
public record Part(
        int number, PutId id, long size, Optional<String> checksum, Manifest.Direct data) {
    public Part {
        if (number < 1 || number > UploadRows.MAX_PART) {
            throw new IllegalArgumentException("no part has the number " + number);
        }
        if (size < 0) {
            throw new IllegalArgumentException("size must not be negative: " + size);
        }
    }
}
