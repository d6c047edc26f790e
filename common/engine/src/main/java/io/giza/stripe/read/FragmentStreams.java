package io.giza.stripe.read;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.ErasureCode;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.VersionFragments;
import io.giza.stripe.read.FragmentStream.Delivery;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The lanes that one part of a read has open: opens those that {@link FragmentChoice} chooses,
 * takes what they deliver, replaces those that break, and asks others beside those that are late.
 */
final class FragmentStreams {
    private static final int SPARE_CAPACITY = 64;

    /** What a lane has delivered of one, and what it fetches of the next. */
    private static final int STRIPES_HELD = 2;

    private final Surroundings surroundings;
    private final FragmentFormat format;
    private final VersionFragments target;
    private final ReadSettings settings;
    private final ReadPlan plan;
    private final Inbox<Delivery> deliveries;
    private final FragmentChoice choice;
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
        choice = new FragmentChoice(target, settings.nearness(), plan);
        late = new LateStreams(surroundings.time(), settings.nearness(), plan);
        int capacity = target.stores().size() * (FragmentStream.MAX_UNANSWERED + 1);
        deliveries = surroundings.tasks().inbox(capacity + SPARE_CAPACITY);
    }

    ReadPlan plan() {
        return plan;
    }

    ErasureCode code() {
        return choice.code();
    }

    /** Opens the lanes that the first stripe needs, and the spare ones. */
    void begin() {
        long stripe = plan.firstStripe();
        openStreams(stripe);
        openSpares(stripe);
    }

    private void openStreams(long stripe) {
        choice.needed(streams.keySet(), stripe).forEach(index -> open(index, stripe));
    }

    private void openSpares(long stripe) {
        choice.spares(streams.keySet(), stripe, settings.spares())
                .forEach(index -> open(index, stripe));
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
        become.forEach(stream -> choice.noteDelay(stream.index()));
        Set<Integer> expected =
                streams.values().stream()
                        .filter(each -> each.delivered.containsKey(stripe) || !late.isLate(each))
                        .map(FragmentStream::index)
                        .collect(Collectors.toUnmodifiableSet());
        for (int index : choice.beside(streams.keySet(), expected, stripe)) {
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
            case Delivery.Blocks(FragmentStream stream, long of, FramedBlocks framed) ->
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
        choice.noteFault(index, fault, stripe);
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
        return choice.suffices(indicesHolding(stripe));
    }

    boolean isHopeless(long stripe) {
        return !choice.canSuffice(streams.keySet(), stripe);
    }

    private Set<Integer> indicesHolding(long stripe) {
        return holding(stripe).stream()
                .map(FragmentStream::index)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Goes on to the stripe after one that is complete; lanes that were not needed for it end. */
    void advance(long stripe) {
        Set<Integer> used = sources(stripe, choice.wanted());
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

    /** Takes blocks back of which nothing is needed any more. */
    void giveBack(@Nullable FramedBlocks framed) {
        if (framed != null) {
            settings.buffers().giveBack(framed, surroundings.time());
        }
    }

    /** Returns room for blocks of this length, with their checksums. */
    FramedBlocks borrow(int length) {
        return settings.buffers().borrow(length, surroundings.time());
    }

    /** Lets all lanes end. What they delivered of a stripe stays, and nothing of those after it. */
    void keepOnly(long stripe) {
        for (FragmentStream stream : List.copyOf(streams.values())) {
            stream.stop(surroundings.time());
            FramedBlocks wanted = stream.delivered.remove(stripe);
            stream.delivered.values().forEach(this::giveBack);
            stream.delivered.clear();
            if (wanted == null) {
                remove(stream);
            } else {
                stream.delivered.put(stripe, wanted);
            }
        }
    }

    void stop() {
        for (FragmentStream stream : streams.values()) {
            stream.stop(surroundings.time());
            stream.delivered.values().forEach(this::giveBack);
            stream.delivered.clear();
        }
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
        return choice.cheapest(indicesHolding(stripe), shards)
                .orElseThrow(() -> new IllegalStateException("stripe " + stripe + " is lacking"));
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
                        surroundings.time().ticks(),
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
