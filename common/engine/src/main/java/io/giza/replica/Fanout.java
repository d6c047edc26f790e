package io.giza.replica;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;
import io.giza.model.DcName;

import java.util.Optional;

/**
 * One conversation with several data centers: ask as many as needed, hear them in the order in
 * which they answer, stop when decided. Answers that nobody waits for are dropped.
 *
 * @param <T> what a question is about, to tell the answers apart
 * @param <A> the answer
 */
public final class Fanout<T, A> {
    /** More answers than any conversation has; a task never waits to deliver one. */
    private static final int CAPACITY = 1024;

    private final Surroundings surroundings;
    private final DcName home;
    private final Inbox<Arrival<T, A>> inbox;

    /**
     * Begins a conversation.
     *
     * @param home the data center of the asker; calls to the others are traced as crossing
     */
    public Fanout(Surroundings surroundings, DcName home) {
        this.surroundings = surroundings;
        this.home = home;
        this.inbox = surroundings.tasks().inbox(CAPACITY);
    }

    /** A call to one data center. */
    @FunctionalInterface
    public interface Call<A> {
        /** Makes the call and waits for its answer. */
        A make() throws ReplicaException;
    }

    /** What came back from one data center. */
    public sealed interface Arrival<T, A> {
        /** Returns what was asked. */
        T topic();

        /** Returns who was asked. */
        DcName dc();

        /** The data center answered. */
        record Answered<T, A>(T topic, DcName dc, A answer) implements Arrival<T, A> {}

        /** The data center did not answer; whether the request had an effect is unknown. */
        record Failed<T, A>(T topic, DcName dc, ReplicaException failure)
                implements Arrival<T, A> {}
    }

    /** Asks one data center without waiting. */
    public void ask(T topic, DcName dc, Call<A> call) {
        Ticks start = surroundings.time().ticks();
        surroundings
                .tasks()
                .fork(
                        "ask-" + dc,
                        () -> {
                            Arrival<T, A> arrival = arrivalOf(topic, dc, call);
                            if (!dc.equals(home)) {
                                Trace.crossed(start, surroundings.time().ticks());
                            }
                            inbox.put(arrival);
                        });
    }

    /** Waits for the next arrival; empty when the deadline passed. */
    public Optional<Arrival<T, A>> next(Deadline deadline) {
        return inbox.take(deadline);
    }

    private Arrival<T, A> arrivalOf(T topic, DcName dc, Call<A> call) {
        try {
            return new Arrival.Answered<>(topic, dc, call.make());
        } catch (ReplicaException failure) {
            return new Arrival.Failed<>(topic, dc, failure);
        }
    }
}
