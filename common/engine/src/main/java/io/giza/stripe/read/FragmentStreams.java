package io.giza.stripe.read;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.DecodePlan;
import io.giza.erasure.ErasureCode;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.FragmentStream.Delivery;

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
public final class FragmentStreams {
    private static final int SPARE_CAPACITY = 64;

    /** What a lane has delivered of one, and what it fetches of the next. */
    private static final int STRIPES_HELD = 2;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final VersionFragments target;
    private final ReadSettings settings;
    private final ReadPlan plan;
    private final Inbox<Delivery> deliveries;
    private final ErasureCode code;
    private final Set<Integer> wanted;
    private final FragmentCosts costs;
    private final Map<Integer, FragmentStream> streams = new LinkedHashMap<>();
    private final LateStreams late;
    private final Map<Integer, String> faults = new LinkedHashMap<>();

    /** What is counted for lanes beside the usual ones, in bytes. */
    private long extraBytes;

    FragmentStreams(
            Surroundings surroundings,
            FragmentFormat format,
            VersionFragments target,
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
        late = new LateStreams(surroundings.time(), settings.nearness(), plan);
        int capacity = target.stores().size() * (FragmentStream.MAX_UNANSWERED + 1);
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
        openStreams(stripe);
        openSpares(stripe);
    }

    /** Opens the lanes that are still needed, nearest first. */
    private void openStreams(long stripe) {
        Map<Integer, Long> known = candidates(stripe);
        streams.keySet().forEach(index -> known.put(index, 0L));
        missing(DecodePlan.cheapest(code, wanted, known)).forEach(index -> open(index, stripe));
    }

