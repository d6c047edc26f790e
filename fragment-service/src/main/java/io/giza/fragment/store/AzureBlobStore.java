package io.giza.fragment.store;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureClients;
import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.UnusableAccountException;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.azure.blob.AzureBlobs.Deletion;
import io.giza.azure.blob.AzureBlobs.ListedBlob;
import io.giza.azure.blob.AzureBlobs.OpenRange;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.blob.BlockUpload;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.azure.fragment.FragmentContainer.State;
import io.giza.concurrent.Time;
import io.giza.membership.Membership;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Blobs of a container of Azure Storage. One process at a time serves a container; gateways may
 * read and write its fragments beside it ({@link io.giza.azure.fragment.DirectFragmentStore}).
 *
 * <p>A write may take effect after its sender gave it up, also one of an earlier process. So when
 * the epoch is to rise, the store first waits until every such write has had its time; a store that
 * never knew an epoch let nothing in, and need not wait. Before it joins again it also has the
 * gateways stop, who may go by what they read of it a little earlier: it closes the container to
 * them, waits, and changes the membership only then.
 */
public final class AzureBlobStore implements BlobStore {
    private static final Logger LOG = LoggerFactory.getLogger(AzureBlobStore.class);

    private final FragmentContainer container;
    private final AzureBlobs blobs;
    private final BlockBuffers buffers;
    private final Lock lock = new ReentrantLock();
    private volatile State state;

    private AzureBlobStore(FragmentContainer container, BlockBuffers buffers, State state) {
        this.container = container;
        this.blobs = container.blobs();
        this.buffers = buffers;
        this.state = state;
        if (state.membership().isInitialized()) {
            blobs.quietPeriod().begin();
        }
    }

    /**
     * Opens the container of an account, making it if need be.
     *
     * @param buffers what uploads are gathered in
     * @throws UnusableAccountException if it cannot be used, saying which setting to look at
     */
    public static AzureBlobStore open(AzureAccount account, BlockBuffers buffers, Time time) {
        AzureBlobs blobs = new AzureBlobs(new AzureClients(account), time);
        FragmentContainer container = new FragmentContainer(blobs);
        try {
            AzureBlobStore store = new AzureBlobStore(container, buffers, readOrCreate(container));
            store.open();
            return store;
        } catch (IOException e) {
            throw UnusableAccountException.of(account, e);
        }
    }

    /** A process that ended while the container was closed told nobody that it had joined again. */
    private void open() throws IOException {
        if (state.isClosed()) {
            boolean _ = replaceState(state.membership(), false);
        }
    }

    /** Who may not make containers may still use one that is there. */
    private static State readOrCreate(FragmentContainer container) throws IOException {
        try {
            return container.readOrCreate();
        } catch (AzureException e) {
            if (e.failure() instanceof AzureFailure.NotFound) {
                container.blobs().createContainerIfAbsent();
                return container.readOrCreate();
            }
            throw e;
        }
    }

    @Override
    public BlobUpload begin(FragmentName name, FragmentHeader header, long length) {
        return new AzureUpload(
                new BlockUpload(
                        blobs,
                        buffers,
                        state.blobName(name),
                        FragmentContainer.metadataOf(header),
                        length));
    }

    @Override
    public Optional<Blob> open(FragmentName name, long offset, long length) throws IOException {
        try {
            Optional<OpenRange> found = blobs.open(state.blobName(name), offset, length);
            if (found.isEmpty()) {
                container.requireSameLife(state);
            }
            return found.map(f -> new Blob(new StreamChannel(f.bytes()), f.length(), f.tag()));
        } catch (AzureException e) {
            throw toStoreException(e);
        }
    }

    @Override
    public void delete(FragmentName name) throws IOException {
        try {
            if (blobs.delete(state.blobName(name), null) == Deletion.ABSENT) {
                container.requireSameLife(state);
            }
        } catch (AzureException e) {
            throw toStoreException(e);
        }
    }

    @Override
    public List<Entry> list(String folder, String after, int limit) throws IOException {
        BlobListing.parts(folder);
        BlobListing.parts(after);
        String prefix = state.life() + "/";
        List<Entry> found = new ArrayList<>();
        String last = prefix + after;
        try {
            while (found.size() < limit) {
                List<ListedBlob> page = blobs.list(prefix + folder, last, limit - found.size());
                if (page.isEmpty()) {
                    break;
                }
                last = page.getLast().name();
                page.forEach(item -> entry(item, prefix).ifPresent(found::add));
            }
            return found;
        } catch (AzureException e) {
            throw toStoreException(e);
        }
    }

    /** Others may have put something into the container that is no fragment. */
    private static Optional<Entry> entry(ListedBlob item, String prefix) {
        try {
            FragmentName name = new FragmentName(item.name().substring(prefix.length()));
            return Optional.of(new Entry(name, item.length(), item.modified()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public Membership membership() {
        return state.membership();
    }

    @Override
    public boolean replaceMembership(Membership expected, Membership next) throws IOException {
        lock.lock();
        try {
            if (!state.membership().equals(expected)) {
                return false;
            }
            if (next.epoch() > expected.epoch() && expected.isInitialized()) {
                if (next.joined() > expected.joined() && !closeForWriters()) {
                    return false;
                }
                awaitQuiet(next.epoch());
            }
            return replaceState(next, false);
        } catch (AzureException e) {
            throw toStoreException(e);
        } finally {
            lock.unlock();
        }
    }

    private void awaitQuiet(long epoch) {
        Duration left = blobs.quietPeriod().remaining();
        if (left.isPositive()) {
            LOG.info("before epoch {}: waiting {} for writes that nobody answered", epoch, left);
            blobs.quietPeriod().await();
        }
    }

    /** Has those wait who write past this service; what they began before needs its time. */
    private boolean closeForWriters() throws IOException {
        if (!state.isClosed()) {
            if (!replaceState(state.membership(), true)) {
                return false;
            }
            blobs.quietPeriod().begin();
        }
        return true;
    }

    private boolean replaceState(Membership next, boolean isClosed) throws IOException {
        State before = state;
        Optional<State> after = container.replace(before, next, isClosed);
        // Where another process came first, it is no longer known what the store knows.
        state = after.isPresent() ? after.get() : container.requireSameLife(before);
        return after.isPresent();
    }

    private static IOException toStoreException(AzureException failure) {
        return failure.failure() instanceof AzureFailure.Throttled throttled
                ? new BusyStoreException(
                        String.valueOf(failure.getMessage()), throttled.retryAfter())
                : failure;
    }

    @Override
    public boolean hasOlderCopies() {
        return false;
    }

    @Override
    public void close() {
        // Nothing is held that would have to be given back.
        return;
    }

    private static final class AzureUpload implements BlobUpload {
        private final BlockUpload upload;

        AzureUpload(BlockUpload upload) {
            this.upload = upload;
        }

        @Override
        public ByteBuffer writableBuffer() throws IOException {
            try {
                return upload.writableBuffer();
            } catch (AzureException e) {
                throw toStoreException(e);
            }
        }

        @Override
        public boolean create() throws IOException {
            return finish(Condition.IF_ABSENT);
        }

        @Override
        public boolean replace(String tag) throws IOException {
            return finish(new Condition.IfTag(tag));
        }

        private boolean finish(Condition condition) throws IOException {
            try {
                return upload.finish(condition);
            } catch (AzureException e) {
                throw toStoreException(e);
            }
        }

        @Override
        public void close() {
            upload.close();
        }
    }
}
