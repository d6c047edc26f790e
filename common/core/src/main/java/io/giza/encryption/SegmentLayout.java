package io.giza.encryption;

/**
 * Where the segments of an encrypted stream lie. Each segment is encrypted by itself, so that a
 * range needs those alone that it touches.
 *
 * <p>The bytes are those of Tink's AES256-GCM-HKDF streams with segments of 64 KiB, without the
 * header: it takes {@value #HEADER_BYTES} bytes of the first segment there, which is shorter by
 * that here.
 *
 * @param plainBytes the length of what is encrypted
 */
public record SegmentLayout(long plainBytes) {
    /** The bytes of a segment as it is stored. */
    public static final int STORED_BYTES = 64 << 10;

    /** What a segment is longer by than what is encrypted in it. */
    public static final int TAG_BYTES = 16;

    /** What the first segment lacks: the length of a header that follows from the put. */
    public static final int HEADER_BYTES = 40;

    /** The most that is encrypted in one segment. */
    public static final int PLAIN_BYTES = STORED_BYTES - TAG_BYTES;

    public SegmentLayout {
        if (plainBytes < 0) {
            throw new IllegalArgumentException("size must not be negative: " + plainBytes);
        }
    }

    /** Returns the number of segments; what is empty has one, too. */
    public long segments() {
        return segmentOf(Math.max(0, plainBytes - 1)) + 1;
    }

    /** Returns the segment of a byte of what is encrypted. */
    public static long segmentOf(long plainOffset) {
        return (plainOffset + HEADER_BYTES) / PLAIN_BYTES;
    }

    /** Returns where what is encrypted in a segment begins. */
    public long plainStart(long segment) {
        return segment == 0 ? 0 : segment * PLAIN_BYTES - HEADER_BYTES;
    }

    /** Returns how much is encrypted in a segment. */
    public int plainLength(long segment) {
        return (int) (Math.min(plainBytes, plainStart(segment + 1)) - plainStart(segment));
    }

    /** Returns where a segment is stored. */
    public long storedStart(long segment) {
        return plainStart(segment) + segment * TAG_BYTES;
    }

    /** Returns the bytes of a segment as it is stored. */
    public int storedLength(long segment) {
        return plainLength(segment) + TAG_BYTES;
    }

    /** Returns the length of the whole stream as it is stored. */
    public long storedBytes() {
        return plainBytes + segments() * TAG_BYTES;
    }

    /** Tells whether a segment is the last. */
    public boolean isLast(long segment) {
        return segment == segments() - 1;
    }
}
