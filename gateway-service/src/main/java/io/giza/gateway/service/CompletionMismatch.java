package io.giza.gateway.service;

import io.giza.model.Upload;

import java.util.Optional;

/** What a client says of the object that it completes, or of its parts, and is not so. */
public sealed interface CompletionMismatch {
    /** The upload is encrypted otherwise, or not at all. */
    record WrongEncryption() implements CompletionMismatch {}

    /** The upload is of another type of checksum, or of none. */
    record WrongChecksumType(Optional<Upload.Checksum.Type> type) implements CompletionMismatch {}

    /** The upload is of another algorithm. */
    record WrongAlgorithm(String algorithm, String declared) implements CompletionMismatch {}

    /** A composite checksum needs that of each part to be said. */
    record MissingPartChecksum(int number, String algorithm) implements CompletionMismatch {}

    /** A part has no checksum of this algorithm. */
    record WrongPartChecksum(int number, String declared) implements CompletionMismatch {}

    /** The object's checksum is another one. */
    record WrongChecksum(String algorithm) implements CompletionMismatch {}

    /** The object's size is another one. */
    record WrongSize(long declared, long size) implements CompletionMismatch {}
}
