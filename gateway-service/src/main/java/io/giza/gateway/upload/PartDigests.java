package io.giza.gateway.upload;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;

import io.giza.model.Part;
import io.giza.model.Upload;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** What is said of an object as a whole, made of what is known of its parts. */
final class PartDigests {
    private PartDigests() {}

    /**
     * Returns the ETag of an object of parts.
     *
     * @param md5s the MD5s of the parts, in hexadecimal
     */
    static String etag(List<String> md5s) {
        MessageDigest digest = digest("MD5");
        md5s.forEach(md5 -> digest.update(HexFormat.of().parseHex(md5)));
        return HexFormat.of().formatHex(digest.digest()) + "-" + md5s.size();
    }

    /**
     * Returns the checksum of an object of parts, of which each has one, in base64.
     *
     * @throws IllegalArgumentException if there is none of this kind
     */
    static String checksum(Upload.Checksum kind, List<Part> parts) {
        return switch (kind.type()) {
            case COMPOSITE -> composite(kind.algorithm(), parts) + "-" + parts.size();
            case FULL_OBJECT -> fullObject(combination(kind.algorithm()), parts);
        };
    }

    private static String composite(String algorithm, List<Part> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(part -> all.writeBytes(valueOf(part)));
        byte[] sums = all.toByteArray();
        byte[] value =
                switch (algorithm) {
                    case "crc32" -> crc(new CRC32(), sums);
                    case "crc32c" -> crc(new CRC32C(), sums);
                    case "md5" -> digest("MD5").digest(sums);
                    case "sha1" -> digest("SHA-1").digest(sums);
                    case "sha256" -> digest("SHA-256").digest(sums);
                    case "sha512" -> digest("SHA-512").digest(sums);
                    case "xxhash128" -> bytes(Hashing.xxh3_128().hashBytesTo128Bits(sums));
                    case "xxhash3" -> bytes(Hashing.xxh3_64().hashBytesToLong(sums));
                    case "xxhash64" -> bytes(Hashing.xxh64().hashBytesToLong(sums));
                    default ->
                            throw new IllegalArgumentException(
                                    "no composite checksum by " + algorithm);
                };
        return Base64.getEncoder().encodeToString(value);
    }

    private static byte[] crc(Checksum crc, byte[] bytes) {
        crc.update(bytes, 0, bytes.length);
        return ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    }

    private static byte[] bytes(long hash) {
        return ByteBuffer.allocate(8).putLong(hash).array();
    }

    private static byte[] bytes(HashValue128 hash) {
        return ByteBuffer.allocate(16)
                .putLong(hash.getMostSignificantBits())
                .putLong(hash.getLeastSignificantBits())
                .array();
    }

    private static String fullObject(CrcCombination combination, List<Part> parts) {
        int bytes = valueOf(parts.getFirst()).length;
        long sum = 0;
        for (Part part : parts) {
            long next = asLong(valueOf(part));
            sum = combination.combine(sum, next, part.size());
        }
        byte[] eight = ByteBuffer.allocate(8).putLong(sum).array();
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(eight, 8 - bytes, 8));
    }

    private static CrcCombination combination(String algorithm) {
        return CrcCombination.valueOf(algorithm.toUpperCase(Locale.ROOT));
    }

    private static byte[] valueOf(Part part) {
        return Base64.getDecoder().decode(part.checksum().orElseThrow());
    }

    private static long asLong(byte[] value) {
        ByteBuffer eight = ByteBuffer.allocate(8);
        return eight.put(8 - value.length, value).getLong(0);
    }

    private static MessageDigest digest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + name, e);
        }
    }
}
