package io.giza.gateway.s3.body;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.service.OpenObject;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A range of one object as the body of another: a task of its own reads the source a few pieces
 * ahead, from when the first byte is wanted. The copy has memory for a stripe by then: whoever held
 * memory of gets while it waits for that would be in the way of the copy that holds the stripe, and
 * waits for memory of gets. What it reads is verified by the fragments' checksums, so nothing is
 * left to compare at the end; the digests are those of the copy.
 */
public final class CopiedBody implements ObjectBody, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopiedBody.class);
    private static final int MAX_PIECE_BYTES = 1 << 20;
    private static final int PIECES_AHEAD = 4;
    private static final Duration MAX_SILENCE = Duration.ofHours(2);
    private static final Duration CLOSED_CHECK_INTERVAL = Duration.ofSeconds(1);

    private final Surroundings surroundings;
    private final OpenObject source;
    private final long offset;
    private final long length;
    private final Optional<ChecksumAlgorithm> algorithm;
    private final MessageDigest md5 = ChecksumAlgorithm.digest("MD5");
    private final Optional<ChecksumAlgorithm.Running> checksum;
    private final Inbox<Piece> pieces;
    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean started;
    private byte[] current = new byte[0];
    private int position;
    private long read;

    /** What the reading task hands on. */
    private sealed interface Piece {}

    private record Content(byte[] bytes) implements Piece {}

    private record Broken(SourceException failure) implements Piece {}

    /** The source could not be read; what became of the copy is no matter of it. */
    public static final class SourceException extends IOException {
        private static final long serialVersionUID = 1L;

        private SourceException(String detail, Exception cause) {
            super(detail, cause);
        }
    }

    /**
     * Makes a body of which nothing is read yet.
     *
     * @param source closed once it was read, or given up
     * @param offset the first byte, 0-based
     * @param algorithm of the checksum that the copy is to have
     */
    public CopiedBody(
            Surroundings surroundings,
            OpenObject source,
            long offset,
            long length,
            Optional<ChecksumAlgorithm> algorithm) {
        this.surroundings = surroundings;
        this.source = source;
        this.offset = offset;
        this.length = length;
        this.algorithm = algorithm;
        this.checksum = algorithm.map(ChecksumAlgorithm::start);
        this.pieces = surroundings.tasks().inbox(PIECES_AHEAD);
    }

    private void stream() {
        try (source) {
            source.writeTo(this::handOn, offset, length);
        } catch (IOException e) {
            enqueue(new Broken(new SourceException("the source broke off: " + e.getMessage(), e)));
        } catch (RuntimeException e) {
            // The copy must not wait for pieces that nobody hands on.
            LOG.error("the source of a copy cannot be read", e);
            enqueue(new Broken(new SourceException("the source cannot be read", e)));
        }
    }

    /** Hands a piece on unless the copy was given up. */
    private boolean enqueue(Piece piece) {
        while (!closed.get()) {
            if (pieces.offer(piece, surroundings.time().after(CLOSED_CHECK_INTERVAL))) {
                return true;
            }
        }
        return false;
    }

    private void handOn(ByteBuffer... bytes) throws IOException {
        for (ByteBuffer each : bytes) {
            while (each.hasRemaining()) {
                byte[] own = new byte[Math.min(MAX_PIECE_BYTES, each.remaining())];
                each.get(own);
                if (!enqueue(new Content(own))) {
                    throw new IOException("the copy was given up");
                }
            }
        }
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public int read(byte[] target, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        if (read == length) {
            return -1;
        }
        if (!started) {
            started = true;
            surroundings.tasks().fork("copy", this::stream);
        }
        if (position == current.length) {
            current = next();
            position = 0;
        }
        int got = Math.min(count, current.length - position);
        System.arraycopy(current, position, target, offset, got);
        position += got;
        read += got;
        return got;
    }

    private byte[] next() throws IOException {
        Optional<Piece> piece = pieces.take(surroundings.time().after(MAX_SILENCE));
        if (piece.isEmpty()) {
            throw new IOException("the source was silent for " + MAX_SILENCE);
        }
        return switch (piece.get()) {
            case Content(byte[] bytes) -> bytes;
            case Broken(SourceException failure) -> throw failure;
        };
    }

    @Override
    public void digest(byte[] source, int offset, int count) {
        md5.update(source, offset, count);
        checksum.ifPresent(running -> running.update(source, offset, count));
    }

    @Override
    public Digests finish() throws IOException {
        if (read != length) {
            throw new IOException("the source had " + read + " of " + length + " bytes");
        }
        Map<String, String> checksums =
                algorithm.isPresent() && checksum.isPresent()
                        ? Map.of(
                                algorithm.get().storedName(),
                                Base64.getEncoder().encodeToString(checksum.get().value()))
                        : Map.of();
        return new Digests(HexFormat.of().formatHex(md5.digest()), checksums);
    }

    /** Closes the source, or lets the task that reads it end, wherever it is, and close it. */
    @Override
    public void close() {
        closed.set(true);
        if (!started) {
            source.close();
        }
    }
}
