package io.giza.azure.blob;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureClients;
import io.giza.azure.AzureClients.Tries;
import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.QuietPeriod;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The blobs of one container. Every conditional write is of one blob, and carries a fresh word of
 * its own in the blob's metadata, by which its writer recognises it when no answer came. For any
 * number of threads.
 */
public final class AzureBlobs {
    private static final Context NONE = Context.NONE;
    private static final String BLOB_NOT_FOUND = "BlobNotFound";
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final AzureAccount account;
    private final BlobContainerClient retryingClient;
    private final BlobContainerClient singleAttemptClient;
    private final BlobContainerClient streamingClient;
    private final QuietPeriod quietPeriod;
    private final Time time;

    /** Reaches the container of an account; nothing is sent. */
    public AzureBlobs(AzureClients clients, Time time) {
        this.account = clients.account();
        this.time = time;
        retryingClient = clients.container(Tries.SEVERAL);
        singleAttemptClient = clients.container(Tries.ONE);
        streamingClient = clients.streamingContainer();
        quietPeriod = new QuietPeriod(time, account.limits().quietPeriod());
    }

    /** When a write may be applied. */
    public sealed interface Condition {
        /** There is no blob of this name. */
        record IfAbsent() implements Condition {}

        /** The blob of this name has this tag. */
        record IfTag(String tag) implements Condition {}

        /** There is no blob of this name. */
        Condition IF_ABSENT = new IfAbsent();
    }

    /**
     * A range of a blob.
     *
     * @param bytes its bytes, to be closed by the reader; fails with IOException
     * @param length how many there are
     * @param tag what changes when the blob is replaced
     */
    public record OpenRange(InputStream bytes, long length, String tag) {}

    /**
     * What is known of a blob without its bytes.
     *
     * @param tag what changes when it is replaced
     * @param length its bytes
     * @param metadata what its writer said of it, by names in lower case
     */
    public record BlobInfo(String tag, long length, Map<String, String> metadata) {}

    /**
     * A small blob.
     *
     * @param bytes its first bytes, or all
     * @param info what else is known of it, its whole length too
     */
    public record SmallBlob(byte[] bytes, BlobInfo info) {}

    /**
     * A blob in a list.
     *
     * @param modified when it was written
     */
    public record ListedBlob(String name, long length, Instant modified) {}

    /** Returns the account. */
    public AzureAccount account() {
        return account;
    }

    /** Returns after what time nothing that was given up can happen any more. */
    public QuietPeriod quietPeriod() {
        return quietPeriod;
    }

    Time time() {
        return time;
    }

    /** Creates the container unless it is there. */
    public void createContainerIfAbsent() throws AzureException {
        try {
            boolean _ = retryingClient.createIfNotExists();
        } catch (RuntimeException e) {
            throw failure("", e);
        }
    }

    /**
     * Opens a range of a blob; what lies past its end is cut off. The bytes come as fast as they
     * are read.
     */
    public Optional<OpenRange> open(String name, long offset, long length) throws AzureException {
        AzureFailure failure;
        try {
            return StreamingBlobReader.open(
                    streamingClient, account.limits().requestTimeout(), name, offset, length);
        } catch (RuntimeException e) {
            failure = AzureFailure.of(e);
        } catch (AzureException e) {
            failure = e.failure();
        }
        if (isRangeBeyondEnd(failure)) {
            return info(name)
                    .map(info -> new OpenRange(InputStream.nullInputStream(), 0, info.tag()));
        }
        if (isAbsence(failure)) {
            return Optional.empty();
        }
        throw new AzureException(location(name), failure);
    }

    private static boolean isRangeBeyondEnd(AzureFailure failure) {
        return failure instanceof AzureFailure.Rejected(int status, String _)
                && status == RANGE_NOT_SATISFIABLE;
    }

    /**
     * Reads a small blob.
     *
     * @param maxBytes how many of its bytes are read at most
     */
    public Optional<SmallBlob> readSmall(String name, int maxBytes) throws AzureException {
        try {
            return Optional.of(SmallBlobReader.read(retryingClient.getBlobClient(name), maxBytes));
        } catch (RuntimeException e) {
            return emptyIfAbsent(name, e);
        }
    }

