package io.giza.gateway.memory;

import io.giza.gateway.spool.SpoolFile;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.concurrent.Semaphore;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A file of the spool. It has no name once it is open, so nothing of it outlives the process. What
 * it holds may be the plain text of an encrypted object: each record is sealed by AES-256-GCM under
 * a key of the file that is in memory alone. That finds what a disk damages, too.
 *
 * <p>A record is its length, its cipher text and its tag. Its nonce is its number.
 */
final class SealedSpoolFile implements SpoolFile {
    /** What a slow client takes, or sends, at a time: more would have to be held for it. */
    private static final int RECORD_BYTES = 16 << 10;

    private static final int RECORDS_PER_WRITE = 4;
    private static final int TAG_BYTES = 16;
    private static final int OVERHEAD_BYTES = Integer.BYTES + TAG_BYTES;
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * Bounds the tasks that seal and open records. Virtual threads have no time slices: a hundred
     * clients that turn slow at once would occupy all processors.
     */
    private static final Semaphore PROCESSORS =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);

    private final FileChannel channel;
    private final SecretKeySpec key;
    private final Cipher cipher;
    private long writePosition;
    private long recordsWritten;
    private long readPosition;
    private long recordsRead;
    private long unread;

    /** What was opened of a record that was longer than what was asked for. */
    private ByteBuffer opened = ByteBuffer.allocate(0);

    private SealedSpoolFile(FileChannel channel) {
        this.channel = channel;
        byte[] bytes = new byte[KEY_BYTES];
        RANDOM.nextBytes(bytes);
        key = new SecretKeySpec(bytes, "AES");
        try {
            cipher = Cipher.getInstance("AES/GCM/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has AES-GCM", e);
        }
    }

    /**
     * Makes a file that is empty.
     *
     * @param directory where
     */
    static SealedSpoolFile create(Path directory) {
        try {
            Path path = Files.createTempFile(directory, "giza-spool-", null);
            return new SealedSpoolFile(
                    FileChannel.open(
                            path,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            StandardOpenOption.DELETE_ON_CLOSE));
        } catch (IOException e) {
            throw new UncheckedIOException("the spool cannot make a file in " + directory, e);
        }
    }

    @Override
    public void append(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                int most = RECORDS_PER_WRITE * RECORD_BYTES;
                int count = Math.min(bytes.remaining(), most);
                PROCESSORS.acquireUninterruptibly();
                try {
                    write(sealed(bytes, count));
                } finally {
                    PROCESSORS.release();
                }
                unread += count;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the spool cannot be written", e);
        }
    }

    private ByteBuffer sealed(ByteBuffer bytes, int count) {
        int records = Math.ceilDiv(count, RECORD_BYTES);
        ByteBuffer sealed = ByteBuffer.allocate(count + records * OVERHEAD_BYTES);
        int end = bytes.position() + count;
        while (bytes.position() < end) {
            int length = Math.min(RECORD_BYTES, end - bytes.position());
            sealed.putInt(length);
            ByteBuffer plain = bytes.slice(bytes.position(), length);
            try {
                seal(plain, sealed);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("a record cannot be sealed", e);
            }
            bytes.position(bytes.position() + length);
        }
        return sealed.flip();
    }

    private void seal(ByteBuffer plain, ByteBuffer sealed) throws GeneralSecurityException {
        cipher.init(Cipher.ENCRYPT_MODE, key, nonce(recordsWritten++));
        cipher.doFinal(plain, sealed);
    }

    private static GCMParameterSpec nonce(long record) {
        byte[] nonce = ByteBuffer.allocate(NONCE_BYTES).putLong(record).array();
        return new GCMParameterSpec(TAG_BYTES * Byte.SIZE, nonce);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            writePosition += channel.write(bytes, writePosition);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (!opened.hasRemaining()) {
            PROCESSORS.acquireUninterruptibly();
            try {
                open(ByteBuffer.wrap(target, offset, length));
            } catch (IOException e) {
                throw new UncheckedIOException("the spool cannot be read", e);
            } catch (GeneralSecurityException e) {
                throw new UncheckedIOException(
                        new IOException("the spool's disk gave back other bytes", e));
            } finally {
                PROCESSORS.release();
            }
        }
        int count = Math.min(length, opened.remaining());
        // A record that fits was opened in place.
        if (opened.array() != target) {
            opened.get(target, offset, count);
        } else {
            opened = ByteBuffer.allocate(0);
        }
        unread -= count;
        return count;
    }

    /** Opens the next record: where it is wanted, if there is room for all of it. */
    private void open(ByteBuffer target) throws IOException, GeneralSecurityException {
        if (unread == 0) {
            throw new EOFException("all of it was read");
        }
        int most = (int) Math.min(RECORD_BYTES + OVERHEAD_BYTES, writePosition - readPosition);
        ByteBuffer sealed = ByteBuffer.allocate(most);
        while (sealed.hasRemaining()) {
            if (channel.read(sealed, readPosition + sealed.position()) < 0) {
                throw new EOFException("a record is cut off");
            }
        }
        int length = sealed.flip().getInt();
        if (length < 1 || length + TAG_BYTES > sealed.remaining()) {
            throw new IOException("a record of " + length + " bytes");
        }
        sealed.limit(OVERHEAD_BYTES + length);
        ByteBuffer plain = length <= target.remaining() ? target : ByteBuffer.allocate(length);
        int start = plain.position();
        cipher.init(Cipher.DECRYPT_MODE, key, nonce(recordsRead++));
        cipher.doFinal(sealed, plain);
        readPosition += OVERHEAD_BYTES + length;
        opened = plain.position(start).limit(start + length);
    }

    @Override
    public long unread() {
        return unread;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the spool cannot close a file", e);
        }
    }
}
