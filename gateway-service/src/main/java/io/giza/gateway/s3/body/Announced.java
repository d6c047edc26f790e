package io.giza.gateway.s3.body;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.request.Headers;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The digests that a request's head announces for its body.
 *
 * @param md5 the value of Content-MD5, 16 bytes
 * @param algorithm the checksum that was or will be sent, at most one
 * @param value its value where the head carries it; a trailer carries it otherwise
 * @param wanted the checksum that is computed though none is sent
 */
record Announced(
        Optional<byte[]> md5,
        Optional<ChecksumAlgorithm> algorithm,
        Optional<byte[]> value,
        Optional<ChecksumAlgorithm> wanted) {
    private static final String PREFIX = "x-amz-checksum-";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    /** Headers that share the prefix and carry no value. */
    private static final Set<String> NOT_VALUES =
            Set.of(PREFIX + "algorithm", PREFIX + "type", PREFIX + "mode");

    /** Reads a request's head. */
    static Announced read(Headers headers, boolean mayHaveTrailer) {
        List<ChecksumAlgorithm> inHead = new ArrayList<>();
        for (String name : headers.names()) {
            if (name.startsWith(PREFIX) && !NOT_VALUES.contains(name)) {
                inHead.add(algorithm(name));
            }
        }
        List<ChecksumAlgorithm> all = new ArrayList<>(inHead);
        all.addAll(inTrailer(headers, mayHaveTrailer));
        if (all.size() > 1) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Expecting a single x-amz-checksum- header. Multiple checksum Types are not"
                            + " allowed.");
        }
        if (all.isEmpty() && headers.has(SDK_ALGORITHM)) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    SDK_ALGORITHM
                            + " specified, but no corresponding x-amz-checksum-* or x-amz-trailer"
                            + " headers were found.");
        }
        if (!all.isEmpty()
                && !headers.value(SDK_ALGORITHM)
                        .orElse(all.getFirst().name())
                        .equalsIgnoreCase(all.getFirst().name())) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "Value for " + SDK_ALGORITHM + " header is invalid.");
        }
        return new Announced(
                headers.value("content-md5").map(Announced::md5),
                all.stream().findFirst(),
                inHead.stream()
                        .findFirst()
                        .map(one -> value(one, headers.value(one.header()).orElse(""))),
                Optional.empty());
    }

    /**
     * Returns these digests with a checksum of an algorithm that is wanted.
     *
     * @throws S3Exception InvalidRequest if one of another is sent
     */
    Announced toHave(Optional<ChecksumAlgorithm> other) {
        if (other.isPresent() && algorithm.isPresent() && !algorithm.equals(other)) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Checksum Type mismatch occurred, expected checksum Type: "
                            + other.get().storedName()
                            + ", actual checksum Type: "
                            + algorithm.get().storedName());
        }
        return new Announced(md5, algorithm, value, other);
    }

    /** Returns the checksum to compute. */
    Optional<ChecksumAlgorithm> computed() {
        return algorithm.or(() -> wanted);
    }

    private static List<ChecksumAlgorithm> inTrailer(Headers headers, boolean mayHaveTrailer) {
        Optional<String> announced = headers.value("x-amz-trailer");
        if (announced.isEmpty() || announced.get().isEmpty()) {
            return List.of();
        }
        if (!mayHaveTrailer) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "x-amz-trailer needs an x-amz-content-sha256 that announces a trailer.");
        }
        List<ChecksumAlgorithm> found = new ArrayList<>();
        for (String name : announced.get().split(",", -1)) {
            found.add(algorithm(name.strip().toLowerCase(Locale.ROOT)));
        }
        return found;
    }

    private static ChecksumAlgorithm algorithm(String header) {
        return ChecksumAlgorithm.ofHeader(header)
                .orElseThrow(
                        () ->
                                header.startsWith(PREFIX)
                                        ? new S3Exception(S3Error.NOT_IMPLEMENTED)
                                                .with("Header", header)
                                        : new S3Exception(
                                                S3Error.INVALID_REQUEST,
                                                "The value specified in the x-amz-trailer header"
                                                        + " is not supported"));
    }

    /** Decodes the value of a checksum in the head. */
    private static byte[] value(ChecksumAlgorithm algorithm, String base64) {
        return value(algorithm, base64, " header is invalid.");
    }

    /** Decodes the value of a checksum in the trailer. */
    static byte[] trailingValue(ChecksumAlgorithm algorithm, String base64) {
        return value(algorithm, base64, " trailing header is invalid.");
    }

    private static byte[] value(ChecksumAlgorithm algorithm, String base64, String otherwise) {
        byte[] value = decode(base64);
        if (value == null || value.length != algorithm.bytes()) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST, "Value for " + algorithm.header() + otherwise);
        }
        return value;
    }

    private static byte[] md5(String base64) {
        byte[] value = decode(base64);
        if (value == null || value.length != 16) {
            throw new S3Exception(S3Error.INVALID_DIGEST);
        }
        return value;
    }

    private static byte @Nullable [] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
