package io.giza.azure.blob;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.ListBlobsOptions;

import io.giza.azure.blob.AzureBlobs.ListedBlob;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Lists the blobs of a container from a name on, as pages of the service are fetched. */
final class BlobLister {
    private static final int MAX_PAGE_SIZE = 5000;

    private BlobLister() {}

    /** As {@link AzureBlobs#list}, with the exceptions of the client. */
    static List<ListedBlob> list(
            BlobContainerClient client, String prefix, String after, int limit) {
        // The service begins at a name, not after it, so one more may be needed.
        ListBlobsOptions options =
                new ListBlobsOptions()
                        .setPrefix(prefix)
                        .setMaxResultsPerPage(Math.clamp(limit + 1L, 1, MAX_PAGE_SIZE));
        if (after.compareTo(prefix) > 0) {
            options.setStartFrom(after);
        }
        List<ListedBlob> found = new ArrayList<>();
        for (BlobItem listed : client.listBlobs(options, null)) {
            if (found.size() == limit) {
                break;
            }
            if (listed.getName().compareTo(after) > 0) {
                found.add(item(listed));
            }
        }
        return found;
    }

    private static ListedBlob item(BlobItem item) {
        return new ListedBlob(
                item.getName(),
                Objects.requireNonNullElse(item.getProperties().getContentLength(), 0L),
                item.getProperties().getLastModified().toInstant());
    }
}
