package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.DecodePlan;
import io.giza.erasure.ErasureCode;
import io.giza.stripe.FragmentLane.Cause;
import io.giza.stripe.FragmentLane.Delivery;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The lanes that one read has open, and what is known of the fragments so far: who may still be
 * asked, and in which order.
 */
final class LaneGroup {
    private static final int MAX_FAILURES = 2;
    private static final int SPARE_CAPACITY = 64;

    /** More than the ranks of all fragments together. */
    private static final long FRAGMENT_COST = 1L << 24;

    private static final long DELAY_COST = FRAGMENT_COST << 9;
    private static final int MOST_DELAYS = 63;
    private static final long FAILURE_COST = DELAY_COST << 15;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final ReadTarget target;
    private final ReadSettings settings;
    private final Inbox<Delivery> deliveries;
    private final ErasureCode code;
    private final Set<Integer> wanted;
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
        code = ErasureCode.of(target.layout().coding());
        wanted = Set.copyOf(plan.directShards());
        int capacity = target.stores().size() * (FragmentLane.MAX_UNANSWERED + 1);
        deliveries = surroundings.tasks().inbox(capacity + SPARE_CAPACITY);
    }

    ReadPlan plan() {
        return plan;
    }

    ErasureCode code() {
        return code;
    }

    /** Opens the lanes of the plan, or those that are still needed to decode. */
    void recruit(long stripe) {
        if (plan.direct()) {
            wanted.stream().sorted().forEach(index -> open(index, stripe));
        } else {
            Map<Integer, Long> costs = costs(stripe);
            lanes.keySet().forEach(index -> costs.put(index, 0L));
            openAll(DecodePlan.cheapest(code, wanted, costs), stripe);
        }
    }

    private void openAll(Optional<Set<Integer>> sources, long stripe) {
        sources.orElse(Set.of()).stream()
                .filter(index -> !lanes.containsKey(index))
                .forEach(index -> open(index, stripe));
    }

    /** Asks others too, because some lanes are late with a stripe. */
    void hedge(long stripe) {
        List<FragmentLane> late =
                lanes.values().stream().filter(l -> !l.delivered.containsKey(stripe)).toList();
        late.forEach(lane -> delays.merge(lane.index(), 1, Integer::sum));
        if (plan.direct()) {
            decode(stripe);
        } else {
            Map<Integer, Long> costs = costs(stripe);
            lanes.keySet().forEach(index -> costs.put(index, cost(index)));
            holding(stripe).forEach(lane -> costs.put(lane.index(), 0L));
            openAll(DecodePlan.cheapest(code, wanted, costs), stripe);
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
        return DecodePlan.suffices(code, wanted, indices(holding(stripe)));
    }

    boolean hopeless(long stripe) {
        Set<Integer> hopes = new HashSet<>(lanes.keySet());
        hopes.addAll(costs(stripe).keySet());
        return !plan.direct() && !DecodePlan.suffices(code, wanted, hopes);
    }

    /** Goes on to the stripe after one that is complete; lanes that were not needed for it end. */
    void advance(long stripe) {
        if (!plan.direct()) {
            Set<Integer> used = sources(stripe, wanted);
            for (FragmentLane lane : List.copyOf(lanes.values())) {
                if (!used.contains(lane.index())) {
                    lanes.remove(lane.index());
                    lane.stop(surroundings.time());
                }
            }
        }
        boolean lost = false;
        for (FragmentLane lane : List.copyOf(lanes.values())) {
            byte[] used = lane.delivered.remove(stripe);
            if (used != null) {
                lane.giveBack(used);
            }
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

    /** Gives up reading data shards alone: from this stripe on, others do as well. */
    private void decode(long stripe) {
        stop();
        plan = new ReadPlan(plan.layout(), plan.range(), false);
        recruit(stripe);
    }

    /** Returns the cheapest of the open lanes that have delivered enough for these shards. */
    Set<Integer> sources(long stripe, Set<Integer> shards) {
        Map<Integer, Long> costs = new HashMap<>();
        holding(stripe).forEach(lane -> costs.put(lane.index(), cost(lane.index())));
        return DecodePlan.cheapest(code, shards, costs)
                .orElseThrow(() -> new IllegalStateException("stripe " + stripe + " is lacking"));
    }

    private void noteTrouble(int index, Cause cause, long stripe) {
        switch (cause) {
            case ABSENT, FOREIGN -> failures.put(index, MAX_FAILURES);
            case UNREACHABLE -> failures.merge(index, 1, Integer::sum);
            case CORRUPT -> corruptAt.put(index, stripe);
        }
    }

    /** Returns what each fragment costs that is not being read and may still be asked. */
    private Map<Integer, Long> costs(long stripe) {
        Map<Integer, Long> costs = new HashMap<>();
        IntStream.range(0, target.stores().size())
                .filter(i -> !lanes.containsKey(i))
                .filter(i -> failures.getOrDefault(i, 0) < MAX_FAILURES)
                .filter(i -> corruptAt.getOrDefault(i, -1L) != stripe)
                .forEach(i -> costs.put(i, cost(i)));
        return costs;
    }

    /** Rather several more fragments than one that failed or was late, rather fewer than nearer. */
    private long cost(int index) {
        return failures.getOrDefault(index, 0) * FAILURE_COST
                + Math.min(delays.getOrDefault(index, 0), MOST_DELAYS) * DELAY_COST
                + FRAGMENT_COST
                + rank(index);
    }

    private static Set<Integer> indices(List<FragmentLane> lanes) {
        return lanes.stream().map(FragmentLane::index).collect(Collectors.toUnmodifiableSet());
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
