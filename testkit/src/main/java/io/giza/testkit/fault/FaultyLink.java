package io.giza.testkit.fault;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Tasks;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.concurrent.Trace;
import io.giza.model.DcName;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/**
 * Calls from one data center to another over a network with faults. Each copy of a request runs in
 * a task of its own that the caller does not wait for, so that duplicates, requests that outlive
 * their caller and answers nobody hears really happen.
 *
 * <p>Wrap a port by sending each method through {@link #call}.
 */
public final class FaultyLink {
    private static final int LOCAL_IS_FASTER = 20;
    private static final int MOST_COPIES = 2;

    private final Network network;
    private final DcName from;
    private final DcName to;
    private final Tasks tasks;
    private final Time time;
    private final RandomGenerator random;

    private sealed interface Reply<A> {
        record Answer<A>(A value) implements Reply<A> {}

        record Failure<A>(ReplicaException reason) implements Reply<A> {}
    }

    FaultyLink(Network network, DcName from, DcName to) {
        this.network = network;
        this.from = from;
        this.to = to;
        this.tasks = network.surroundings().tasks();
        this.time = network.surroundings().time();
        this.random = network.surroundings().random();
    }

    /** Returns the data center that is called. */
    public DcName to() {
        return to;
    }

    /**
     * Sends a request and waits for the first answer.
     *
     * @param what names the request in traces
     * @param remote runs at the replica zero times, once or twice, now or after this returned; an
     *     unchecked exception of it is a bug and ends its task
     * @throws ReplicaException what the replica threw; or TimedOut or Unreachable, after which the
     *     request may have been executed, or may be later; or Throttled, when the copy that was
     *     answered was not executed
     */
    public <A> A call(String what, RemoteCall<A> remote) throws ReplicaException {
        FaultPlan plan = network.plan();
        Ticks start = time.ticks();
        Deadline deadline = time.after(plan.patience());
        Inbox<Reply<A>> replies = tasks.inbox(MOST_COPIES);
        int copies = happens(plan.rates().duplicate()) ? MOST_COPIES : 1;
        for (int copy = 0; copy < copies; copy++) {
            tasks.fork(from + ">" + to + " " + what, () -> carry(plan, remote, replies));
        }
        Optional<Reply<A>> reply = replies.take(deadline);
        if (reply.isEmpty()) {
            throw new ReplicaException.TimedOut(to, new TimeoutException(plan.patience() + ""));
        }
        if (!from.equals(to)) {
            Trace.crossed(start, time.ticks());
        }
        return switch (reply.get()) {
            case Reply.Answer<A> answer -> answer.value();
            case Reply.Failure<A> failure -> throw failure.reason();
        };
    }

    /**
     * Lets a piece of a longer message pass, as of an upload under way.
     *
     * @throws ReplicaException.Unreachable if the connection broke
     */
    public void pass() throws ReplicaException {
        FaultPlan plan = network.plan();
        time.sleep(ordinaryDelay(plan));
        if (network.isCut(from, to) || happens(plan.rates().dropRequest())) {
            throw broken();
        }
    }

    /** Draws whether an answer that is read bit by bit breaks off before its end. */
    boolean breaksOff() {
        return network.isCut(to, from) || happens(network.plan().rates().dropReply());
    }

    /** Draws a number from 0 to {@code bound - 1}. */
    int draw(int bound) {
        return random.nextInt(bound);
    }

    /** Draws whether the next message is to cross the network as bytes. */
    boolean drawsBytes() {
        return network.drawsBytes();
    }

    /** Returns the replica as who sends it bytes over this link sees it. */
    MetadataReplica encoded(MetadataReplica replica) {
        return new EncodedMetadataReplica(replica, network);
    }

    private <A> void carry(FaultPlan plan, RemoteCall<A> remote, Inbox<Reply<A>> replies) {
        FaultPlan.Rates rates = plan.rates();
        time.sleep(delay(plan));
        if (network.isHung(to)) {
            return;
        }
        if (network.isCut(from, to) || happens(rates.dropRequest())) {
            breakOff(replies);
            return;
        }
        Reply<A> reply = happens(rates.throttle()) ? throttled() : execute(remote);
        time.sleep(delay(plan));
        if (network.isHung(to)) {
            return;
        }
        if (network.isCut(to, from) || happens(rates.dropReply())) {
            breakOff(replies);
            return;
        }
        replies.offer(reply, time.after(Duration.ZERO));
    }

    private static <A> Reply<A> execute(RemoteCall<A> remote) {
        try {
            return new Reply.Answer<>(remote.call());
        } catch (ReplicaException reason) {
            return new Reply.Failure<>(reason);
        }
    }

    private <A> Reply<A> throttled() {
        return new Reply.Failure<>(
                new ReplicaException.Throttled(to, "over its limits", new IOException("503")));
    }

    /** Of a lost message the caller learns nothing, or, as often, that its connection broke. */
    private <A> void breakOff(Inbox<Reply<A>> replies) {
        if (random.nextBoolean()) {
            replies.offer(new Reply.Failure<>(broken()), time.after(Duration.ZERO));
        }
    }

    private ReplicaException.Unreachable broken() {
        return new ReplicaException.Unreachable(to, new ConnectException("connection reset"));
    }

    private Duration delay(FaultPlan plan) {
        if (happens(plan.rates().late())) {
            long late = random.nextLong(plan.delays().latest().toNanos());
            return plan.patience().plusNanos(late);
        }
        return ordinaryDelay(plan);
    }

    private Duration ordinaryDelay(FaultPlan plan) {
        long shortest = plan.delays().shortest().toNanos();
        long longest = plan.delays().longest().toNanos();
        long nanos = random.nextLong(shortest, longest + 1);
        return Duration.ofNanos(from.equals(to) ? nanos / LOCAL_IS_FASTER : nanos);
    }

    private boolean happens(double rate) {
        return rate > 0 && random.nextDouble() < rate;
    }
}
