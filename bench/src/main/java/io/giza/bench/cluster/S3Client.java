package io.giza.bench.cluster;

import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;

import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.CRC32C;

/**
 * The few S3 calls of the clients, over Jetty's HTTP client because it costs the least CPU beside
 * the server. All objects have the same bytes; those that are read are compared by length and
 * CRC32C. For any number of threads.
 */
public final class S3Client implements AutoCloseable {
    private static final long SEED = 4;
    private static final long TIMEOUT_SECONDS = 60;
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    private static final int MAX_DETAIL_CHARACTERS = 300;

    private final HttpClient http = new HttpClient();
    private final RequestSigner signer;
    private final String token;
    private final byte[] body;
    private final ObjectEncryption encryption;
    private final String putPayload;
    private final String emptyPayload;
    private final long bodyCrc;

    /**
     * Starts a client whose objects all have this body.
     *
     * @param token of the cluster, for its metrics
     */
    public S3Client(
            RequestSigner signer,
            String token,
            byte[] body,
            RequestSigner.Payload payload,
            int connections) {
        this(signer, token, body, payload, ObjectEncryption.NONE, connections);
    }

    /** Starts one whose objects are encrypted so. */
    public S3Client(
            RequestSigner signer,
            String token,
            byte[] body,
            RequestSigner.Payload payload,
            ObjectEncryption encryption,
            int connections) {
        this.signer = signer;
        this.token = token;
        this.encryption = encryption;
        this.body = body.clone();
        putPayload = RequestSigner.payload(payload, body);
        emptyPayload = RequestSigner.payload(RequestSigner.Payload.SIGNED, new byte[0]);
        CRC32C crc = new CRC32C();
        crc.update(body);
        bodyCrc = crc.getValue();
        http.setMaxConnectionsPerDestination(connections);
        http.setRequestBufferSize(16 << 10);
        http.setResponseBufferSize(64 << 10);
        http.setUserAgentField(null);
        try {
            http.start();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP client does not start", e);
        }
        http.getContentDecoderFactories().clear();
        http.getProtocolHandlers().clear();
    }

    /** Starts a client of a cluster that was started for a measurement, with random bodies. */
    public static S3Client ofTemporaryCluster(long objectBytes, int connections) {
        byte[] random = new byte[Math.toIntExact(objectBytes)];
        new Random(SEED).nextBytes(random);
        return new S3Client(
                TemporaryCluster.signer(),
                TemporaryCluster.TOKEN,
                random,
                RequestSigner.Payload.UNSIGNED,
                connections);
    }

    /** Creates a bucket. */
    public void createBucket(URI endpoint, String bucket) throws IOException, InterruptedException {
        exchange(request("PUT", endpoint, "/" + bucket, emptyPayload));
    }

    /** Stores the body. */
    public void put(URI endpoint, String path) throws IOException, InterruptedException {
        exchange(
                request("PUT", endpoint, path, putPayload, encryption.ofPut())
                        .body(new BytesRequestContent("application/octet-stream", body)));
    }

    /** Deletes an object. */
    public void delete(URI endpoint, String path) throws IOException, InterruptedException {
        exchange(request("DELETE", endpoint, path, emptyPayload));
    }

    /** Reads an object and compares it. */
    public void get(URI endpoint, String path) throws IOException, InterruptedException {
        CRC32C crc = new CRC32C();
        long[] length = {0};
        CompletableFuture<Integer> status = new CompletableFuture<>();
        request("GET", endpoint, path, emptyPayload, encryption.ofGet())
                .onResponseContent(
                        (response, content) -> {
                            length[0] += content.remaining();
                            crc.update(content);
                        })
                .send(
                        result -> {
                            if (result.isFailed()) {
                                status.completeExceptionally(result.getFailure());
                            } else {
                                status.complete(result.getResponse().getStatus());
                            }
                        });
        int answered = await(status);
        if (answered != 200) {
            throw new IOException("GET answered " + answered);
        }
        if (length[0] != body.length || crc.getValue() != bodyCrc) {
            throw new IOException("GET returned " + length[0] + " bytes, and not what was put");
        }
    }

    /**
     * Lists a page of a bucket.
     *
     * @param query its parameters, sorted and escaped
     */
    public byte[] list(URI endpoint, String bucket, String query)
            throws IOException, InterruptedException {
        return exchange(request("GET", endpoint, "/" + bucket + "?" + query, emptyPayload));
    }

    /** Reads a document that is for operators. */
    public byte[] document(URI uri) throws IOException, InterruptedException {
        return exchange(
                http.newRequest(uri).headers(all -> all.put("Authorization", "Bearer " + token)));
    }

    @Override
    public void close() {
        try {
            http.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the HTTP client does not stop", e);
        }
    }

    private Request request(String method, URI endpoint, String path, String payload) {
        return request(method, endpoint, path, payload, Map.of());
    }

    private Request request(
            String method, URI endpoint, String path, String payload, Map<String, String> more) {
        String host = endpoint.getAuthority();
        var call = new RequestSigner.Call(method, path, host, payload, more);
        Map<String, String> headers = signer.headers(call, Instant.now());
        return http.newRequest(endpoint.resolve(path))
                .method(method)
                .headers(
                        fields -> {
                            headers.forEach(fields::put);
                            more.forEach(fields::put);
                        })
                .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private static byte[] exchange(Request request) throws IOException, InterruptedException {
        ContentResponse response =
                await(new CompletableResponseListener(request, MAX_ANSWER_BYTES).send());
        if (response.getStatus() / 100 != 2) {
            String text = response.getContentAsString();
            throw new IOException(
                    request.getMethod()
                            + " answered "
                            + response.getStatus()
                            + " "
                            + text.substring(0, Math.min(text.length(), MAX_DETAIL_CHARACTERS)));
        }
        return response.getContent();
    }

    private static <T> T await(CompletableFuture<T> future)
            throws IOException, InterruptedException {
        try {
            return future.get(TIMEOUT_SECONDS + 1, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IOException("no answer in time", e);
        }
    }
}
