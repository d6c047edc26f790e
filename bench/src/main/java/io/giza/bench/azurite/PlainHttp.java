package io.giza.bench.azurite;

import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.common.sas.AccountSasPermission;
import com.azure.storage.common.sas.AccountSasResourceType;
import com.azure.storage.common.sas.AccountSasService;
import com.azure.storage.common.sas.AccountSasSignatureValues;

import io.giza.azurite.AzuriteProcess;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * Bare requests of the JDK's HTTP client, entered by a signature that was made before: the least
 * that a client can do, and so the ceiling that the emulator sets.
 */
final class PlainHttp implements Contender {
    static final String TABLE = "plain";
    static final String CONTAINER = "plain";
    private static final String VERSION = "2021-12-02";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Payload payload;
    private final String blobs;
    private final String tables;
    private final String signature;

    /** Makes the container and the table. */
    PlainHttp(AzuriteProcess azurite, Payload payload) throws IOException, InterruptedException {
        this.payload = payload;
        blobs = AzuriteProcess.endpoint(azurite.ports().blob());
        tables = AzuriteProcess.endpoint(azurite.ports().table());
        signature = signature(azurite.connectionString());
        var _ =
                send(
                        request(blobs + "/" + CONTAINER + "?restype=container&" + signature)
                                .PUT(BodyPublishers.noBody()),
                        201);
        String name = "{\"TableName\":\"" + TABLE + "\"}";
        var _ =
                send(
                        request(tables + "/Tables?" + signature)
                                .header("Content-Type", "application/json")
                                .POST(BodyPublishers.ofString(name)),
                        201);
    }

    private static String signature(String connectionString) {
        BlobServiceClient service =
                new BlobServiceClientBuilder().connectionString(connectionString).buildClient();
        return service.generateAccountSas(
                new AccountSasSignatureValues(
                        OffsetDateTime.now(ZoneOffset.UTC).plusDays(1),
                        AccountSasPermission.parse("rwdlacu"),
                        new AccountSasService().setBlobAccess(true).setTableAccess(true),
                        new AccountSasResourceType()
                                .setService(true)
                                .setContainer(true)
                                .setObject(true)));
    }

    @Override
    public String label() {
        return "azurite";
    }

    @Override
    public Optional<Action> prepare(Task task, int number)
            throws IOException, InterruptedException {
        return Optional.of(
                switch (task) {
                    case ROW_WRITE -> new Entity(task, number)::write;
                    case ROW_LOAD -> new Entity(task, number)::read;
                    case ROW_UPDATE -> new Entity(task, number)::update;
                    case BLOB_PUT -> new Blobs("put-" + number)::put;
                    case BLOB_STAGE -> new Blobs("staged-" + number)::stage;
                    case BLOB_GET -> stored("stored-" + number);
                });
    }

    private Action stored(String name) throws IOException, InterruptedException {
        put(name);
        return () -> get(name);
    }

    /** An entity of one client. */
    private final class Entity {
        private final URI uri;
        private final String key;
        private long writes;
        private String tag = "";

        Entity(Task task, int number) throws IOException, InterruptedException {
            key = task.name().toLowerCase(Locale.ROOT) + "-" + number;
            uri =
                    URI.create(
                            tables
                                    + "/"
                                    + TABLE
                                    + "(PartitionKey='bucket',RowKey='"
                                    + key
                                    + "')?"
                                    + signature);
            send(HttpRequest.newBuilder(uri));
        }

        void write() throws IOException, InterruptedException {
            send(HttpRequest.newBuilder(uri).header("If-Match", tag));
        }

        /** Without a condition, an entity is made or replaced. */
        private void send(HttpRequest.Builder request) throws IOException, InterruptedException {
            HttpResponse<byte[]> answer =
                    PlainHttp.this.send(
                            entityHeaders(request)
                                    .header("Content-Type", "application/json")
                                    .PUT(BodyPublishers.ofString(json())),
                            204);
            tag = tagOf(answer);
        }

        /** What our table writes, too: the row's bytes, and a word of its own for each write. */
        private String json() {
            return "{\"PartitionKey\":\"bucket\",\"RowKey\":\""
                    + key
                    + "\",\"Data0@odata.type\":\"Edm.Binary\",\"Data0\":\""
                    + Base64.getEncoder().encodeToString(payload.row())
                    + "\",\"Write\":\""
                    + String.format("%032x", ++writes)
                    + "\"}";
        }

        void read() throws IOException, InterruptedException {
            HttpResponse<byte[]> answer =
                    PlainHttp.this.send(entityHeaders(HttpRequest.newBuilder(uri)).GET(), 200);
            if (!tagOf(answer).equals(tag)) {
                throw new IllegalStateException(key + " was changed by somebody else");
            }
        }

        void update() throws IOException, InterruptedException {
            read();
            write();
        }
    }

    /** The new blobs of one client. */
    private final class Blobs {
        private final String prefix;
        private long puts;

        Blobs(String prefix) {
            this.prefix = prefix;
        }

        void put() throws IOException, InterruptedException {
            PlainHttp.this.put(prefix + "/" + puts++);
        }

        void stage() throws IOException, InterruptedException {
            String name = prefix + "/" + puts++;
            StringBuilder list = new StringBuilder("<BlockList>");
            for (int number = 0; number < Task.BLOCKS; number++) {
                String encoded = Task.blockId(number);
                HttpRequest.Builder request =
                        blob(name, "comp=block&blockid=" + encoded.replace("=", "%3D") + "&");
                var _ = send(request.PUT(BodyPublishers.ofByteArray(payload.block())), 201);
                list.append("<Latest>").append(encoded).append("</Latest>");
            }
            list.append("</BlockList>");
            var _ =
                    send(
                            blob(name, "comp=blocklist&")
                                    .header("If-None-Match", "*")
                                    .PUT(BodyPublishers.ofString(list.toString())),
                            201);
        }
    }

    private void put(String name) throws IOException, InterruptedException {
        var _ =
                send(
                        blob(name, "")
                                .header("x-ms-blob-type", "BlockBlob")
                                .header("If-None-Match", "*")
                                .PUT(BodyPublishers.ofByteArray(payload.blob())),
                        201);
    }

    private void get(String name) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                client.send(blob(name, "").GET().build(), BodyHandlers.ofInputStream());
        try (InputStream bytes = answer.body()) {
            payload.verify(bytes);
        }
    }

    private HttpRequest.Builder blob(String name, String query) {
        return request(blobs + "/" + CONTAINER + "/" + name + "?" + query + signature);
    }

    private static HttpRequest.Builder entityHeaders(HttpRequest.Builder request) {
        return request.timeout(TIMEOUT)
                .header("x-ms-version", VERSION)
                .header("DataServiceVersion", "3.0")
                .header("Accept", "application/json;odata=minimalmetadata");
    }

    private static HttpRequest.Builder request(String uri) {
        return HttpRequest.newBuilder(URI.create(uri))
                .timeout(TIMEOUT)
                .header("x-ms-version", VERSION)
                .header("Accept", "application/json;odata=nometadata");
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, int expected)
            throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
        if (answer.statusCode() != expected) {
            throw new IOException(
                    answer.request().method()
                            + " answered "
                            + answer.statusCode()
                            + ": "
                            + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer;
    }

    private static String tagOf(HttpResponse<?> answer) throws IOException {
        return answer.headers()
                .firstValue("ETag")
                .orElseThrow(() -> new IOException("an answer without a tag"));
    }

    @Override
    public void close() {
        client.close();
    }
}
