package io.giza.gateway.service;

import io.giza.gateway.encryption.CustomerKey;
import io.giza.gateway.encryption.EncryptionRequest;
import io.giza.gateway.encryption.StatedEncryption;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.Encryption;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.UploadId;
import io.giza.model.VersionId;
import io.giza.model.VersionName;
import io.giza.replica.Account;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Objects that are uploaded in parts. Every outcome is a value; exceptions are bugs, or come from
 * the caller's own body.
 */
public interface UploadService {
    /** Begins an upload, encrypted as is asked for. */
    CreateResult create(Target target, Upload upload, EncryptionRequest encryption);

    /** Begins an upload, encrypted as its bucket says. */
    default CreateResult create(Target target, Upload upload) {
        return create(target, upload, EncryptionRequest.BY_BUCKET);
    }

    /**
     * Stores a part, in place of an earlier one of its number. It is acknowledged only if the
     * upload was still open.
     *
     * @param body makes the body once the upload is known
     */
    PutResult putPart(PartTarget target, PartBody body) throws IOException;

    /** Makes an object of parts. To do it again, after whatever answer, does no harm. */
    CompleteResult complete(CompleteRequest request);

    /** Ends an upload without an object. */
    AbortResult abort(Target target, UploadId upload);

    /** Lists parts in the order of their numbers. */
    PartsResult listParts(PartsRequest request);

    /** Lists uploads that are neither completed nor aborted, by key. */
    UploadsResult listUploads(UploadsRequest request);

    /**
     * Names a part.
     *
     * @param target the object that the upload is to become
     * @param number the part's number
     * @param key the key that the client sent to encrypt it
     */
    record PartTarget(Target target, UploadId upload, int number, Optional<CustomerKey> key) {
        /** Names a part that needs no key of the client. */
        public PartTarget(Target target, UploadId upload, int number) {
            this(target, upload, number, Optional.empty());
        }
    }

    /** Makes the body of a part. */
    @FunctionalInterface
    interface PartBody {
        /** Returns the body of a part of {@code upload}, with a checksum of its algorithm. */
        ObjectBody of(Upload upload);

        /**
         * Returns the put of the part, given that of a body which the client sends. It is asked for
         * after the body.
         */
        default PutRequest requested(PutRequest plain) {
            return plain;
        }
    }

    /**
     * A part as the client names it when it completes the upload.
     *
     * @param etag without quotes
     * @param checksums what it says of the part's checksums, by lower-case algorithm name
     */
    record DeclaredPart(int number, String etag, Map<String, String> checksums) {
        public DeclaredPart {
            checksums = Map.copyOf(checksums);
        }
    }

    /**
     * The end of an upload.
     *
     * @param target the object
     * @param parts the parts, at least one, their numbers ascending
     * @param condition what must hold of the object
     * @param expected what the client says of the object
     */
    record CompleteRequest(
            Target target,
            UploadId upload,
            List<DeclaredPart> parts,
            WriteCondition condition,
            Expected expected) {
        public CompleteRequest {
            parts = List.copyOf(parts);
        }

        /** Returns the request for a second try by the gateway. */
        public CompleteRequest continued() {
            return new CompleteRequest(target.continued(), upload, parts, condition, expected);
        }
    }

    /**
     * What a client says of the object that it completes.
     *
     * @param checksums its checksums, by lower-case algorithm name
     * @param type of what type they are
     * @param size its bytes
     */
    record Expected(
            Map<String, String> checksums,
            Optional<Upload.Checksum.Type> type,
            OptionalLong size,
            StatedEncryption encryption) {
        /** Nothing is said. */
        public static final Expected NOTHING =
                new Expected(
                        Map.of(), Optional.empty(), OptionalLong.empty(), StatedEncryption.NOTHING);

        public Expected {
            checksums = Map.copyOf(checksums);
        }
    }

    /**
     * A page of parts.
     *
     * @param after numbers must be greater; 0 for the first page
     * @param limit the greatest number of parts, 0 to 1,000
     */
    record PartsRequest(Target target, UploadId upload, int after, int limit) {}

