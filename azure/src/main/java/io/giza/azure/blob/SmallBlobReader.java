package io.giza.azure.blob;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.models.BlobDownloadContentResponse;
import com.azure.storage.blob.models.BlobDownloadHeaders;
import com.azure.storage.blob.models.BlobRange;

import io.giza.azure.blob.AzureBlobs.BlobInfo;
import io.giza.azure.blob.AzureBlobs.SmallBlob;

/** A read of a small blob into memory, with all that is said of it, in one request. */
final class SmallBlobReader {
    private SmallBlobReader() {}

    /** Reads the first bytes of a blob, or all; fails as the SDK does. */
    static SmallBlob read(BlobClient blob, int maxBytes) {
        BlobDownloadContentResponse response =
                blob.downloadContentWithResponse(
                        null, null, new BlobRange(0, (long) maxBytes), false, null, Context.NONE);
        BlobDownloadHeaders headers = response.getDeserializedHeaders();
        return new SmallBlob(
                response.getValue().toBytes(),
                new BlobInfo(
                        headers.getETag(),
                        length(headers),
                        BlobMetadata.withLowerCaseNames(headers.getMetadata())));
    }

    /** Of a range, the content's length is the range's; its header says both. */
    private static long length(BlobDownloadHeaders headers) {
        String range = String.valueOf(headers.getContentRange());
        String total = range.substring(range.lastIndexOf('/') + 1);
        return total.matches("\\d{1,18}") ? Long.parseLong(total) : headers.getContentLength();
    }
}
