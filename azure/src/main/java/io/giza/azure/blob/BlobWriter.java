package io.giza.azure.blob;

import com.azure.core.util.BinaryData;
import com.azure.core.util.Context;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.options.BlockBlobCommitBlockListOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlockBlobClient;

import io.giza.azure.AzureException;
import io.giza.azure.blob.AzureBlobs.Condition;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes one blob, over a client that sends everything once. */
final class BlobWriter {
    private static final int CONFLICT = 409;

    private final AzureBlobs blobs;
    private final BlockBlobClient client;
    private final String name;

    BlobWriter(AzureBlobs blobs, BlockBlobClient client, String name) {
        this.blobs = blobs;
        this.client = client;
        this.name = name;
    }

    /** Sends one block, once; it cannot be seen before it is committed. Fails as the SDK does. */
    void stage(String blockId, ByteBuffer bytes) {
        client.stageBlock(blockId, BinaryData.fromByteBuffer(bytes.slice()));
    }

    /**
     * Writes all in one request; see {@link AzureBlobs#put}. Blocks that others sent for a blob of
     * this name and never made one of are none to Azure, but Azurite refuses such a request as if
     * the blob were there. So when one was refused and it has to be tried again, it is made of a
     * block.
     */
    ConditionalBlobWrite.Outcome put(
            ByteBuffer bytes, Map<String, String> metadata, Condition condition)
            throws AzureException {
        BlockIds ids = new BlockIds();
        AtomicInteger refusals = new AtomicInteger();
        return new ConditionalBlobWrite(blobs, name, condition, metadata)
                .run(
                        metadataWithToken -> {
                            if (refusals.get() > 0) {
                                String id = ids.of(0, (short) refusals.get());
                                stage(id, bytes);
                                return commitOnce(List.of(id), metadataWithToken, condition);
                            }
                            try {
                                return putOnce(bytes, metadataWithToken, condition);
                            } catch (BlobStorageException e) {
                                if (e.getStatusCode() == CONFLICT) {
                                    refusals.incrementAndGet();
                                }
                                throw e;
                            }
                        });
    }

    private Instant putOnce(
            ByteBuffer bytes, Map<String, String> metadataWithToken, Condition condition) {
        return client.uploadWithResponse(
                        new BlockBlobSimpleUploadOptions(BinaryData.fromByteBuffer(bytes.slice()))
                                .setMetadata(metadataWithToken)
                                .setRequestConditions(requestConditions(condition)),
                        null,
                        Context.NONE)
                .getValue()
                .getLastModified()
                .toInstant();
    }

    /** Makes the blob of the blocks that were sent for it. */
    ConditionalBlobWrite.Outcome commit(
            List<String> blocks, Map<String, String> metadata, Condition condition)
            throws AzureException {
        return new ConditionalBlobWrite(blobs, name, condition, metadata)
                .run(metadataWithToken -> commitOnce(blocks, metadataWithToken, condition));
    }

    private Instant commitOnce(
            List<String> blocks, Map<String, String> metadataWithToken, Condition condition) {
        return client.commitBlockListWithResponse(
                        new BlockBlobCommitBlockListOptions(blocks)
                                .setMetadata(metadataWithToken)
                                .setRequestConditions(requestConditions(condition)),
                        null,
                        Context.NONE)
                .getValue()
                .getLastModified()
                .toInstant();
    }

    private static BlobRequestConditions requestConditions(Condition condition) {
        return switch (condition) {
            case Condition.IfAbsent() -> new BlobRequestConditions().setIfNoneMatch("*");
            case Condition.IfTag(String tag) -> new BlobRequestConditions().setIfMatch(tag);
        };
    }
}
