package io.giza.azure;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.BlobProperties;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.DeleteSnapshotsOptionType;
import com.azure.storage.blob.models.ListBlobsOptions;

import io.giza.azure.AzureClients.Tries;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The blobs of one container. Every conditional write is of one blob, and carries a fresh word of
 * its own in the blob's metadata, by which its writer recognises it when no answer came. For any
 * number of threads.
 */
public final class AzureBlobs {
    private static final Context NONE = Context.NONE;
    private static final String BLOB_NOT_FOUND = "BlobNotFound";
    private static final int NO_SUCH_RANGE = 416;
    private static final int LARGEST_PAGE = 5000;

    private final AzureAccount account;
    private final BlobContainerClient patient;
    private final BlobContainerClient once;
    private final BlobContainerClient streams;
    private final QuietPeriod quiet;
    private final Time time;

    /** Reaches the container of an account; nothing is sent. */
    public AzureBlobs(AzureClients clients, Time time) {
        this.account = clients.account();
        this.time = time;
        patient = clients.container(Tries.SEVERAL);
        once = clients.container(Tries.ONE);
        streams = clients.streams();
        quiet = new QuietPeriod(time, account.limits().quietPeriod());
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
    public record Found(InputStream bytes, long length, String tag) {}

    /**
     * What is known of a blob without its bytes.
     *
     * @param tag what changes when it is replaced
     * @param length its bytes
     * @param metadata what its writer said of it, by names in lower case
     */
    public record Facts(String tag, long length, Map<String, String> metadata) {}

    /**
     * A small blob.
     *
     * @param bytes its first bytes, or all
     * @param facts what else is known of it, its whole length too
     */
    public record Whole(byte[] bytes, Facts facts) {}

    /**
     * A blob in a list.
     *
     * @param modified when it was written
     */
    public record Item(String name, long length, Instant modified) {}

    /** Returns the account. */
    public AzureAccount account() {
        return account;
    }

    /** Returns after what time nothing that was given up can happen any more. */
    public QuietPeriod quiet() {
        return quiet;
    }

    Time time() {
        return time;
    }

    /** Creates the container unless it is there. */
    public void makeContainer() throws AzureException {
        try {
            boolean _ = patient.createIfNotExists();
        } catch (RuntimeException e) {
            throw failure("", e);
        }
    }

    /**
     * Opens a range of a blob; what lies past its end is cut off. The bytes come as fast as they
     * are read.
     */
    public Optional<Found> open(String name, long offset, long length) throws AzureException {
        AzureFailure failure;
        try {
            return StreamedRead.open(
                    streams, account.limits().requestTimeout(), name, offset, length);
        } catch (RuntimeException e) {
            failure = AzureFailure.of(e);
        } catch (AzureException e) {
            failure = e.failure();
        }
        if (isBeyondTheEnd(failure)) {
            return facts(name)
                    .map(facts -> new Found(InputStream.nullInputStream(), 0, facts.tag()));
        }
        if (isAbsence(failure)) {
            return Optional.empty();
        }
        throw new AzureException(where(name), failure);
    }

    private static boolean isBeyondTheEnd(AzureFailure failure) {
        return failure instanceof AzureFailure.Rejected(int status, String _)
                && status == NO_SUCH_RANGE;
    }

    /**
     * Reads a small blob.
     *
     * @param most how many of its bytes are read at most
     */
    public Optional<Whole> whole(String name, int most) throws AzureException {
        try {
            return Optional.of(SmallRead.of(patient.getBlobClient(name), most));
        } catch (RuntimeException e) {
            return absent(name, e);
        }
    }

    /** Returns nothing if an exception says that the blob is absent. */
    private <T> Optional<T> absent(String name, RuntimeException thrown) throws AzureException {
        AzureFailure failure = AzureFailure.of(thrown);
        if (isAbsence(failure)) {
            return Optional.empty();
        }
        throw new AzureException(where(name), failure);
    }

    /** Returns what is known of a blob. */
    public Optional<Facts> facts(String name) throws AzureException {
        return facts(patient, name);
    }

    private Optional<Facts> facts(BlobContainerClient client, String name) throws AzureException {
        try {
            BlobProperties properties = client.getBlobClient(name).getProperties();
            return Optional.of(
                    new Facts(
                            properties.getETag(),
                            properties.getBlobSize(),
                            Metadata.byLowerCase(properties.getMetadata())));
        } catch (RuntimeException e) {
            return absent(name, e);
        }
    }

    /** How deleting a blob ended. */
    public enum Deletion {
        /** It was there, and is not any more. */
        DELETED,
        /** It was not there. */
        ABSENT,
        /** It has another tag; nothing has changed. */
        OTHER_TAG
    }

    /**
     * Deletes a blob.
     *
     * @param tag the tag that it must have, null for any
     */
    public Deletion delete(String name, @Nullable String tag) throws AzureException {
        try {
            patient.getBlobClient(name)
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
                return Deletion.OTHER_TAG;
            }
            throw new AzureException(where(name), failure);
        }
    }

    /**
     * Lists blobs in the order of their names.
     *
     * @param prefix what the names begin with
     * @param after only names after this one; may be empty
     * @param limit the greatest number of blobs
     */
    public List<Item> list(String prefix, String after, int limit) throws AzureException {
        // The service begins at a name, not after it, so one more may be needed.
        ListBlobsOptions options =
                new ListBlobsOptions()
                        .setPrefix(prefix)
                        .setMaxResultsPerPage(Math.clamp(limit + 1L, 1, LARGEST_PAGE));
        if (after.compareTo(prefix) > 0) {
            options.setStartFrom(after);
        }
        List<Item> found = new ArrayList<>();
        try {
            for (BlobItem each : patient.listBlobs(options, null)) {
                if (found.size() == limit) {
                    break;
                }
                if (each.getName().compareTo(after) > 0) {
                    found.add(item(each));
                }
            }
        } catch (RuntimeException e) {
            throw failure(prefix, e);
        }
        return found;
    }

    private static Item item(BlobItem item) {
        return new Item(
                item.getName(),
                Objects.requireNonNullElse(item.getProperties().getContentLength(), 0L),
                item.getProperties().getLastModified().toInstant());
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
        return writer(name).put(bytes, metadata, condition).written();
    }

    /** Returns what writes a blob. */
    BlobWriter writer(String name) {
        return new BlobWriter(this, once.getBlobClient(name).getBlockBlobClient(), name);
    }

    /** Looks once, because who asks has waited already. */
    Optional<Facts> look(String name) throws AzureException {
        return facts(once, name);
    }

    /** Only the blob itself being absent is: with its container everything would seem absent. */
    private static boolean isAbsence(AzureFailure failure) {
        return failure instanceof AzureFailure.NotFound(String code) && code.equals(BLOB_NOT_FOUND);
    }

    private AzureException failure(String name, Throwable thrown) {
        return AzureException.of(where(name), thrown);
    }

    /** Returns what is said of a blob in messages. */
    String where(String name) {
        return account.key()
                + ": "
                + account.blobEndpoint()
                + "/"
                + account.container()
                + (name.isEmpty() ? "" : "/" + name);
    }
}
