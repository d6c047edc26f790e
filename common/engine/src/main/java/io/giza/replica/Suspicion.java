package io.giza.replica;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Trace;
import io.giza.model.DcName;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Which data centers do not answer. Suspicion only saves waiting: a suspected data center is still
 * asked, and no decision of the protocol depends on it.
 *
 * <p>It rests on the calls themselves, whoever still listens to them. A call that failed makes its
 * data center suspect until the next answer. So does silence: a call that is unanswered for long
 * though nothing else was answered, and no bytes of an upload were taken, since it began. Time
 * alone clears nobody, so no operation waits only to find out; one question at a time, beside all
 * operations, does that.
 */
public final class Suspicion {
    /**
     * More calls than this do not wait for a data center that failed and answered nothing since.
     */
    static final int MOST_UNANSWERED = 32;

    /** For how long somebody is asked whom no operation calls any more. */
    private static final Duration INTEREST = Duration.ofMinutes(10);

    /**
     * For how long it is remembered that an upload stood still, though other calls are answered.
     */
    private static final Duration STALL_MEMORY = Duration.ofMinutes(1);

    private final Surroundings surroundings;
    private final Patience patience;
    private final Slowness slowness;
    private final Map<DcName, CallState> states = new ConcurrentHashMap<>();
    private final Map<DcName, Probe> probes = new ConcurrentHashMap<>();
    private final Map<DcName, Deadline> stalled = new ConcurrentHashMap<>();
    private volatile Set<DcName> expected = Set.of();

    /**
     * How patient it is.
     *
     * @param silence how long a call is unanswered before silence is suspicious
     * @param pause between two questions whether somebody who failed is back
     */
    public record Patience(Duration silence, Duration pause) {}

    /** Begins with nobody suspected. */
    public Suspicion(Surroundings surroundings, Patience patience) {
        this.surroundings = surroundings;
        this.patience = patience;
        this.slowness = new Slowness(surroundings.time());
    }

    /** A call to a data center, or a part of one. */
    @FunctionalInterface
    public interface Call<T> {
        /** Makes the call and waits for its answer. */
        T make() throws ReplicaException;
    }

    /** A question that any data center answers that is there. */
    @FunctionalInterface
    public interface Probe {
        /** Asks, and returns once an answer came. */
        void probe() throws ReplicaException;
    }

    /** Begins to watch a data center, and learns how to ask whether it is there. */
    public void watch(DcName dc, Probe probe) {
        probes.put(dc, probe);
    }

    /** Tells whether a data center failed and did not answer since, or keeps silent. */
    public boolean isSuspect(DcName dc) {
        return isAway(dc) || isSilent(dc);
    }

    /**
     * Tells whether a data center failed and did not answer since, let an upload stand still, or is
     * expected to be away: who merely answers late is not away.
     */
    public boolean isAway(DcName dc) {
        return expected.contains(dc) || state(dc).failed() || isStalled(dc);
    }

    /** Tells whether a data center answered any call after a moment. */
    public boolean hasAnsweredSince(DcName dc, Ticks moment) {
        return moment.until(state(dc).silentSince()).isPositive();
    }

    /** Returns the data centers that store fragments, or vote, late. */
    public Slowness slowness() {
        return slowness;
    }

    /**
     * Notes that an upload stands still for longer than anybody waits for one. That is remembered
     * for a while, or until an upload comes to its end. Who answers nothing else either is asked
     * whether it is there, and has a new start if it first is not and then is.
     */
    public void stalled(DcName dc) {
        stalled.put(dc, surroundings.time().after(STALL_MEMORY));
        if (isSilent(dc)) {
            failed(dc);
        }
    }

    /** Suspects these whatever they answer, and no others that were expected to be away before. */
    public void expectAway(Set<DcName> dcs) {
        expected = Set.copyOf(dcs);
    }

    /**
     * Suspects those that another suspicion does, until they answer: for who begins to reach the
     * same data centers anew, and would wait for each that is away once more.
     */
    public void continueFrom(Suspicion earlier) {
        stalled.putAll(earlier.stalled);
        slowness.continueFrom(earlier.slowness);
        expected = earlier.expected;
        earlier.states.forEach(
                (dc, state) -> {
                    if (state.failed()) {
                        change(dc, _ -> new CallState(0, now(), state.called(), true, false));
                        failed(dc);
                    }
                });
    }

    /** Notes that an upload came to its end: from now on they are waited for again. */
    void stored(DcName dc) {
        stalled.remove(dc);
    }

