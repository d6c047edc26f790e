package io.giza.azure;

import io.giza.azure.FragmentContainer.State;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A container whose membership another process changes, as one sees it who writes to it: what was
 * read of it counts for a while and not longer. For any number of threads.
 */
final class ObservedContainer {
    /**
     * For how long what was read counts. Who is about to change the membership waits for longer
     * than this and a request after it ({@link AzureLimits#quietPeriod}).
     */
    static final Duration FRESH = Duration.ofSeconds(3);

    private final FragmentContainer container;
    private final Time time;
    private volatile @Nullable Seen seen;

    /** What was read, and until when it counts. */
    private record Seen(State state, Deadline until) {}

    ObservedContainer(FragmentContainer container, Time time) {
        this.container = container;
        this.time = time;
    }

    AzureBlobs blobs() {
        return container.blobs();
    }

    /** Returns what the store knows, or knew a short while ago; nothing if it was never begun. */
    Optional<State> recent() throws IOException {
        Seen last = seen;
        return last != null && !last.until.hasPassed(time) ? Optional.of(last.state) : now();
    }

    /** Returns what the store knows now; nothing if it was never begun. */
    Optional<State> now() throws IOException {
        // Counted from before it is asked: the answer may be as old as that.
        Deadline until = time.after(FRESH);
        Optional<State> state = container.read().filter(ObservedContainer::isBegun);
        seen = state.isPresent() ? new Seen(state.get(), until) : null;
        return state;
    }

    /** Before its fragment-service told it an epoch, nobody knows what place a store takes. */
    private static boolean isBegun(State state) {
        return state.membership().isInitialized();
    }
}
