package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of an object. It reads its header by itself, because Spring's HttpRange takes signs,
 * blanks, empty elements and digits of other scripts, and does not tell the last bytes of an empty
 * object from its first.
 *
 * @param first the first byte, 0-based
 * @param length the number of bytes, at least 1
 */
public record ByteRange(long first, long length) {
    private static final Pattern SHAPE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /**
     * Reads a Range header. Several ranges, or anything else that is not one range of bytes, is
     * ignored as S3 ignores it: the answer is the whole object.
     *
     * @param size the object's size in bytes
     * @throws S3Exception InvalidRange if no byte of the object is in the range
     */
    public static Optional<ByteRange> parse(String header, long size) {
        Matcher matcher = SHAPE.matcher(header.strip());
        if (!matcher.matches() || (matcher.group(1).isEmpty() && matcher.group(2).isEmpty())) {
            return Optional.empty();
        }
        if (matcher.group(1).isEmpty()) {
            if (size == 0 && Long.parseLong(matcher.group(2)) > 0) {
                // The last bytes of nothing are satisfiable (RFC 9110, 14.1.2) and are the whole.
                return Optional.empty();
            }
            long suffix = Math.min(Long.parseLong(matcher.group(2)), size);
            return Optional.of(within(size - suffix, size - 1, size, header));
        }
        long first = Long.parseLong(matcher.group(1));
        long last = matcher.group(2).isEmpty() ? size - 1 : Long.parseLong(matcher.group(2));
        if (!matcher.group(2).isEmpty() && last < first) {
            return Optional.empty();
        }
        return Optional.of(within(first, Math.min(last, size - 1), size, header));
    }

    private static ByteRange within(long first, long last, long size, String header) {
        if (first >= size || last < first) {
            throw new S3Exception(S3Error.INVALID_RANGE)
                    .with("RangeRequested", header)
                    .with("ActualObjectSize", Long.toString(size))
                    .withHeader("Content-Range", "bytes */" + size);
        }
        return new ByteRange(first, last - first + 1);
    }

    /** Returns the value of Content-Range. */
    public String contentRange(long size) {
        return "bytes " + first + "-" + (first + length - 1) + "/" + size;
    }
}
