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
 * @param computed the checksums to compute, that which is sent first
 */
public record DeclaredChecksums(
        Optional<byte[]> md5,
        Optional<ChecksumAlgorithm> algorithm,
        Optional<byte[]> value,
        List<ChecksumAlgorithm> computed) {
    /**
     * A checksum that a body is to have.
     *
     * @param policy how much it needs that one
     */
    public record ExpectedChecksum(ChecksumAlgorithm algorithm, ChecksumPolicy policy) {}

    /** What is done where a client sends another checksum, or none. */
    public enum ChecksumPolicy {
        /** Both are refused. */
        REQUIRED,
        /** Another is refused, and none computed here. */
        EXCLUSIVE,
        /** It is computed here beside another one. */
        ADDITIONAL,
        /** It is computed here if none is sent. */
        DEFAULT
    }

    private static final String PREFIX = "x-amz-checksum-";
    private static final String SDK_ALGORITHM = "x-amz-sdk-checksum-algorithm";

    /** Headers that share the prefix and carry no value. */
    private static final Set<String> NON_VALUE_HEADERS =
            Set.of(PREFIX + "algorithm", PREFIX + "type", PREFIX + "mode");

    /** Reads a request's head. */
    static DeclaredChecksums read(Headers headers, boolean mayHaveTrailer) {
        List<ChecksumAlgorithm> inHead = inHeaders(headers);
        List<ChecksumAlgorithm> all = new ArrayList<>(inHead);
        all.addAll(inTrailer(headers, mayHaveTrailer));
        requireOne(all);
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
        return new DeclaredChecksums(
                headers.value("content-md5").map(DeclaredChecksums::md5),
                all.stream().findFirst(),
                inHead.stream()
                        .findFirst()
                        .map(one -> value(one, headers.value(one.header()).orElse(""))),
                all);
    }

    /**
     * Returns the checksum that a request's head carries, if it does.
     *
     * @throws S3Exception InvalidRequest if there are several, or for one that is not known
     */
    public static List<ChecksumAlgorithm> inHeaders(Headers headers) {
        List<ChecksumAlgorithm> inHead = new ArrayList<>();
        for (String name : headers.names()) {
            if (name.startsWith(PREFIX) && !NON_VALUE_HEADERS.contains(name)) {
                inHead.add(algorithm(name));
            }
        }
        requireOne(inHead);
        return inHead;
    }

    private static void requireOne(List<ChecksumAlgorithm> sent) {
        if (sent.size() > 1) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "Expecting a single x-amz-checksum- header. Multiple checksum Types are not"
                            + " allowed.");
        }
    }

    /** Tells whether a text is a value of a checksum, in base64. */
    public static boolean isValue(ChecksumAlgorithm algorithm, String base64) {
        byte[] value = decode(base64);
        return value != null && value.length == algorithm.bytes();
    }

    /**
     * Returns these digests with a checksum of an algorithm that is wanted.
     *
     * @throws S3Exception InvalidRequest if one of another is sent, or none that must be
     */
    DeclaredChecksums withExpected(Optional<ExpectedChecksum> other) {
        if (other.isEmpty()) {
            return this;
        }
        ChecksumAlgorithm expected = other.get().algorithm();
        boolean sent = algorithm.isPresent();
        boolean another = sent && algorithm.get() != expected;
        boolean refused =
                switch (other.get().policy()) {
                    case REQUIRED -> another || !sent;
                    case EXCLUSIVE -> another;
                    case ADDITIONAL, DEFAULT -> false;
                };
        if (refused) {
            throw mismatch(Optional.of(expected), algorithm);
        }
        List<ChecksumAlgorithm> all = new ArrayList<>(computed);
        if (!sent || (another && other.get().policy() == ChecksumPolicy.ADDITIONAL)) {
            all.add(expected);
        }
        return new DeclaredChecksums(md5, algorithm, value, all);
    }

    /** Returns what a client is told that sends a checksum of another algorithm than is due. */
    public static S3Exception mismatch(
            Optional<ChecksumAlgorithm> expected, Optional<ChecksumAlgorithm> actual) {
        return new S3Exception(
                S3Error.INVALID_REQUEST,
                "Checksum Type mismatch occurred, expected checksum Type: "
                        + expected.map(ChecksumAlgorithm::name).orElse("null")
                        + ", actual checksum Type: "
                        + actual.map(ChecksumAlgorithm::name).orElse("null"));
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
                                new S3Exception(
                                        S3Error.INVALID_REQUEST,
                                        header.startsWith(PREFIX)
                                                ? "The algorithm type you specified in"
                                                        + " x-amz-checksum- header is invalid."
                                                : "The value specified in the x-amz-trailer header"
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
