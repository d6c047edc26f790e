package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Time;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which lanes are late with the stripe that is gathered; each becomes late at most once. */
final class LateLanes {
    private final Time time;
    private final Nearness nearness;
    private final ReadPlan plan;
    private final Map<Integer, Deadline> due = new HashMap<>();
    private final Set<Integer> late = new HashSet<>();

    LateLanes(Time time, Nearness nearness, ReadPlan plan) {
        this.time = time;
        this.nearness = nearness;
        this.plan = plan;
    }

    /** Begins with another stripe, which nobody is late with. */
    void restart() {
        due.clear();
        late.clear();
    }

    /** Forgets a lane that is over. */
    void forget(int index) {
        due.remove(index);
        late.remove(index);
    }

    boolean isLate(FragmentLane lane) {
        return late.contains(lane.index());
    }

    /** Returns when the next of the lanes will be late, or {@code end} if that is earlier. */
    Deadline next(Collection<FragmentLane> lanes, long stripe, Deadline end) {
        Deadline next = end;
        for (FragmentLane lane : lanes) {
            if (isAwaited(lane, stripe)) {
                next = due(lane, stripe).earlier(next);
            }
        }
        return next;
    }

    /** Returns those of the lanes that have become late since this was asked last. */
    List<FragmentLane> become(Collection<FragmentLane> lanes, long stripe) {
        List<FragmentLane> become =
                lanes.stream()
                        .filter(lane -> isAwaited(lane, stripe))
                        .filter(lane -> due(lane, stripe).hasPassed(time))
                        .toList();
        become.forEach(lane -> late.add(lane.index()));
        return become;
    }

    private boolean isAwaited(FragmentLane lane, long stripe) {
        return !lane.delivered.containsKey(stripe) && !isLate(lane);
    }

    private Deadline due(FragmentLane lane, long stripe) {
        return due.computeIfAbsent(
                lane.index(),
                index -> time.after(nearness.lateAfter(lane.dc(), plan.spanLength(stripe))));
    }
}
