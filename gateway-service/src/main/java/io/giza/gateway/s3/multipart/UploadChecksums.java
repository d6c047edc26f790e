package io.giza.gateway.s3.multipart;

import io.giza.gateway.s3.body.ChecksumAlgorithm;
import io.giza.gateway.s3.body.DeclaredChecksums;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.request.Headers;
import io.giza.model.Manifest;
import io.giza.model.Upload;
import io.giza.model.Upload.Checksum;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The checksums of an upload and its parts: which are asked for, expected and told. */
final class UploadChecksums {
    private static final String ALGORITHM = "x-amz-checksum-algorithm";
    private static final String TYPE = "x-amz-checksum-type";

    private UploadChecksums() {}

    /** Writes the checksum that an upload was created with. */
    static void describe(Reply reply, Checksum kind) {
        reply.header(ALGORITHM, algorithm(kind).name()).header(TYPE, kind.type().name());
    }

    /** Returns the algorithm of a kind of checksum. */
    static ChecksumAlgorithm algorithm(Checksum kind) {
        return ChecksumAlgorithm.ofStored(kind.algorithm());
    }

    /** A composite checksum is made of those that the client says, one by one. */
    static DeclaredChecksums.ExpectedChecksum expected(Upload upload) {
        Checksum kind = upload.checksumOrDefault();
        DeclaredChecksums.ChecksumPolicy policy =
                switch (kind.type()) {
                    case COMPOSITE -> DeclaredChecksums.ChecksumPolicy.REQUIRED;
                    case FULL_OBJECT ->
                            upload.checksum().isPresent()
                                    ? DeclaredChecksums.ChecksumPolicy.EXCLUSIVE
                                    : DeclaredChecksums.ChecksumPolicy.ADDITIONAL;
                };
        return new DeclaredChecksums.ExpectedChecksum(algorithm(kind), policy);
    }

    /**
     * Reads with which checksum an upload is to be created.
     *
     * @throws S3Exception InvalidRequest
     */
    static Optional<Checksum> requested(Headers headers) {
        Optional<ChecksumAlgorithm> algorithm =
                headers.value(ALGORITHM).map(ChecksumAlgorithm::named);
        Optional<Checksum.Type> type = type(headers);
        if (algorithm.isEmpty()) {
            if (type.isPresent()) {
                throw new S3Exception(
                        S3Error.INVALID_REQUEST,
                        "The x-amz-checksum-type header can only be used with the"
                                + " x-amz-checksum-algorithm header.");
            }
            return Optional.empty();
        }
        Checksum.Type chosen = type.orElse(defaultType(algorithm.get()));
        if (!isPossible(algorithm.get(), chosen)) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "The "
                            + chosen
                            + " checksum type cannot be used with the "
                            + algorithm.get().storedName()
                            + " checksum algorithm.");
        }
        return Optional.of(new Checksum(algorithm.get().storedName(), chosen));
    }

    /** Reads the type of checksum that a request names. */
    static Optional<Checksum.Type> type(Headers headers) {
        return headers.value(TYPE)
                .map(
                        name ->
                                Arrays.stream(Checksum.Type.values())
                                        .filter(type -> type.name().equalsIgnoreCase(name))
                                        .findFirst()
                                        .orElseThrow(
                                                () ->
                                                        new S3Exception(
                                                                S3Error.INVALID_REQUEST,
                                                                "Value for x-amz-checksum-type"
                                                                        + " header is invalid.")));
    }

    private static Checksum.Type defaultType(ChecksumAlgorithm algorithm) {
        return algorithm == ChecksumAlgorithm.CRC64NVME
                ? Checksum.Type.FULL_OBJECT
                : Checksum.Type.COMPOSITE;
    }

    /** CRCs of pieces make that of the whole, others do not; S3 has no composite CRC64NVME. */
    private static boolean isPossible(ChecksumAlgorithm algorithm, Checksum.Type type) {
        return switch (algorithm) {
            case CRC32, CRC32C -> true;
            case CRC64NVME -> type == Checksum.Type.FULL_OBJECT;
            case MD5, SHA1, SHA256, SHA512, XXHASH128, XXHASH3, XXHASH64 ->
                    type == Checksum.Type.COMPOSITE;
        };
    }

    /**
     * Returns the checksums of a part that its client is told of: one that was computed only for
     * the whole object is not a part's.
     */
    static Map<String, String> reported(Upload upload, Manifest part) {
        Map<String, String> reported = new LinkedHashMap<>(part.checksums());
        if (upload.checksum().isEmpty()) {
            reported.remove(Checksum.DEFAULT.algorithm());
        }
        return reported;
    }
}