    private CallState state(DcName dc) {
        return states.getOrDefault(dc, CallState.UNKNOWN);
    }

    private boolean isSilent(DcName dc) {
        CallState state = state(dc);
        return state.open() > 0 && state.silentSince().until(now()).compareTo(patience.silence) > 0;
    }

    private boolean isStalled(DcName dc) {
        Deadline until = stalled.get(dc);
        return until != null && !until.hasPassed(surroundings.time());
    }

    /**
     * Makes a call, and notes what came of it.
     *
     * @throws ReplicaException.Away if the data center failed and too many calls wait for it
     */
    public <T> T call(DcName dc, Call<T> call) throws ReplicaException {
        admit(dc);
        return answering(dc, call);
    }

    /** Makes a call of which an answer is expected, and notes what came of it. */
    <T> T answering(DcName dc, Call<T> call) throws ReplicaException {
        T answer = watching(dc, call);
        change(dc, state -> state.answered(now()));
        return answer;
    }

    /** Notes that bytes were taken: no answer, but an end of the silence so far. */
    void progressed(DcName dc) {
        change(dc, state -> state.progressed(now()));
    }

    /** Makes a part of a call that may end well before anything was answered. */
    <T> T watching(DcName dc, Call<T> call) throws ReplicaException {
        change(dc, state -> state.begun(now()));
        try {
            return call.make();
        } catch (ReplicaException.Refused
                | ReplicaException.NotReady
                | ReplicaException.Throttled
                | ReplicaException.Full e) {
            // It is there, and said something.
            change(dc, state -> state.answered(now()));
            throw e;
        } catch (ReplicaException.Withheld e) {
            // It was not asked, so it neither failed nor answered.
            throw e;
        } catch (ReplicaException e) {
            failed(dc);
            throw e;
        } finally {
            change(dc, CallState::ended);
        }
    }

    /** Refuses one call too many to a data center that failed and answers nothing. */
    void admit(DcName dc) throws ReplicaException {
        CallState state = state(dc);
        if (state.failed() && state.open() >= MOST_UNANSWERED) {
            throw new ReplicaException.Away(dc, state.open() + " calls wait for an answer already");
        }
    }

    /** Lets somebody ask from now on whether it is back, if nobody does yet. */
    private void failed(DcName dc) {
        Probe probe = probes.get(dc);
        boolean[] mine = {false};
        change(
                dc,
                state -> {
                    mine[0] = !state.probing();
                    return state.afterFailure();
                });
        if (mine[0] && probe != null) {
            // No operation waits for it, so it is none of its round trips.
            Trace.detached(
                    () ->
                            surroundings
                                    .tasks()
                                    .fork("ask-back-" + dc, () -> probeUntilAnswered(dc, probe)));
        }
    }

    private void probeUntilAnswered(DcName dc, Probe probe) {
        boolean wasAway = false;
        boolean isOver = false;
        try {
            while (isProbeWanted(dc)) {
                if (isAnswered(probe)) {
                    if (wasAway) {
                        stalled.remove(dc);
                    }
                    change(dc, state -> state.answered(now()));
                } else {
                    wasAway = true;
                    surroundings.time().sleep(patience.pause);
                }
            }
            isOver = true;
        } finally {
            if (!isOver) {
                // Whoever fails next asks instead.
                change(dc, CallState::afterBrokenProbe);
            }
        }
    }

    private static boolean isAnswered(Probe probe) {
        try {
            probe.probe();
            return true;
        } catch (ReplicaException.Refused
                | ReplicaException.NotReady
                | ReplicaException.Throttled
                | ReplicaException.Full e) {
            return true;
        } catch (ReplicaException | RuntimeException e) {
            // Whatever became of the question, nobody answered it.
            return false;
        }
    }

    /** Tells whether it is to be asked again; if not, whoever fails next begins anew. */
    private boolean isProbeWanted(DcName dc) {
        boolean[] wanted = {false};
        change(
                dc,
                state -> {
                    boolean calls = state.called().until(now()).compareTo(INTEREST) < 0;
                    wanted[0] = state.failed() && calls;
                    return wanted[0] ? state : state.notProbing();
                });
        return wanted[0];
    }

    private void change(DcName dc, UnaryOperator<CallState> change) {
        states.compute(dc, (_, known) -> change.apply(known == null ? CallState.UNKNOWN : known));
    }

    private Ticks now() {
        return surroundings.time().ticks();
    }
}
