package io.giza.console.storage;

import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ObjectIdentifier;
import software.amazon.awssdk.services.s3.model.S3Error;
import software.amazon.awssdk.services.s3.model.S3Object;

import java.util.ArrayList;
import java.util.List;

/**
 * Deletes objects and all that lies in folders, in batches. Where versions are kept they become
 * earlier versions, as with any client.
 */
public final class Deletion {
    /** Nothing was to be deleted. */
    public static final Result NONE = new Result(0, "");

    private static final int BATCH = 1000;

    /** So that a request ends; whoever wants more asks again. */
    private static final int MOST = 100_000;

    private final S3Client s3;
    private final String bucket;
    private final List<String> batch = new ArrayList<>();
    private long deleted;
    private String problem = "";

    /** Deletes in a bucket. */
    public Deletion(S3Client s3, String bucket) {
        this.s3 = s3;
        this.bucket = bucket;
    }

    /**
     * What was done.
     *
     * @param problem why something is left; empty if nothing is
     */
    public record Result(long deleted, String problem) {}

    /** Deletes objects by their keys, and all whose keys begin with one of the prefixes. */
    public Result delete(List<String> keys, List<String> prefixes) {
        keys.forEach(this::add);
        prefixes.stream().filter(each -> !each.isEmpty()).forEach(this::addAllBelow);
        flush();
        return new Result(deleted, problem);
    }

    private void addAllBelow(String prefix) {
        String after = "";
        boolean more = true;
        while (more && problem.isEmpty()) {
            String from = after;
            ListObjectsV2Response page =
                    s3.listObjectsV2(
                            list ->
                                    list.bucket(bucket)
                                            .prefix(prefix)
                                            .startAfter(from)
                                            .maxKeys(BATCH));
            page.contents().stream().map(S3Object::key).forEach(this::add);
            more = Boolean.TRUE.equals(page.isTruncated());
            after = page.contents().isEmpty() ? after : page.contents().getLast().key();
        }
    }

    private void add(String key) {
        if (!problem.isEmpty()) {
            return;
        }
        if (deleted + batch.size() >= MOST) {
            problem = "There is more: delete the folder again to go on.";
            return;
        }
        batch.add(key);
        if (batch.size() == BATCH) {
            flush();
        }
    }

    private void flush() {
        if (batch.isEmpty()) {
            return;
        }
        List<ObjectIdentifier> objects =
                batch.stream().map(key -> ObjectIdentifier.builder().key(key).build()).toList();
        DeleteObjectsResponse answer =
                s3.deleteObjects(
                        request -> request.bucket(bucket).delete(each -> each.objects(objects)));
        deleted += answer.deleted().size();
        if (answer.hasErrors() && !answer.errors().isEmpty()) {
            S3Error first = answer.errors().getFirst();
            problem = first.key() + ": " + first.message();
        }
        batch.clear();
    }
}
