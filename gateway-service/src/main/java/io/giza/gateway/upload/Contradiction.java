package io.giza.gateway.upload;

import io.giza.model.Upload;

import java.util.Optional;

/** What a client says of the object that it completes, or of its parts, and is not so. */
public sealed interface Contradiction {
    /** The upload is of another type of checksum, or of none. */
    record OtherType(Optional<Upload.Checksum.Type> type) implements Contradiction {}

    /** The upload is of another algorithm. */
    record OtherAlgorithm(String algorithm, String said) implements Contradiction {}

    /** A composite checksum needs that of each part to be said. */
    record MissingPartChecksum(int number, String algorithm) implements Contradiction {}

    /** A part has no checksum of this algorithm. */
    record WrongPartChecksum(int number, String said) implements Contradiction {}

    /** The object's checksum is another one. */
    record WrongChecksum(String algorithm) implements Contradiction {}

    /** The object's size is another one. */
    record WrongSize(long said, long size) implements Contradiction {}
}
