package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.DecodePlan;
import io.giza.erasure.ErasureCode;
import io.giza.stripe.FragmentLane.Delivery;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The lanes that one part of a read has open, and what is known of the fragments so far: who may
 * still be asked, and in which order.
 */
final class LaneGroup {
    private static final int SPARE_CAPACITY = 64;

    /** What a lane has delivered of one, and what it fetches of the next. */
    private static final int STRIPES_HELD = 2;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final ReadTarget target;
    private final ReadSettings settings;
    private final ReadPlan plan;
    private final Inbox<Delivery> deliveries;
    private final ErasureCode code;
    private final Set<Integer> wanted;
    private final FragmentCosts costs;
    private final Map<Integer, FragmentLane> lanes = new LinkedHashMap<>();
    private final LateLanes late;
    private final Map<Integer, String> troubles = new LinkedHashMap<>();

    /** What is counted for lanes beside the usual ones, in bytes. */
    private long beyond;

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
        wanted = plan.wanted();
        costs = new FragmentCosts(target, settings.nearness(), plan.spanLength(plan.firstStripe()));
        late = new LateLanes(surroundings.time(), settings.nearness(), plan);
        int capacity = target.stores().size() * (FragmentLane.MAX_UNANSWERED + 1);
        deliveries = surroundings.tasks().inbox(capacity + SPARE_CAPACITY);
    }

    ReadPlan plan() {
        return plan;
    }

    ErasureCode code() {
        return code;
    }

    /** Opens the lanes that the first stripe needs, and the spare ones. */
    void begin() {
        long stripe = plan.firstStripe();
        recruit(stripe);
        openSpares(stripe);
    }

    /** Opens the lanes that are still needed, nearest first. */
    private void recruit(long stripe) {
        Map<Integer, Long> known = candidates(stripe);
        lanes.keySet().forEach(index -> known.put(index, 0L));
        missing(DecodePlan.cheapest(code, wanted, known)).forEach(index -> open(index, stripe));
    }

    /**
     * Opens as many more as make up for the dearest lanes, one each. Where one fragment can only be
     * made up for by several, that is left to hedging.
     */
    private void openSpares(long stripe) {
        List<Integer> dearest =
                lanes.keySet().stream()
                        .sorted(Comparator.<Integer>comparingLong(costs::of).reversed())
                        .toList();
        for (int count = Math.min(settings.spares(), dearest.size()); count > 0; count--) {
            Map<Integer, Long> known = candidates(stripe);
            dearest.subList(count, dearest.size()).forEach(index -> known.put(index, 0L));
            Set<Integer> more = missing(DecodePlan.cheapest(code, wanted, known));
            if (!more.isEmpty() && more.size() <= settings.spares()) {
                more.forEach(index -> open(index, stripe));
                return;
            }
        }
    }

    private Set<Integer> missing(Optional<Set<Integer>> sources) {
        return sources.orElse(Set.of()).stream()
                .filter(index -> !lanes.containsKey(index))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Begins to wait for a stripe: from now on it is late. */
    void expect() {
        late.restart();
    }

    /** Returns when the next lane will be late with a stripe, or {@code end} if that is earlier. */
    Deadline nextLate(long stripe, Deadline end) {
        return late.next(lanes.values(), stripe, end);
    }

    /** Asks others too for what lanes that are late do not deliver; once for each. */
    void hedge(long stripe) {
        List<FragmentLane> become = late.become(lanes.values(), stripe);
        if (become.isEmpty()) {
            return;
        }
        become.forEach(lane -> costs.late(lane.index()));
        Map<Integer, Long> known = candidates(stripe);
        for (FragmentLane lane : lanes.values()) {
            boolean hoped = lane.delivered.containsKey(stripe) || !late.isLate(lane);
            known.put(lane.index(), hoped ? 0 : costs.of(lane.index()));
        }
        for (int index : missing(DecodePlan.cheapest(code, wanted, known))) {
            open(index, stripe).hedge = true;
            settings.listener().hedged();
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
            case Delivery.Broken(
                            FragmentLane lane,
                            long of,
                            FragmentFault fault,
                            String detail) -> {
                note(lane, fault, of, detail);
                lane.over = true;
                // What it delivered before it broke is intact, and stays until it is used.
                if (!lane.delivered.containsKey(stripe)) {
                    remove(lane);
                    recruit(stripe);
                }
            }
        }
    }

    private void note(FragmentLane lane, FragmentFault fault, long stripe, String detail) {
        int index = lane.index();
        costs.faulty(index, fault, stripe);
        troubles.put(index, fault + " (" + detail + ")");
        if (fault == FragmentFault.UNREACHABLE) {
            settings.nearness().failed(lane.dc());
        }
        settings.listener()
                .faulty(new ReadListener.Fault(target.id(index), lane.dc(), fault, detail));
    }

    /** Returns the open lanes that have delivered a stripe. */
    List<FragmentLane> holding(long stripe) {
        return lanes.values().stream().filter(lane -> lane.delivered.containsKey(stripe)).toList();
    }

    boolean complete(long stripe) {
        Set<Integer> there =
                holding(stripe).stream()
                        .map(FragmentLane::index)
                        .collect(Collectors.toUnmodifiableSet());
        return DecodePlan.suffices(code, wanted, there);
    }

    boolean hopeless(long stripe) {
        Set<Integer> hopes = new HashSet<>(lanes.keySet());
        hopes.addAll(candidates(stripe).keySet());
        return !DecodePlan.suffices(code, wanted, hopes);
    }

    /** Goes on to the stripe after one that is complete; lanes that were not needed for it end. */
    void advance(long stripe) {
        Set<Integer> used = sources(stripe, wanted);
        boolean lost = false;
        for (FragmentLane lane : List.copyOf(lanes.values())) {
            if (!used.contains(lane.index())) {
                remove(lane);
                lane.stop(surroundings.time());
                lane.delivered.values().forEach(this::giveBack);
                continue;
            }
            if (lane.hedge) {
                lane.hedge = false;
                settings.listener().hedgeWon();
            }
            giveBack(lane.delivered.remove(stripe));
            if (lane.over && !lane.delivered.containsKey(stripe + 1)) {
                remove(lane);
                lost = true;
            } else if (!lane.over && stripe + 2 <= plan.lastStripe()) {
                lane.fetch(stripe + 2);
            }
        }
        if (lost && stripe < plan.lastStripe()) {
            recruit(stripe + 1);
        }
    }

    /** Takes an array back of which nothing is needed any more. */
    void giveBack(byte @Nullable [] framed) {
        if (framed != null) {
            settings.buffers().giveBack(framed, surroundings.time());
        }
    }

    /** Returns an array of this length. */
    byte[] borrow(int length) {
        return settings.buffers().borrow(length, surroundings.time());
    }

    /** Lets all lanes end. What they delivered of a stripe stays, and nothing of those after it. */
    void end(long stripe) {
        for (FragmentLane lane : List.copyOf(lanes.values())) {
            lane.stop(surroundings.time());
            byte[] wanted = lane.delivered.remove(stripe);
            lane.delivered.values().forEach(this::giveBack);
            lane.delivered.clear();
            if (wanted == null) {
                remove(lane);
            } else {
                lane.delivered.put(stripe, wanted);
            }
        }
    }

    void stop() {
        lanes.values().forEach(lane -> lane.stop(surroundings.time()));
        lanes.clear();
        count();
    }

    /** Has memory counted for what lanes hold that were asked because others are late. */
    private void count() {
        int usual = target.layout().coding().dataFragments() + settings.spares();
        int more = Math.max(0, lanes.size() - usual);
        long now = (long) more * STRIPES_HELD * plan.spanLength(plan.firstStripe());
        if (now > beyond) {
            settings.memory().exceed(now - beyond);
        } else {
            settings.memory().release(beyond - now);
        }
        beyond = now;
    }

    /** Returns what went wrong with which fragment. */
    Map<Integer, String> troubles() {
        return Map.copyOf(troubles);
    }

    /** Returns the cheapest of the open lanes that have delivered enough for these shards. */
    Set<Integer> sources(long stripe, Set<Integer> shards) {
        Map<Integer, Long> known = new HashMap<>();
        holding(stripe).forEach(lane -> known.put(lane.index(), costs.of(lane.index())));
        return DecodePlan.cheapest(code, shards, known)
                .orElseThrow(() -> new IllegalStateException("stripe " + stripe + " is lacking"));
    }

    /** Returns what each fragment costs that is not being read and may still be asked. */
    private Map<Integer, Long> candidates(long stripe) {
        Map<Integer, Long> candidates = new HashMap<>();
        IntStream.range(0, target.stores().size())
                .filter(i -> !lanes.containsKey(i))
                .filter(i -> !plan.fragment().equals(OptionalInt.of(i)))
                .filter(i -> costs.isUsable(i, stripe))
                .forEach(i -> candidates.put(i, costs.of(i)));
        return candidates;
    }

    private void remove(FragmentLane lane) {
        lanes.remove(lane.index());
        late.forget(lane.index());
        count();
    }

    private FragmentLane open(int index, long stripe) {
        FragmentLane.Wiring wiring =
                new FragmentLane.Wiring(
                        format,
                        settings.nearness(),
                        settings.buffers(),
                        surroundings.time().nanos(),
                        surroundings.tasks().inbox(FragmentLane.MAX_UNANSWERED),
                        deliveries);
        FragmentLane lane = new FragmentLane(index, target, plan, wiring);
        lanes.put(index, lane);
        count();
        lane.fetch(stripe);
        if (stripe < plan.lastStripe()) {
            lane.fetch(stripe + 1);
        }
        surroundings
                .tasks()
                .fork("read-" + target.putId() + "." + index, () -> lane.run(surroundings.time()));
        return lane;
    }
}
