package io.giza.usage;

/**
 * What a bucket holds, or several of them together. What was deleted or replaced for good counts no
 * more.
 *
 * @param objects keys whose newest version is no delete marker
 * @param versions versions of objects, those that are not the newest too
 * @param markers delete markers
 * @param bytes bytes of all versions, as clients sent them
 * @param uploads uploads in parts that were neither completed nor aborted
 * @param uploadBytes bytes of all puts of their parts; those whose place a later one took are kept
 *     until the upload ends
 * @param storedBytes bytes that all of that takes in all data centers, with coding and headers
 */
public record Usage(
        long objects,
        long versions,
        long markers,
        long bytes,
        long uploads,
        long uploadBytes,
        long storedBytes) {
    /** Nothing. */
    public static final Usage NONE = new Usage(0, 0, 0, 0, 0, 0, 0);

    public Usage {
        if (Math.min(objects, Math.min(versions, markers)) < 0
                || Math.min(bytes, Math.min(uploads, Math.min(uploadBytes, storedBytes))) < 0) {
            throw new IllegalArgumentException("nothing is held less than not at all");
        }
    }

    /** Returns the usage of both. */
    public Usage plus(Usage other) {
        return new Usage(
                objects + other.objects,
                versions + other.versions,
                markers + other.markers,
                bytes + other.bytes,
                uploads + other.uploads,
                uploadBytes + other.uploadBytes,
                storedBytes + other.storedBytes);
    }

    /** Returns what a quota of bytes is compared with. */
    public long chargedBytes() {
        return bytes + uploadBytes;
    }
}