    /**
     * Opens as many more as make up for the dearest lanes, one each. Where one fragment can only be
     * made up for by several, that is left to hedging.
     */
    private void openSpares(long stripe) {
        List<Integer> dearest =
                streams.keySet().stream()
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
                .filter(index -> !streams.containsKey(index))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Begins to wait for a stripe: from now on it is late. */
    void beginWaiting() {
        late.restart();
    }

    /** Returns when the next lane will be late with a stripe, or {@code end} if that is earlier. */
    Deadline nextLate(long stripe, Deadline end) {
        return late.next(streams.values(), stripe, end);
    }

    /** Asks others too for what lanes that are late do not deliver; once for each. */
    void hedge(long stripe) {
        List<FragmentStream> become = late.newlyLate(streams.values(), stripe);
        if (become.isEmpty()) {
            return;
        }
        become.forEach(stream -> costs.noteDelay(stream.index()));
        Map<Integer, Long> known = candidates(stripe);
        for (FragmentStream stream : streams.values()) {
            boolean isExpected = stream.delivered.containsKey(stripe) || !late.isLate(stream);
            known.put(stream.index(), isExpected ? 0 : costs.of(stream.index()));
        }
        for (int index : missing(DecodePlan.cheapest(code, wanted, known))) {
            open(index, stripe).isHedge = true;
            settings.listener().hedged();
        }
    }

    /** Waits for a delivery until the deadline and takes note of it. */
    void await(long stripe, Deadline deadline) {
        Optional<Delivery> delivery = deliveries.take(deadline);
        if (delivery.isEmpty()
                || streams.get(delivery.get().stream().index()) != delivery.get().stream()) {
            return;
        }
        switch (delivery.get()) {
            case Delivery.Blocks(FragmentStream stream, long of, byte[] framed) ->
                    stream.delivered.put(of, framed);
            case Delivery.Broken(
                            FragmentStream stream,
                            long of,
                            FragmentFault fault,
                            String detail) -> {
                recordFault(stream, fault, of, detail);
                stream.ended = true;
                // What it delivered before it broke is intact, and stays until it is used.
                if (!stream.delivered.containsKey(stripe)) {
                    remove(stream);
                    openStreams(stripe);
                }
            }
        }
    }

    private void recordFault(
            FragmentStream stream, FragmentFault fault, long stripe, String detail) {
        int index = stream.index();
        costs.noteFault(index, fault, stripe);
        faults.put(index, fault + " (" + detail + ")");
        if (fault == FragmentFault.UNREACHABLE) {
            settings.nearness().failed(stream.dc());
        }
        settings.listener()
                .faulty(new ReadListener.Fault(target.id(index), stream.dc(), fault, detail));
    }

    /** Returns the open lanes that have delivered a stripe. */
    List<FragmentStream> holding(long stripe) {
        return streams.values().stream()
                .filter(stream -> stream.delivered.containsKey(stripe))
                .toList();
    }

    boolean isComplete(long stripe) {
        Set<Integer> there =
                holding(stripe).stream()
                        .map(FragmentStream::index)
                        .collect(Collectors.toUnmodifiableSet());
        return DecodePlan.suffices(code, wanted, there);
    }

    boolean isHopeless(long stripe) {
        Set<Integer> remaining = new HashSet<>(streams.keySet());
        remaining.addAll(candidates(stripe).keySet());
        return !DecodePlan.suffices(code, wanted, remaining);
    }

    /** Goes on to the stripe after one that is complete; lanes that were not needed for it end. */
    void advance(long stripe) {
        Set<Integer> used = sources(stripe, wanted);
        boolean lost = false;
        for (FragmentStream stream : List.copyOf(streams.values())) {
            if (!used.contains(stream.index())) {
                remove(stream);
                stream.stop(surroundings.time());
                stream.delivered.values().forEach(this::giveBack);
                continue;
            }
            if (stream.isHedge) {
                stream.isHedge = false;
                settings.listener().hedgeWon();
            }
            giveBack(stream.delivered.remove(stripe));
            if (stream.ended && !stream.delivered.containsKey(stripe + 1)) {
                remove(stream);
                lost = true;
            } else if (!stream.ended && stripe + 2 <= plan.lastStripe()) {
                stream.fetch(stripe + 2);
            }
        }
        if (lost && stripe < plan.lastStripe()) {
            openStreams(stripe + 1);
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
    void keepOnly(long stripe) {
        for (FragmentStream stream : List.copyOf(streams.values())) {
            stream.stop(surroundings.time());
            byte[] wanted = stream.delivered.remove(stripe);
            stream.delivered.values().forEach(this::giveBack);
            stream.delivered.clear();
            if (wanted == null) {
                remove(stream);
            } else {
                stream.delivered.put(stripe, wanted);
            }
        }
    }

    public void stop() {
        streams.values().forEach(stream -> stream.stop(surroundings.time()));
        streams.clear();
        countExtraBytes();
    }

    /** Has memory counted for what lanes hold that were asked because others are late. */
    private void countExtraBytes() {
        int usual = target.layout().coding().dataFragments() + settings.spares();
        int more = Math.max(0, streams.size() - usual);
        long now = (long) more * STRIPES_HELD * plan.spanLength(plan.firstStripe());
        if (now > extraBytes) {
            settings.memory().exceed(now - extraBytes);
        } else {
            settings.memory().release(extraBytes - now);
        }
        extraBytes = now;
    }

    /** Returns what went wrong with which fragment. */
    Map<Integer, String> faults() {
        return Map.copyOf(faults);
    }

    /** Returns the cheapest of the open lanes that have delivered enough for these shards. */
    Set<Integer> sources(long stripe, Set<Integer> shards) {
        Map<Integer, Long> known = new HashMap<>();
        holding(stripe).forEach(stream -> known.put(stream.index(), costs.of(stream.index())));
        return DecodePlan.cheapest(code, shards, known)
                .orElseThrow(() -> new IllegalStateException("stripe " + stripe + " is lacking"));
    }

    /** Returns what each fragment costs that is not being read and may still be asked. */
    private Map<Integer, Long> candidates(long stripe) {
        Map<Integer, Long> candidates = new HashMap<>();
        IntStream.range(0, target.stores().size())
                .filter(i -> !streams.containsKey(i))
                .filter(i -> !plan.fragment().equals(OptionalInt.of(i)))
                .filter(i -> costs.isUsable(i, stripe))
                .forEach(i -> candidates.put(i, costs.of(i)));
        return candidates;
    }

    private void remove(FragmentStream stream) {
        streams.remove(stream.index());
        late.forget(stream.index());
        countExtraBytes();
    }

    private FragmentStream open(int index, long stripe) {
        FragmentStream.Connections wiring =
                new FragmentStream.Connections(
                        format,
                        settings.nearness(),
                        settings.buffers(),
                        surroundings.time().nanos(),
                        surroundings.tasks().inbox(FragmentStream.MAX_UNANSWERED),
                        deliveries);
        FragmentStream stream = new FragmentStream(index, target, plan, wiring);
        streams.put(index, stream);
        countExtraBytes();
        stream.fetch(stripe);
        if (stripe < plan.lastStripe()) {
            stream.fetch(stripe + 1);
        }
        surroundings
                .tasks()
                .fork(
                        "read-" + target.putId() + "." + index,
                        () -> stream.run(surroundings.time()));
        return stream;
    }
}
