package io.giza.testkit.check;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Records what clients do to one key. Any number of tasks or threads may record; an operation whose
 * client never reports its end, having crashed for instance, counts as of unknown outcome.
 */
public final class RegisterHistory {
    private final AtomicLong moments = new AtomicLong();
    private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();

    /** Records that a put of {@code value} is about to be asked for; values must differ. */
    public Call put(String value) {
        return invoke(value, true);
    }

    /** Records that a delete is about to be asked for. */
    public Call delete() {
        return invoke(null, true);
    }

    /** Records that a get is about to be asked for. */
    public Call get() {
        return invoke(null, false);
    }

    /** Returns what is known now, in the order of invocation; reads without answer are left out. */
    public List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        calls.forEach(call -> call.addTo(operations));
        return operations;
    }

    /**
     * Checks the history.
     *
     * @param seed what repeats the run, for the message
     * @throws AssertionError if it is not linearizable, with the seed and the history
     */
    public void assertLinearizable(long seed) {
        switch (Linearizability.check(operations())) {
            case Verdict.Linearizable good -> {}
            case Verdict.Violation violation ->
                    throw new AssertionError("seed " + seed + ": " + violation.explanation());
        }
    }

    private Call invoke(@Nullable String value, boolean isWrite) {
        Call call = new Call(value, isWrite, moments.incrementAndGet());
        calls.add(call);
        return call;
    }

    /** One operation under way. Only the first report of its end counts. */
    public final class Call {
        private final @Nullable String value;
        private final boolean isWrite;
        private final long invoked;
        private final AtomicReference<@Nullable End> end = new AtomicReference<>();

        private record End(boolean happened, @Nullable String found, long version, long moment) {}

        private Call(@Nullable String value, boolean isWrite, long invoked) {
            this.value = value;
            this.isWrite = isWrite;
            this.invoked = invoked;
        }

        /** The write was acknowledged, its version not told. */
        public void acknowledged() {
            acknowledged(Operation.UNKNOWN_VERSION);
        }

        /** The write was acknowledged as {@code version}. */
        public void acknowledged(long version) {
            checkKind(true);
            end(true, value, version);
        }

        /** The client was told for certain that the operation had no effect. */
        public void hadNoEffect() {
            end(false, null, Operation.UNKNOWN_VERSION);
        }

        /** The read found a value. */
        public void found(String found, long version) {
            checkKind(false);
            end(true, found, version);
        }

        /** The read found that there is no object. */
        public void foundNothing() {
            checkKind(false);
            end(true, null, Operation.UNKNOWN_VERSION);
        }

        private void checkKind(boolean write) {
            if (isWrite != write) {
                throw new IllegalStateException("a read does not write, a write finds nothing");
            }
        }

        private void end(boolean happened, @Nullable String found, long version) {
            end.compareAndSet(null, new End(happened, found, version, moments.incrementAndGet()));
        }

        private void addTo(List<Operation> operations) {
            End outcome = end.get();
            if (outcome == null && isWrite) {
                operations.add(
                        new Operation.Write(
                                value, Operation.UNKNOWN_VERSION, invoked, Operation.NEVER));
            } else if (outcome != null && outcome.happened) {
                operations.add(
                        isWrite
                                ? new Operation.Write(
                                        value, outcome.version, invoked, outcome.moment)
                                : new Operation.Read(
                                        outcome.found, outcome.version, invoked, outcome.moment));
            }
        }
    }
}