    /** Returns nothing if an exception says that the blob is absent. */
    private <T> Optional<T> emptyIfAbsent(String name, RuntimeException thrown)
            throws AzureException {
        AzureFailure failure = AzureFailure.of(thrown);
        if (isAbsence(failure)) {
            return Optional.empty();
        }
        throw new AzureException(location(name), failure);
    }

    /** Returns what is known of a blob. */
    public Optional<BlobInfo> info(String name) throws AzureException {
        return info(retryingClient, name);
    }

    private Optional<BlobInfo> info(BlobContainerClient client, String name) throws AzureException {
        try {
            BlobProperties properties = client.getBlobClient(name).getProperties();
            return Optional.of(
                    new BlobInfo(
                            properties.getETag(),
                            properties.getBlobSize(),
                            BlobMetadata.withLowerCaseNames(properties.getMetadata())));
        } catch (RuntimeException e) {
            return emptyIfAbsent(name, e);
        }
    }

    /** How deleting a blob ended. */
    public enum Deletion {
        /** It was there, and is not any more. */
        DELETED,
        /** It was not there. */
        ABSENT,
        /** It has another tag; nothing has changed. */
        TAG_MISMATCH
    }

    /**
     * Deletes a blob.
     *
     * @param tag the tag that it must have, null for any
     */
    public Deletion delete(String name, @Nullable String tag) throws AzureException {
        try {
            retryingClient
                    .getBlobClient(name)
                    .deleteWithResponse(
                            DeleteSnapshotsOptionType.INCLUDE,
                            new BlobRequestConditions().setIfMatch(tag),
                            null,
                            NONE);
            return Deletion.DELETED;
        } catch (RuntimeException e) {
            AzureFailure failure = AzureFailure.of(e);
            if (isAbsence(failure)) {
                return Deletion.ABSENT;
            }
            if (failure instanceof AzureFailure.ConditionNotMet) {
                return Deletion.TAG_MISMATCH;
            }
            throw new AzureException(location(name), failure);
        }
    }

    /**
     * Lists blobs in the order of their names.
     *
     * @param prefix what the names begin with
     * @param after only names after this one; may be empty
     * @param limit the greatest number of blobs
     */
    public List<ListedBlob> list(String prefix, String after, int limit) throws AzureException {
        try {
            return BlobLister.list(retryingClient, prefix, after, limit);
        } catch (RuntimeException e) {
            throw failure(prefix, e);
        }
    }

    /**
     * Writes a blob in one request.
     *
     * @return false if the condition does not hold; then nothing has changed
     * @throws AzureException if it is not known whether the blob was written, or is certain that it
     *     was not
     */
    public boolean put(
            String name, ByteBuffer bytes, Map<String, String> metadata, Condition condition)
            throws AzureException {
        return writer(name).put(bytes, metadata, condition).isWritten();
    }

    /** Returns what writes a blob. */
    BlobWriter writer(String name) {
        return new BlobWriter(
                this, singleAttemptClient.getBlobClient(name).getBlockBlobClient(), name);
    }

    /** Looks once, because who asks has waited already. */
    Optional<BlobInfo> infoWithoutRetry(String name) throws AzureException {
        return info(singleAttemptClient, name);
    }

    /** Only the blob itself being absent is: with its container everything would seem absent. */
    private static boolean isAbsence(AzureFailure failure) {
        return failure instanceof AzureFailure.NotFound(String code) && code.equals(BLOB_NOT_FOUND);
    }

    private AzureException failure(String name, Throwable thrown) {
        return AzureException.of(location(name), thrown);
    }

    /** Returns what is said of a blob in messages. */
    public String location(String name) {
        return account.key()
                + ": "
                + account.blobEndpoint()
                + "/"
                + account.container()
                + (name.isEmpty() ? "" : "/" + name);
    }
}
