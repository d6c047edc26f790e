package io.giza.azure.fragment;

import io.giza.azure.AzureLimits;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.fragment.FragmentContainer.State;
import io.giza.concurrent.Expiry;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A container whose membership another process changes, as one sees it who writes to it: what was
 * read of it counts for a while and not longer. For any number of threads.
 */
public final class CachedContainerState {
    /**
     * For how long what was read counts. Who is about to change the membership waits for longer
     * than this and a request after it ({@link AzureLimits#quietPeriod}).
     */
    public static final Duration MAX_AGE = Duration.ofSeconds(3);

    private final FragmentContainer container;
    private final Time time;
    private volatile @Nullable CachedState cached;

    /** What was read, and until when it counts. */
    private record CachedState(State state, Expiry end) {}

    CachedContainerState(FragmentContainer container, Time time) {
        this.container = container;
        this.time = time;
    }

    AzureBlobs blobs() {
        return container.blobs();
    }

    /** Returns what the store knows, or knew a short while ago; nothing if it was never begun. */
    Optional<State> cachedOrRead() throws IOException {
        CachedState lastRead = cached;
        return lastRead != null && !lastRead.end.hasPassed(time)
                ? Optional.of(lastRead.state)
                : read();
    }

    /** Returns what the store knows now; nothing if it was never begun. */
    Optional<State> read() throws IOException {
        // Counted from before it is asked: the answer may be as old as that.
        Expiry end = time.expiry(MAX_AGE);
        Optional<State> state = container.read().filter(CachedContainerState::isInitialized);
        cached = state.isPresent() ? new CachedState(state.get(), end) : null;
        return state;
    }

    /** Before its fragment-service told it an epoch, nobody knows what place a store takes. */
    private static boolean isInitialized(State state) {
        return state.membership().isInitialized();
    }
}
