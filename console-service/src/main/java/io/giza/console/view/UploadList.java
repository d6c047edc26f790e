package io.giza.console.view;

import java.util.List;

/**
 * Uploads in parts that were neither completed nor aborted.
 *
 * @param more whether there are more than are listed
 */
public record UploadList(String bucket, List<Upload> uploads, boolean more) {
    /** An upload. */
    public record Upload(String key, String id, String began) {}

    /** Returns the path of the bucket. */
    public String path() {
        return "/buckets/" + Format.parameter(bucket);
    }
}
