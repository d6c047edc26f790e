package io.giza.gateway.s3.body;

import io.giza.concurrent.ReadWatch;
import io.giza.gateway.s3.connection.ClientInput;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.service.ObjectBody;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** A body whose bytes are digested once, while they are hot, and compared at the end. */
public final class VerifiedBody implements ObjectBody {
    private final Framing framing;
    private final InputStream source;
    private final long length;
    private final DeclaredChecksums declaredChecksums;
    private final Optional<String> signedSha256Hex;
    private final MessageDigest md5 = ChecksumAlgorithm.digest("MD5");
    private final Map<ChecksumAlgorithm, ChecksumAlgorithm.Running> checksums =
            new EnumMap<>(ChecksumAlgorithm.class);
    private final Optional<MessageDigest> sha256;
    private long read;
    private long digested;

    /**
     * Verifies a body.
     *
     * @param source what the framing reads
     */
    VerifiedBody(
            Framing framing,
            InputStream source,
            long length,
            DeclaredChecksums announced,
            Optional<String> signedSha256Hex) {
        this.framing = framing;
        this.source = source;
        this.length = length;
        this.declaredChecksums = announced;
        this.signedSha256Hex = signedSha256Hex;
        // MD5 is computed anyway, for the ETag.
        announced.computed().stream()
                .filter(each -> each != ChecksumAlgorithm.MD5)
                .forEach(each -> checksums.put(each, each.start()));
        this.sha256 = signedSha256Hex.map(any -> ChecksumAlgorithm.digest("SHA-256"));
    }

    @Override
    public long length() {
        return length;
    }

    /** Tells whether the client sent, or announced, an MD5 or a checksum of the body. */
    public boolean hasDeclaredChecksum() {
        return declaredChecksums.md5().isPresent() || declaredChecksums.algorithm().isPresent();
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (read == length) {
            return -1;
        }
        int got = fill(target, offset, (int) Math.min(count, length - read));
        if (got < 0) {
            throw new S3Exception(S3Error.INCOMPLETE_BODY);
        }
        read += got;
        return got;
    }

    @Override
    public void watch(@Nullable ReadWatch watch) {
        if (source instanceof ClientInput client) {
            client.watch(watch);
        }
    }

    @Override
    public void pause() {
        checksums.values().forEach(ChecksumAlgorithm.Running::pause);
    }

    @Override
    public void digest(byte[] source, int offset, int count) {
        digested += count;
        md5.update(source, offset, count);
        sha256.ifPresent(digest -> digest.update(source, offset, count));
        checksums.values().forEach(running -> running.update(source, offset, count));
    }

    @Override
    public Digests finish() throws IOException {
        if (read != length) {
            throw new IllegalStateException("finished after " + read + " of " + length + " bytes");
        }
        if (fill(new byte[1], 0, 1) >= 0) {
            throw new S3Exception(S3Error.INCOMPLETE_BODY);
        }
        if (digested != length) {
            throw new IllegalStateException("digested " + digested + " of " + length + " bytes");
        }
        byte[] actualMd5 = md5.digest();
        if (declaredChecksums.md5().isPresent()
                && !MessageDigest.isEqual(declaredChecksums.md5().get(), actualMd5)) {
            throw new S3Exception(S3Error.BAD_DIGEST)
                    .with("ExpectedDigest", HexFormat.of().formatHex(declaredChecksums.md5().get()))
                    .with("CalculatedDigest", Base64.getEncoder().encodeToString(actualMd5));
        }
        verifySha256();
        return new Digests(HexFormat.of().formatHex(actualMd5), verifiedChecksum(actualMd5));
    }

    private void verifySha256() {
        if (sha256.isPresent()) {
            String actual = HexFormat.of().formatHex(sha256.get().digest());
            if (!actual.equals(signedSha256Hex.orElse(""))) {
                throw new S3Exception(S3Error.X_AMZ_CONTENT_SHA256_MISMATCH)
                        .with("ClientComputedContentSHA256", signedSha256Hex.orElse(""))
                        .with("S3ComputedContentSHA256", actual);
            }
        }
    }

    private Map<String, String> verifiedChecksum(byte[] actualMd5) {
        Map<String, String> trailers = framing.trailers();
        Map<ChecksumAlgorithm, byte[]> values = new EnumMap<>(ChecksumAlgorithm.class);
        checksums.forEach((algorithm, running) -> values.put(algorithm, running.value()));
        if (declaredChecksums.computed().contains(ChecksumAlgorithm.MD5)) {
            values.put(ChecksumAlgorithm.MD5, actualMd5);
        }
        declaredChecksums
                .algorithm()
                .ifPresentOrElse(
                        algorithm -> verify(algorithm, values, trailers),
                        () -> {
                            if (!trailers.isEmpty()) {
                                throw new S3Exception(S3Error.MALFORMED_TRAILER);
                            }
                        });
        Map<String, String> stored = new HashMap<>();
        values.forEach(
                (algorithm, value) ->
                        stored.put(
                                algorithm.storedName(), Base64.getEncoder().encodeToString(value)));
        return stored;
    }

    private void verify(
            ChecksumAlgorithm algorithm,
            Map<ChecksumAlgorithm, byte[]> values,
            Map<String, String> trailers) {
        byte[] expected =
                declaredChecksums.value().orElseGet(() -> trailerValue(algorithm, trailers));
        if (!MessageDigest.isEqual(expected, values.get(algorithm))) {
            throw new S3Exception(
                    S3Error.BAD_DIGEST,
                    "The " + algorithm + " you specified did not match the calculated checksum.");
        }
    }

    private static byte[] trailerValue(ChecksumAlgorithm algorithm, Map<String, String> trailers) {
        String value = trailers.get(algorithm.header());
        if (value == null || trailers.size() != 1) {
            throw new S3Exception(S3Error.MALFORMED_TRAILER);
        }
        return DeclaredChecksums.trailingValue(algorithm, value);
    }

    private int fill(byte[] target, int offset, int count) throws IOException {
        try {
            return framing.read(target, offset, count);
        } catch (SocketTimeoutException e) {
            throw new S3Exception(S3Error.REQUEST_TIMEOUT);
        } catch (IOException e) {
            // TLS may wrap what its socket says.
            if (e instanceof EOFException || e.getCause() instanceof EOFException) {
                throw new S3Exception(S3Error.INCOMPLETE_BODY);
            }
            if (e.getCause() instanceof SocketTimeoutException) {
                throw new S3Exception(S3Error.REQUEST_TIMEOUT);
            }
            throw e;
        }
    }
}
