package io.giza.stripe.read;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;
import io.giza.replica.Nearness;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which lanes are late with the stripe that is gathered; each becomes late at most once. */
final class LateStreams {
    private final Time time;
    private final Nearness nearness;
    private final ReadPlan plan;
    private final Map<Integer, Deadline> lateAt = new HashMap<>();
    private final Set<Integer> late = new HashSet<>();

    LateStreams(Time time, Nearness nearness, ReadPlan plan) {
        this.time = time;
        this.nearness = nearness;
        this.plan = plan;
    }

    /** Begins with another stripe, which nobody is late with. */
    void restart() {
        lateAt.clear();
        late.clear();
    }

    /** Forgets a lane that is over. */
    void forget(int index) {
        lateAt.remove(index);
        late.remove(index);
    }

    boolean isLate(FragmentStream stream) {
        return late.contains(stream.index());
    }

    /** Returns when the next of the lanes will be late, or {@code end} if that is earlier. */
    Deadline next(Collection<FragmentStream> streams, long stripe, Deadline end) {
        Deadline next = end;
        for (FragmentStream stream : streams) {
            if (isAwaited(stream, stripe)) {
                next = lateAt(stream, stripe).earlier(next);
            }
        }
        return next;
    }

    /** Returns those of the lanes that have become late since this was asked last. */
    List<FragmentStream> newlyLate(Collection<FragmentStream> streams, long stripe) {
        List<FragmentStream> newlyLate =
                streams.stream()
                        .filter(stream -> isAwaited(stream, stripe))
                        .filter(stream -> lateAt(stream, stripe).hasPassed(time))
                        .toList();
        newlyLate.forEach(stream -> late.add(stream.index()));
        return newlyLate;
    }

    private boolean isAwaited(FragmentStream stream, long stripe) {
        return !stream.delivered.containsKey(stripe) && !isLate(stream);
    }

    private Deadline lateAt(FragmentStream stream, long stripe) {
        return lateAt.computeIfAbsent(
                stream.index(),
                index -> time.after(nearness.lateAfter(stream.dc(), plan.spanLength(stripe))));
    }
}
