package io.giza.azure.blob;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.blob.AzureBlobs.OpenRange;

import java.time.Duration;
import java.util.Optional;

/**
 * A ranged read whose bytes come as fast as they are taken, in one request. The SDK itself offers
 * to push them into a stream, or reads ahead by whole blocks into memory with a request each; so
 * the request is made here, and sent through the SDK's pipeline, which signs it.
 */
final class StreamingBlobReader {
    private static final HttpHeaderName VERSION = HttpHeaderName.fromString("x-ms-version");
    private static final HttpHeaderName RANGE = HttpHeaderName.fromString("x-ms-range");
    private static final int PARTIAL = 206;

    private StreamingBlobReader() {}

    /**
     * Opens a range.
     *
     * @param limit how long its bytes may be waited for at a time
     * @throws AzureException if that was answered by anything but a range
     */
    static Optional<OpenRange> open(
            BlobContainerClient container, Duration limit, String name, long offset, long length)
            throws AzureException {
        long last = length > Long.MAX_VALUE - offset ? Long.MAX_VALUE - 1 : offset + length - 1;
        HttpPipeline pipeline = container.getHttpPipeline();
        String blob = container.getBlobContainerUrl() + "/" + name;
        HttpRequest request =
                new HttpRequest(HttpMethod.GET, blob)
                        .setHeader(VERSION, container.getServiceVersion().getVersion())
                        .setHeader(RANGE, "bytes=" + offset + "-" + last)
                        // What is signed differs between no length and this one, which is sent.
                        .setHeader(HttpHeaderName.CONTENT_LENGTH, "0");
        HttpResponse response = pipeline.sendSync(request, Context.NONE);
        String size = response.getHeaders().getValue(HttpHeaderName.CONTENT_LENGTH);
        String tag = response.getHeaders().getValue(HttpHeaderName.ETAG);
        if (response.getStatusCode() != PARTIAL) {
            response.close();
            throw new AzureException(name, AzureFailure.of(response));
        }
        if (size == null || !size.matches("\\d{1,18}") || tag == null) {
            response.close();
            throw new AzureException(name, new AzureFailure.Failed(PARTIAL, "without length"));
        }
        return Optional.of(
                new OpenRange(
                        ResponseStream.open(response, blob, limit), Long.parseLong(size), tag));
    }
}
