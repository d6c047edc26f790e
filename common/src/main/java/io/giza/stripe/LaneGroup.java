package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.stripe.FragmentLane.Cause;
import io.giza.stripe.FragmentLane.Delivery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The lanes that one read has open, and what is known of the fragments so far: who may still be
 * asked, and in which order.
 */
final class LaneGroup {
    private static final int MAX_FAILURES = 2;
    private static final int SPARE_CAPACITY = 64;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final ReadTarget target;
    private final ReadSettings settings;
    private final Inbox<Delivery> deliveries;
    private final Map<Integer, FragmentLane> lanes = new LinkedHashMap<>();
    private final Map<Integer, Integer> failures = new HashMap<>();
    private final Map<Integer, Integer> delays = new HashMap<>();
    private final Map<Integer, Long> corruptAt = new HashMap<>();
    private final Map<Integer, String> troubles = new LinkedHashMap<>();
    private ReadPlan plan;

    LaneGroup(
            Surroundings surroundings,
            FragmentFormat format,
            ReadTarget target,
            ReadSettings settings,
            ReadPlan plan) {
        this.surroundings = surroundings;
        this.format = format;
        this.target = target;
        this.settings = settings;
        this.plan = plan;
        int capacity = target.stores().size() * (FragmentLane.MAX_UNANSWERED + 1);
        deliveries = surroundings.tasks().inbox(capacity + SPARE_CAPACITY);
    }

    ReadPlan plan() {
        return plan;
    }

    /** Opens the lanes of the plan, or as many more as are needed to decode. */
    void recruit(long stripe) {
        if (plan.direct()) {
            plan.directShards().forEach(index -> open(index, stripe));
        } else {
            int lacking = target.layout().coding().dataFragments() - lanes.size();
            candidates(stripe).stream().limit(Math.max(0, lacking)).forEach(i -> open(i, stripe));
        }
    }

    /** Asks others too, because some lanes are late with a stripe. */
    void hedge(long stripe) {
        List<FragmentLane> late =
                lanes.values().stream().filter(l -> !l.delivered.containsKey(stripe)).toList();
        late.forEach(lane -> delays.merge(lane.index(), 1, Integer::sum));
        if (plan.direct()) {
            decode(stripe);
        } else {
            int needed = target.layout().coding().dataFragments() - holding(stripe).size();
            candidates(stripe).stream().limit(needed).forEach(i -> open(i, stripe));
        }
    }

    /** Waits for a delivery until the deadline and takes note of it. */
    void await(long stripe, Deadline deadline) {
        Optional<Delivery> delivery = deliveries.take(deadline);
        if (delivery.isEmpty()
                || lanes.get(delivery.get().lane().index()) != delivery.get().lane()) {
            return;
        }
        switch (delivery.get()) {
            case Delivery.Blocks(FragmentLane lane, long of, byte[] framed) ->
                    lane.delivered.put(of, framed);
            case Delivery.Broken(FragmentLane lane, long of, Cause cause, String detail) -> {
                noteTrouble(lane.index(), cause, of);
                troubles.put(lane.index(), cause + " (" + detail + ")");
                lane.over = true;
                // What it delivered before it broke is intact, and stays until it is used.
                if (!lane.delivered.containsKey(stripe)) {
                    lanes.remove(lane.index());
                    replaceLost(stripe);
                }
            }
        }
    }

    private void replaceLost(long stripe) {
        if (plan.direct()) {
            decode(stripe);
        } else {
            recruit(stripe);
        }
    }

    /** Returns the open lanes that have delivered a stripe, nearest first. */
    List<FragmentLane> holding(long stripe) {
        return lanes.values().stream()
                .filter(lane -> lane.delivered.containsKey(stripe))
                .sorted(Comparator.comparingInt(lane -> rank(lane.index())))
                .toList();
    }

    boolean complete(long stripe) {
        int holding = holding(stripe).size();
        return plan.direct()
                ? holding == plan.directShards().size()
                : holding >= target.layout().coding().dataFragments();
    }

    boolean hopeless(long stripe) {
        int k = target.layout().coding().dataFragments();
        return !plan.direct() && lanes.size() < k && candidates(stripe).isEmpty();
    }

    /** Goes on to the stripe after one that is complete; lanes that were not needed for it end. */
    void advance(long stripe) {
        if (!plan.direct()) {
            List<FragmentLane> used =
                    holding(stripe).stream()
                            .limit(target.layout().coding().dataFragments())
                            .toList();
            for (FragmentLane lane : List.copyOf(lanes.values())) {
                if (!used.contains(lane)) {
                    lanes.remove(lane.index());
                    lane.stop(surroundings.time());
                }
            }
        }
        boolean lost = false;
        for (FragmentLane lane : List.copyOf(lanes.values())) {
            lane.delivered.remove(stripe);
            if (lane.over && !lane.delivered.containsKey(stripe + 1)) {
                lanes.remove(lane.index());
                lost = true;
            } else if (!lane.over && stripe + 2 <= plan.lastStripe()) {
                lane.fetch(stripe + 2);
            }
        }
        if (lost && stripe < plan.lastStripe()) {
            replaceLost(stripe + 1);
        }
    }

    void stop() {
        lanes.values().forEach(lane -> lane.stop(surroundings.time()));
        lanes.clear();
    }

    /** Returns what went wrong with which fragment. */
    Map<Integer, String> troubles() {
        return Map.copyOf(troubles);
    }

    /** Gives up reading data shards alone: from this stripe on, any k fragments do. */
    private void decode(long stripe) {
        stop();
        plan = new ReadPlan(plan.layout(), plan.range(), false);
        recruit(stripe);
    }

    private void noteTrouble(int index, Cause cause, long stripe) {
        switch (cause) {
            case ABSENT, FOREIGN -> failures.put(index, MAX_FAILURES);
            case UNREACHABLE -> failures.merge(index, 1, Integer::sum);
            case CORRUPT -> corruptAt.put(index, stripe);
        }
    }

    private List<Integer> candidates(long stripe) {
        List<Integer> candidates = new ArrayList<>();
        IntStream.range(0, target.stores().size())
                .filter(i -> !lanes.containsKey(i))
                .filter(i -> failures.getOrDefault(i, 0) < MAX_FAILURES)
                .filter(i -> corruptAt.getOrDefault(i, -1L) != stripe)
                .forEach(candidates::add);
        candidates.sort(
                Comparator.<Integer>comparingInt(i -> failures.getOrDefault(i, 0))
                        .thenComparingInt(i -> delays.getOrDefault(i, 0))
                        .thenComparingInt(this::rank));
        return candidates;
    }

    private int rank(int index) {
        // Among equals, data before parity: nothing has to be decoded then.
        return settings.rank(target.stores().get(index).dc()) * target.stores().size() + index;
    }

    private void open(int index, long stripe) {
        FragmentLane.Wiring wiring =
                new FragmentLane.Wiring(
                        format,
                        surroundings.tasks().inbox(FragmentLane.MAX_UNANSWERED),
                        deliveries);
        FragmentLane lane = new FragmentLane(index, target, plan, wiring);
        lanes.put(index, lane);
        lane.fetch(stripe);
        if (stripe < plan.lastStripe()) {
            lane.fetch(stripe + 1);
        }
        surroundings
                .tasks()
                .fork("read-" + target.putId() + "." + index, () -> lane.run(surroundings.time()));
    }
}
