package io.giza.stripe;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.BlockSpan;
import io.giza.erasure.ByteRange;
import io.giza.erasure.ErasureCode;
import io.giza.erasure.StripeLayout;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads a range of one version from its fragments: nearest first, another one when one is late,
 * decoding when data fragments are missing. Only verified bytes come out; a damaged block is read
 * around like a missing one.
 *
 * <p>The first stripes are on their way as soon as the reader is open, so a reader may be opened
 * before the version is known to be the newest, and closed at any time. Used by one task.
 */
public final class StripeReader implements AutoCloseable {
    private final Surroundings surroundings;
    private final ReadTarget target;
    private final ReadSettings settings;
    private final ByteRange range;
    private final @Nullable LaneGroup lanes;
    private long stripe;

    private StripeReader(
            Surroundings surroundings,
            ReadTarget target,
            ReadSettings settings,
            ByteRange range,
            @Nullable LaneGroup lanes) {
        this.surroundings = surroundings;
        this.target = target;
        this.settings = settings;
        this.range = range;
        this.lanes = lanes;
    }

    /**
     * Begins to read a range of a version.
     *
     * @param range the bytes of the object that are wanted; they lie within it
     */
    public static StripeReader open(
            Surroundings surroundings,
            FragmentFormat format,
            ReadTarget target,
            ReadSettings settings,
            ByteRange range) {
        if (range.to() > target.layout().objectSize()) {
            throw new IllegalArgumentException(range + " is not within " + target.layout());
        }
        if (range.isEmpty()) {
            return new StripeReader(surroundings, target, settings, range, null);
        }
        ReadPlan plan = ReadPlan.cheapest(target.layout(), range);
        LaneGroup lanes = new LaneGroup(surroundings, format, target, settings, plan);
        StripeReader reader = new StripeReader(surroundings, target, settings, range, lanes);
        reader.stripe = plan.firstStripe();
        lanes.recruit(reader.stripe);
        return reader;
    }

    /**
     * Waits until the next bytes can be written, so that a failure is known before an answer is
     * begun.
     *
     * @throws TooFewFragmentsException if they cannot be had
     */
    public void ready() throws TooFewFragmentsException {
        if (lanes != null && stripe <= lanes.plan().lastStripe()) {
            gather(lanes);
        }
    }

    /**
     * Writes the range.
     *
     * @throws TooFewFragmentsException if some of it cannot be had; what was written is intact
     * @throws IOException if the target fails
     */
    public void writeTo(OutputStream out) throws IOException {
        if (lanes == null) {
            return;
        }
        while (stripe <= lanes.plan().lastStripe()) {
            gather(lanes);
            emit(lanes, out);
            lanes.advance(stripe);
            stripe++;
        }
        lanes.stop();
    }

    /** Returns what was wrong with which fragment so far; those may need repair. */
    public Map<Integer, String> troubles() {
        return lanes == null ? Map.of() : lanes.troubles();
    }

    @Override
    public void close() {
        if (lanes != null) {
            lanes.stop();
        }
    }

    private void gather(LaneGroup group) throws TooFewFragmentsException {
        Deadline patience = surroundings.time().after(settings.patience());
        Deadline hedge = surroundings.time().after(settings.hedgeAfter());
        while (!group.complete(stripe)) {
            if (group.hopeless(stripe) || patience.passed(surroundings.time())) {
                throw new TooFewFragmentsException(
                        "too few fragments of "
                                + target.putId()
                                + " for stripe "
                                + stripe
                                + ": "
                                + group.troubles());
            }
            group.await(stripe, hedge.earlier(patience));
            if (hedge.passed(surroundings.time()) && !group.complete(stripe)) {
                group.hedge(stripe);
                hedge = surroundings.time().after(settings.hedgeAfter());
            }
        }
    }

    private void emit(LaneGroup group, OutputStream out) throws IOException {
        byte[] @Nullable [] shards = shards(group);
        StripeLayout layout = target.layout();
        for (int index = 0; index < shards.length; index++) {
            ByteRange part = layout.shardRange(stripe, index, range);
            byte[] framed = shards[index];
            if (part.isEmpty()) {
                continue;
            }
            if (framed == null) {
                throw new IllegalStateException("shard " + index + " was not gathered");
            }
            int base = group.plan().span(stripe, index).from();
            long position = part.from();
            while (position < part.to()) {
                int block = (int) (position / StripeLayout.BLOCK_BYTES);
                long blockStart = (long) block * StripeLayout.BLOCK_BYTES;
                long end = Math.min(part.to(), blockStart + StripeLayout.BLOCK_BYTES);
                int offset = StripeLayout.blockOffset(block - base);
                out.write(framed, offset + (int) (position - blockStart), (int) (end - position));
                position = end;
            }
        }
    }

    /** Returns the data shards of the stripe; one that is neither there nor wanted is null. */
    private byte[] @Nullable [] shards(LaneGroup group) {
        int k = target.layout().coding().dataFragments();
        byte[] @Nullable [] shards = new byte[k][];
        for (FragmentLane lane : group.holding(stripe)) {
            if (lane.index() < k) {
                shards[lane.index()] = lane.delivered.get(stripe);
            }
        }
        int[] wanted =
                IntStream.range(0, k)
                        .filter(i -> shards[i] == null)
                        .filter(i -> !target.layout().shardRange(stripe, i, range).isEmpty())
                        .toArray();
        if (wanted.length > 0) {
            decode(group, wanted, shards);
        }
        return shards;
    }

    private void decode(LaneGroup group, int[] wanted, byte[] @Nullable [] shards) {
        Set<Integer> needed = IntStream.of(wanted).boxed().collect(Collectors.toSet());
        Set<Integer> chosen = group.sources(stripe, needed);
        List<FragmentLane> sources =
                group.holding(stripe).stream()
                        .filter(lane -> chosen.contains(lane.index()))
                        .toList();
        int[] indices = sources.stream().mapToInt(FragmentLane::index).toArray();
        byte[][] given =
                sources.stream()
                        .map(lane -> lane.delivered.getOrDefault(stripe, new byte[0]))
                        .toArray(byte[][]::new);
        byte[][] rebuilt = new byte[wanted.length][given[0].length];
        ErasureCode.Reconstruction reconstruction = group.code().reconstruction(indices, wanted);
        BlockSpan span = group.plan().span(stripe, wanted[0]);
        for (int block = span.from(); block < span.to(); block++) {
            int offset = StripeLayout.blockOffset(block - span.from());
            reconstruction.apply(
                    given, rebuilt, offset, target.layout().blockLength(stripe, block));
        }
        for (int i = 0; i < wanted.length; i++) {
            shards[wanted[i]] = rebuilt[i];
        }
    }
}
