package io.giza.fragment.store;

import io.giza.membership.Membership;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Keeps immutable blobs by fragment name. What it has confirmed survives a crash. */
public interface BlobStore extends AutoCloseable {
    /**
     * Begins a blob; nobody sees it before it is created. Its name is known from the beginning,
     * because a store in a cloud sends its parts to where it will be.
     *
     * @param header what it begins with, for stores that also keep that beside their blobs
     * @param length how long it will become, for the size of its buffers only
     */
    BlobUpload begin(FragmentName name, FragmentHeader header, long length) throws IOException;

    /**
     * Opens a range of a blob; what lies past its end is cut off. Its bytes may end in an {@link
     * UnreadableMediumException}.
     *
     * @param offset the first byte
     * @param length the number of bytes
     */
    Optional<Blob> open(FragmentName name, long offset, long length) throws IOException;

    /** Deletes a blob for good; deleting an absent one does nothing. */
    void delete(FragmentName name) throws IOException;

    /**
     * Lists blobs in the order of their names, as strings.
     *
     * @param folder the first parts of the names, whole, each followed by a slash; may be empty
     * @param after only names after this one; may be empty
     * @param limit the greatest number of blobs
     */
    List<Entry> list(String folder, String after, int limit) throws IOException;

    /** Returns what the store knows of the topology, as the last completed write left it. */
    Membership membership();

    /**
     * Writes the membership if it is still as it was read; not while {@link BlobUpload#create}
     * runs, unless nothing but the progress changes. Uploads that ended before have had their
     * effect by then, or never will, if the epoch rises: where a write may be applied after its
     * outcome was given up, that takes time.
     *
     * @return whether it was written and is durable; false if it is another one by now
     * @throws IOException if that fails; the membership is then as before, and on disk perhaps the
     *     new one
     */
    boolean replaceMembership(Membership expected, Membership next) throws IOException;

    /** Tells whether an older copy of the store can come back, as of a disk. */
    default boolean hasOlderCopies() {
        return true;
    }

    @Override
    void close();

    /**
     * A blob that is being written; used by one thread. Once it was made durable nothing may
     * follow; where it was not, because of what is there, it may be tried again.
     */
    interface BlobUpload extends AutoCloseable {
        /**
         * Returns room for at least one byte. What is put there, from its position on, comes next
         * in the blob; the buffer is good until the next call.
         */
        ByteBuffer writableBuffer() throws IOException;

        /** Appends bytes. */
        default void write(byte[] source, int offset, int length) throws IOException {
            int end = offset + length;
            for (int at = offset; at < end; ) {
                ByteBuffer room = writableBuffer();
                int count = Math.min(end - at, room.remaining());
                room.put(source, at, count);
                at += count;
            }
        }

        /**
         * Makes the blob durable if its name is free.
         *
         * @return false if the name is taken; then nothing has changed
         */
        boolean create() throws IOException;

        /**
         * Makes the blob durable in place of another.
         *
         * @param tag the tag of the blob that it replaces
         * @return false if there is no blob of its name and that tag; then nothing has changed
         */
        boolean replace(String tag) throws IOException;

        /** Removes what was written unless it was created. */
        @Override
        void close() throws IOException;
    }

    /**
     * A range of a blob, to be closed.
     *
     * @param bytes the range
     * @param length the bytes of the range
     * @param tag what changes when the blob is replaced; of the very blob that the bytes are of
     */
    record Blob(ReadableByteChannel bytes, long length, String tag) {}

    /**
     * A blob in a list.
     *
     * @param name its name
     * @param length its bytes, 0 if not even that can be read
     * @param modified when it was written, {@link Instant#MAX} if not even that can be read
     */
    record Entry(FragmentName name, long length, Instant modified) {}
}
