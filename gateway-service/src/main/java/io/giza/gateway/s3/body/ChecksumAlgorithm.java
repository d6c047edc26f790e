package io.giza.gateway.s3.body;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** The checksums that S3 clients may send with a body. */
public enum ChecksumAlgorithm {
    CRC32(4),
    CRC32C(4),
    CRC64NVME(8),
    MD5(16),
    SHA1(20),
    SHA256(32),
    SHA512(64),
    XXHASH128(16),
    XXHASH3(8),
    XXHASH64(8);

    private static final String HEADER_PREFIX = "x-amz-checksum-";

    private final int bytes;

    ChecksumAlgorithm(int bytes) {
        this.bytes = bytes;
    }

    /** Returns the length of a value in bytes. */
    int bytes() {
        return bytes;
    }

    /** Returns the name under which values are stored: lower-case. */
    public String storedName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the header or trailer that carries a value. */
    public String header() {
        return HEADER_PREFIX + storedName();
    }

    /** Returns the element of documents that carries a value. */
    public String element() {
        return "Checksum" + name();
    }

    /**
     * Returns the algorithm that a request names.
     *
     * @throws S3Exception InvalidRequest if there is none of this name
     */
    public static ChecksumAlgorithm named(String name) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                new S3Exception(
                                        S3Error.INVALID_REQUEST,
                                        "Checksum algorithm provided is unsupported. Please try"
                                                + " again with any of the valid types: "
                                                + Arrays.toString(values())));
    }

    /** Returns the algorithm of {@link #storedName}. */
    public static ChecksumAlgorithm ofStored(String storedName) {
        return valueOf(storedName.toUpperCase(Locale.ROOT));
    }

    /** Finds the algorithm of a header or trailer, by its lower-case name. */
    static Optional<ChecksumAlgorithm> ofHeader(String header) {
        return Arrays.stream(values())
                .filter(algorithm -> algorithm.header().equals(header))
                .findFirst();
    }

    /** Starts a computation. */
    Running start() {
        return switch (this) {
            case CRC32 -> new RunningCrc(new CRC32(), bytes);
            case CRC32C -> new RunningCrc(new CRC32C(), bytes);
            case CRC64NVME -> new RunningCrc(new Crc64Nvme(), bytes);
            case MD5 -> new RunningDigest(digest("MD5"));
            case SHA1 -> new RunningDigest(digest("SHA-1"));
            case SHA256 -> new RunningDigest(digest("SHA-256"));
            case SHA512 -> new RunningDigest(digest("SHA-512"));
            case XXHASH128 -> new RunningHash128(Hashing.xxh3_128().hashStream());
            case XXHASH3 -> new RunningHash64(Hashing.xxh3_64().hashStream());
            case XXHASH64 -> new RunningHash64(Hashing.xxh64().hashStream());
        };
    }

    static MessageDigest digest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + name, e);
        }
    }

    /** A checksum that is being computed. */
    interface Running {
        void update(byte[] content, int offset, int length);

        /** Frees memory until the next update. */
        default void pause() {}

        /** Returns the value, big-endian. */
        byte[] value();
    }

    private record RunningCrc(Checksum crc, int bytes) implements Running {
        @Override
        public void update(byte[] content, int offset, int length) {
            crc.update(content, offset, length);
        }

        @Override
        public void pause() {
            if (crc instanceof Crc64Nvme folded) {
                folded.unfold();
            }
        }

        @Override
        public byte[] value() {
            byte[] eight = ByteBuffer.allocate(8).putLong(crc.getValue()).array();
            return Arrays.copyOfRange(eight, 8 - bytes, 8);
        }
    }

    private record RunningHash64(HashStream64 stream) implements Running {
        @Override
        public void update(byte[] content, int offset, int length) {
            stream.putBytes(content, offset, length);
        }

        @Override
        public byte[] value() {
            return ByteBuffer.allocate(8).putLong(stream.getAsLong()).array();
        }
    }

    private record RunningHash128(HashStream128 stream) implements Running {
        @Override
        public void update(byte[] content, int offset, int length) {
            stream.putBytes(content, offset, length);
        }

        @Override
        public byte[] value() {
            HashValue128 value = stream.get();
            return ByteBuffer.allocate(16)
                    .putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits())
                    .array();
        }
    }

    private record RunningDigest(MessageDigest digest) implements Running {
        @Override
        public void update(byte[] content, int offset, int length) {
            digest.update(content, offset, length);
        }

        @Override
        public byte[] value() {
            return digest.digest();
        }
    }
}
