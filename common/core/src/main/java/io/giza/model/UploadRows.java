package io.giza.model;

import java.util.Locale;
import java.util.Optional;

/**
 * The rows of a bucket's uploads, in the space beside the bucket ({@link BucketId#uploads}).
 *
 * <pre>
 * u key NUL upload-id      an upload: uploads stand in the order of their keys
 * p upload-id / 00001      a part, with five digits
 * l upload-id              the list of an object's parts, where it is too long for its manifest
 * </pre>
 */
public final class UploadRows {
    /** The greatest number of a part; the least is 1. */
    public static final int MAX_PART = 10_000;

    private static final String UPLOAD = "u";
    private static final String PART = "p";
    private static final String LIST = "l";
    private static final String END_OF_KEY = "\0";

    private UploadRows() {}

    /**
     * An upload by its names.
     *
     * @param key the key of the object that it is to become
     */
    public record UploadName(String key, UploadId id) {}

    /** Returns the row of an upload. */
    public static ObjectKey upload(BucketId bucket, String key, UploadId id) {
        return new ObjectKey(bucket.uploads(), prefixOfUploads(key) + END_OF_KEY + id);
    }

    /** Returns what the names of the rows of all uploads begin with whose keys begin so. */
    public static String prefixOfUploads(String prefix) {
        return UPLOAD + prefix;
    }

    /** Returns what the names of the rows of all uploads of one key begin with. */
    public static String prefixOfKey(String key) {
        return prefixOfUploads(key) + END_OF_KEY;
    }

    /** Returns the upload of a row's name, empty if it is another row. */
    public static Optional<UploadName> parse(String rowName) {
        int end = rowName.length() - UploadId.TEXT_LENGTH - END_OF_KEY.length();
        if (end < 2 || !rowName.startsWith(UPLOAD) || !rowName.startsWith(END_OF_KEY, end)) {
            return Optional.empty();
        }
        return UploadId.parse(rowName.substring(end + 1))
                .map(id -> new UploadName(rowName.substring(UPLOAD.length(), end), id));
    }

    /**
     * Returns the row of a part.
     *
     * @param number 1 to {@link #MAX_PART}
     */
    public static ObjectKey part(BucketId bucket, UploadId id, int number) {
        if (number < 1 || number > MAX_PART) {
            throw new IllegalArgumentException("no part has the number " + number);
        }
        return new ObjectKey(
                bucket.uploads(), prefixOfParts(id) + String.format(Locale.ROOT, "%05d", number));
    }

    /** Returns what the names of the rows of an upload's parts begin with. */
    public static String prefixOfParts(UploadId id) {
        return PART + id + "/";
    }

    /**
     * Returns the number of the part of a row's name.
     *
     * @throws IllegalArgumentException if it is another row
     */
    public static int partNumber(String rowName) {
        int slash = rowName.indexOf('/');
        if (!rowName.startsWith(PART) || slash < 0) {
            throw new IllegalArgumentException("no part has the row '" + rowName + "'");
        }
        return Integer.parseInt(rowName.substring(slash + 1));
    }

    /** Returns the row of the list of an object's parts. */
    public static ObjectKey list(BucketId bucket, UploadId id) {
        return new ObjectKey(bucket.uploads(), LIST + id);
    }

    static boolean isUpload(ObjectKey key) {
        return key.bucket().isUploads() && key.name().startsWith(UPLOAD);
    }
}