    /**
     * A page of uploads.
     *
     * @param prefix keys must begin with it; may be empty
     * @param delimiter groups keys up to its first occurrence after the prefix; may be empty
     * @param after where the page starts
     * @param limit the greatest number of uploads and common prefixes together, 0 to 1,000
     */
    record UploadsRequest(
            Account account,
            String bucket,
            String prefix,
            String delimiter,
            Marker after,
            int limit) {}

    /**
     * A place in a listing of uploads.
     *
     * @param key keys and common prefixes come after it; may be empty
     * @param upload uploads of that key come after it; empty for none of them
     */
    record Marker(String key, Optional<UploadId> upload) {}

    /** How an operation on uploads ended. */
    interface Outcome {
        /** Returns why the operation did not happen; empty if it did, or failed otherwise. */
        default Optional<Failure> refusal() {
            return Optional.empty();
        }

        /** Tells whether this is so only if the bucket stood in which it was found. */
        default boolean dependsOnBucket() {
            return refusal().filter(Failure.NoSuchUpload.class::isInstance).isPresent();
        }
    }

    /** How a creation ended. */
    sealed interface CreateResult extends Outcome {
        /** The upload is open. */
        record Created(UploadId upload, Optional<Encryption> encryption) implements CreateResult {}

        /** It did not happen, or nobody knows. */
        record Failed(Failure failure) implements CreateResult {
            @Override
            public Optional<Failure> refusal() {
                return Optional.of(failure);
            }
        }
    }

    /** How a completion ended. */
    sealed interface CompleteResult extends Outcome {
        /**
         * The object was written, now or before.
         *
         * @param id the version that it became
         * @param version the version's name, empty where the bucket never was versioned
         * @param kind of what kind its checksum is
         * @param manifest what its record says, empty where it was written before
         */
        record Completed(
                VersionId id,
                Optional<VersionName> version,
                String etag,
                Optional<Upload.Checksum> kind,
                Map<String, String> checksums,
                Optional<Encryption> encryption,
                Optional<Manifest> manifest)
                implements CompleteResult {}

        /** There is no such part, or it is another one now. */
        record InvalidPart(int number, String etag) implements CompleteResult {}

        /** A part that is not the last one has too few bytes. */
        record TooSmall(int number, String etag, long size, long least) implements CompleteResult {}

        /** Something is not what the client says. */
        record Mismatched(CompletionMismatch mismatch) implements CompleteResult {}

        /** It did not happen, or nobody knows. */
        record Failed(Failure failure) implements CompleteResult {
            @Override
            public Optional<Failure> refusal() {
                return Optional.of(failure);
            }
        }
    }

    /** How an abortion ended. */
    sealed interface AbortResult extends Outcome {
        /** The upload is over. */
        record Aborted() implements AbortResult {}

        /** It did not happen, or nobody knows. */
        record Failed(Failure failure) implements AbortResult {
            @Override
            public Optional<Failure> refusal() {
                return Optional.of(failure);
            }
        }
    }

    /** A page of parts. */
    sealed interface PartsResult extends Outcome {
        /**
         * The page.
         *
         * @param upload the upload
         * @param parts its parts, in order
         * @param more whether others follow
         */
        record Page(Upload upload, List<PartEntry> parts, boolean more) implements PartsResult {
            @Override
            public boolean dependsOnBucket() {
                return true;
            }
        }

        /** It could not be read. */
        record Failed(Failure failure) implements PartsResult {
            @Override
            public Optional<Failure> refusal() {
                return Optional.of(failure);
            }
        }
    }

    /**
     * A part that is stored.
     *
     * @param manifest what its record says of it
     */
    record PartEntry(int number, Manifest manifest) {}

    /** A page of uploads. */
    sealed interface UploadsResult extends Outcome {
        /**
         * The page.
         *
         * @param uploads the uploads, in order
         * @param commonPrefixes the groups, in order
         * @param next where the next page starts, empty at the end
         */
        record Page(List<UploadEntry> uploads, List<String> commonPrefixes, Optional<Marker> next)
                implements UploadsResult {
            @Override
            public boolean dependsOnBucket() {
                return true;
            }
        }

        /** It could not be read. */
        record Failed(Failure failure) implements UploadsResult {
            @Override
            public Optional<Failure> refusal() {
                return Optional.of(failure);
            }
        }
    }

    /** An upload that is neither completed nor aborted. */
    record UploadEntry(String key, UploadId id, Upload upload) {}
}
