package io.giza.bench.azurite;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;

import io.giza.azurite.AzuriteProcess;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Azure's SDK as it comes, which our stores use: what it costs by itself. */
final class BareSdk implements Contender {
    private static final String ETAG = "odata.etag";

    private final Payload payload;
    private final TableClient table;
    private final BlobContainerClient container;

    /** Makes the container and the table. */
    BareSdk(AzuriteProcess azurite, Payload payload) {
        this.payload = payload;
        table =
                new TableServiceClientBuilder()
                        .connectionString(azurite.connectionString())
                        .buildClient()
                        .createTable("sdk");
        container =
                new BlobServiceClientBuilder()
                        .connectionString(azurite.connectionString())
                        .buildClient()
                        .createBlobContainer("sdk");
    }

    @Override
    public String label() {
        return "sdk";
    }

    @Override
    public Optional<Action> prepare(Task task, int number) {
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

    private Action stored(String name) {
        put(name);
        return () -> get(name);
    }

    /** An entity of one client. */
    private final class Entity {
        private final String key;
        private String tag;
        private long writes;

        Entity(Task task, int number) {
            key = task.name().toLowerCase(Locale.ROOT) + "-" + number;
            table.createEntity(entity());
            tag = table.getEntity("bucket", key).getETag();
        }

        private TableEntity entity() {
            return new TableEntity("bucket", key)
                    .addProperty("Data0", payload.row())
                    .addProperty("Write", String.format("%032x", ++writes));
        }

        void write() {
            String answered =
                    table.updateEntityWithResponse(
                                    entity().addProperty(ETAG, tag),
                                    TableEntityUpdateMode.REPLACE,
                                    true,
                                    null,
                                    Context.NONE)
                            .getHeaders()
                            .getValue(HttpHeaderName.ETAG);
            // The SDK takes away the last quote, and then the service the tag for none.
            tag = answered.endsWith("\"") ? answered : answered + '"';
        }

        void read() {
            if (!table.getEntity("bucket", key).getETag().equals(tag)) {
                throw new IllegalStateException(key + " was changed by somebody else");
            }
        }

        void update() {
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

        void put() {
            BareSdk.this.put(prefix + "/" + puts++);
        }

        void stage() {
            BlockBlobClient client = blob(prefix + "/" + puts++);
            List<String> ids = new ArrayList<>();
            for (int number = 0; number < Task.BLOCKS; number++) {
                String encoded = Task.blockId(number);
                client.stageBlock(encoded, BinaryData.fromBytes(payload.block()));
                ids.add(encoded);
            }
            var _ =
                    client.commitBlockListWithResponse(
                            new BlockBlobCommitBlockListOptions(ids)
                                    .setRequestConditions(ifAbsent()),
                            null,
                            Context.NONE);
        }
    }

    private void put(String name) {
        var _ =
                blob(name)
                        .uploadWithResponse(
                                new BlockBlobSimpleUploadOptions(
                                                BinaryData.fromBytes(payload.blob()))
                                        .setRequestConditions(ifAbsent()),
                                null,
                                Context.NONE);
    }

    private void get(String name) throws IOException {
        try (InputStream bytes = blob(name).downloadContent().toStream()) {
            payload.verify(bytes);
        }
    }

    private BlockBlobClient blob(String name) {
        return container.getBlobClient(name).getBlockBlobClient();
    }

    private static BlobRequestConditions ifAbsent() {
        return new BlobRequestConditions().setIfNoneMatch("*");
    }

    @Override
    public void close() {
        // Its clients hold nothing that would have to be given back.
        return;
    }
}
