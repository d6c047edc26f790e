package io.giza.azure.fragment;

import io.giza.azure.AzureException;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.AzureBlobs.Deletion;
import io.giza.azure.blob.AzureBlobs.OpenRange;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.fragment.FragmentContainer.State;
import io.giza.concurrent.Time;
import io.giza.membership.Seat;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.version.FragmentAdmission;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Optional;

/**
 * The fragments of one data center in a container of Azure Storage, past its fragment-service. It
 * takes and says what that would ({@link FragmentAdmission}), by what the store's membership says:
 *
 * <pre>
 * create   by what was read less than a short while ago, before the first block and again before the
 *          fragment becomes one: not while the container is closed, not under another life
 * read     found: nothing to ask, a fragment is what it is
 *          not found: absent if the store knew absence before and, asked again, does after it, and is
 *          still the same; else forgotten
 * delete   not found: asked again whether the container is still the same
 * </pre>
 *
 * <p>The membership itself is changed by the fragment-service alone, through which recoveries go.
 * Of an epoch that it was not told nothing is created.
 */
public final class DirectFragmentStore implements FragmentStore {
    private static final int MAX_ATTEMPTS = 5;

    private final DcName dc;
    private final CachedContainerState container;
    private final BlockBuffers buffers;
    private final @Nullable Seat expectedSeat;
    private final FragmentAdmission admission = FragmentAdmission.PROTOCOL;

    /**
     * Reaches a data center's container; nothing is sent.
     *
     * @param expectedSeat the place whose store is meant; null if any will do
     * @param buffers what uploads are gathered in
     */
    public DirectFragmentStore(
            DcName dc,
            @Nullable Seat expectedSeat,
            FragmentContainer container,
            BlockBuffers buffers,
            Time time) {
        this.dc = dc;
        this.expectedSeat = expectedSeat;
        this.container = new CachedContainerState(container, time);
        this.buffers = buffers;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public FragmentUpload create(FragmentId id, long length) {
        return new DirectUpload(this, id, length);
    }

    @Override
    public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
        if (offset < 0 || length < 1) {
            throw new IllegalArgumentException("no range: " + offset + ", " + length);
        }
        FragmentName name = FragmentName.of(id);
        State before = cachedState();
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            Optional<OpenRange> found = openBlob(before.blobName(name), offset, length);
            if (found.isPresent()) {
                return new FragmentRead.Found(found.get().bytes());
            }
            State after = currentState();
            if (!admission.knowsAbsence(after.membership())) {
                throw new ReplicaException.NotReady(dc, "the fragment is forgotten", null);
            }
            if (admission.knowsAbsence(before.membership()) && isSame(before, after)) {
                return new FragmentRead.Absent();
            }
            before = after;
        }
        throw new ReplicaException.NotReady(dc, "its membership changes all the time", null);
    }

    /** A store that joined again in between may have been unable to tell when it was asked. */
    private static boolean isSame(State before, State after) {
        return before.life().equals(after.life())
                && before.membership().joined() == after.membership().joined();
    }

    private Optional<OpenRange> openBlob(String blob, long offset, long length)
            throws ReplicaException {
        try {
            return container.blobs().open(blob, offset, length);
        } catch (AzureException e) {
            throw toReplicaException(e);
        }
    }

    @Override
    public void delete(FragmentId id) throws ReplicaException {
        FragmentName name = FragmentName.of(id);
        State before = cachedState();
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            if (deleteBlob(before.blobName(name)) == Deletion.DELETED) {
                return;
            }
            State after = currentState();
            if (after.life().equals(before.life())) {
                return;
            }
            before = after;
        }
        throw new ReplicaException.NotReady(dc, "its container changes all the time", null);
    }

    private Deletion deleteBlob(String blob) throws ReplicaException {
        try {
            return container.blobs().delete(blob, null);
        } catch (AzureException e) {
            throw toReplicaException(e);
        }
    }

    AzureBlobs blobs() {
        return container.blobs();
    }

    BlockBuffers buffers() {
        return buffers;
    }

    /** Returns what the store knows if by that it takes a fragment. */
    State requireAdmitted(FragmentHeader header) throws ReplicaException {
        State state = cachedState();
        if (refusal(state, header) != null) {
            // What was read a short while ago may only have been too cautious.
            state = currentState();
        }
        ReplicaException refusal = refusal(state, header);
        if (refusal != null) {
            throw refusal;
        }
        return state;
    }

    private @Nullable ReplicaException refusal(State state, FragmentHeader header) {
        if (state.isClosed()) {
            return new ReplicaException.NotReady(dc, "its membership is about to change", null);
        }
        if (header.epoch() > state.membership().epoch()) {
            return new ReplicaException.NotReady(dc, "it does not know the epoch yet", null);
        }
        return switch (admission.judge(state.membership(), header)) {
            case ADMITTED -> null;
            case STALE ->
                    new ReplicaException.Refused(
                            dc, "it is of an epoch that ended: the store joined since", null);
            case NOT_READY ->
                    new ReplicaException.NotReady(
                            dc, "it is not known yet whether the name is free", null);
        };
    }

    /** Returns what the store knows, or knew a short while ago. */
    private State cachedState() throws ReplicaException {
        try {
            return requireExpectedSeat(container.cachedOrRead().orElseThrow(this::notInitialized));
        } catch (IOException e) {
            throw toReplicaException(e);
        }
    }

    private State currentState() throws ReplicaException {
        try {
            return requireExpectedSeat(container.read().orElseThrow(this::notInitialized));
        } catch (IOException e) {
            throw toReplicaException(e);
        }
    }

    private State requireExpectedSeat(State state) throws ReplicaException {
        Optional<String> mismatch =
                expectedSeat == null
                        ? Optional.empty()
                        : state.membership().mismatchWith(expectedSeat);
        if (mismatch.isPresent()) {
            throw new ReplicaException.Failed(dc, mismatch.get(), new IOException("another store"));
        }
        return state;
    }

    private ReplicaException notInitialized() {
        return new ReplicaException.NotReady(
                dc, "its fragment-service has not begun with the container", null);
    }

    ReplicaException toReplicaException(IOException failure) {
        return failure instanceof AzureException azure
                ? azure.failure().toReplicaException(dc, azure)
                : new ReplicaException.Failed(dc, String.valueOf(failure.getMessage()), failure);
    }
}
