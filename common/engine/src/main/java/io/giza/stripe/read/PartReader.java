package io.giza.stripe.read;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.BlockSpan;
import io.giza.erasure.ByteRange;
import io.giza.erasure.ErasureCode;
import io.giza.erasure.StripeLayout;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.BlockChecksum;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.VersionFragments;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads one part of a range, stripe after stripe: gathers what decodes a stripe, has its bytes
 * written, and goes on. The stripes after the one that is gathered are fetched meanwhile, until
 * that is given up for want of memory. For one task.
 */
public final class PartReader {
    private final Surroundings surroundings;
    private final VersionFragments target;
    private final ReadSettings settings;
    private final ReadPlan plan;
    private final FragmentStreams streams;
    private final List<FramedBlocks> rebuilt = new ArrayList<>();

    /** A block of each shard that is decoded, or decoded from; made when it is needed. */
    private byte[][] scratch = new byte[0][];

    private long stripe;
    private boolean isReadAheadStopped;

    /**
     * Begins to read: fragments are asked at once, nearest first.
     *
     * @param target the version, with the store of each of its fragments
     * @param settings how long is waited, and whom memory and what is measured are told
     * @param plan the bytes, or the fragment, that are wanted
     */
    public PartReader(
            Surroundings surroundings,
            FragmentFormat format,
            VersionFragments target,
            ReadSettings settings,
            ReadPlan plan) {
        this.surroundings = surroundings;
        this.target = target;
        this.settings = settings;
        this.plan = plan;
        streams = new FragmentStreams(surroundings, format, target, settings, plan);
        stripe = plan.firstStripe();
        streams.begin();
    }

    /** Tells whether nothing is left to write. */
    public boolean isDone() {
        return stripe > plan.lastStripe();
    }

    /** Returns how many bytes are left to write. */
    long remainingBytes() {
        return isDone() ? 0 : plan.bytesFrom(stripe);
    }

    FragmentStreams streams() {
        return streams;
    }

    /** Ends all that is read for this part; whoever made the reader has to call it once. */
    public void stop() {
        streams.stop();
    }

    /**
     * Waits until the next stripe's bytes can be written. Others are asked for what is late, each
     * once.
     *
     * @throws TooFewFragmentsException if what is left to ask does not decode the stripe, or the
     *     time for one stripe has passed; its message says what is wrong with which fragment
     */
    public void gather() throws TooFewFragmentsException {
        Deadline deadline = surroundings.time().after(settings.timeout());
        streams.beginWaiting();
        while (!streams.isComplete(stripe)) {
            if (streams.isHopeless(stripe) || deadline.hasPassed(surroundings.time())) {
                throw new TooFewFragmentsException(
                        "too few fragments of "
                                + target.putId()
                                + " for stripe "
                                + stripe
                                + ": "
                                + streams.faults());
            }
            streams.await(stripe, streams.nextLate(stripe, deadline));
            if (!streams.isComplete(stripe)) {
                streams.hedge(stripe);
            }
        }
    }

    /** Returns how much memory what was gathered takes, in bytes. */
    long heldBytes() {
        return (long) (streams.holding(stripe).size() + rebuilt.size()) * plan.spanLength(stripe);
    }

    /** Gives up what is fetched beyond the stripe that was gathered. */
    void stopReadAhead() {
        isReadAheadStopped = true;
        streams.keepOnly(stripe);
    }

    boolean isReadAheadStopped() {
        return isReadAheadStopped;
    }

    /**
     * Writes the bytes of a stripe that was gathered, and goes on to the next.
     *
     * @param afterEachBlock what is done after each block
     */
    void writeStripe(ByteTarget out, Runnable afterEachPiece) throws IOException {
        @Nullable FramedBlocks[] shards = shards();
        for (int index = 0; index < shards.length; index++) {
            ByteRange part = target.layout().shardRange(stripe, index, plan.range());
            FramedBlocks framed = shards[index];
            if (part.isEmpty()) {
                continue;
            }
            if (framed == null) {
                throw new IllegalStateException("shard " + index + " was not gathered");
            }
            for (long from = part.from(); from < part.to(); ) {
                long end = Math.min(part.to(), pieceEnd(from));
                out.write(slices(framed, new ByteRange(from, end)));
                afterEachPiece.run();
                from = end;
            }
        }
        advance();
    }

    /** Several blocks go at once, not all: who takes them slowly is judged by each piece. */
    private static long pieceEnd(long from) {
        long block = from / StripeLayout.BLOCK_BYTES;
        return (block + FramedBlocks.BLOCKS_PER_BUFFER) * StripeLayout.BLOCK_BYTES;
    }

    /** Returns a range of a shard without the checksums, block by block. */
    private ByteBuffer[] slices(FramedBlocks framed, ByteRange range) {
        int base = plan.span(stripe).from();
        List<ByteBuffer> slices = new ArrayList<>();
        for (long from = range.from(); from < range.to(); ) {
            int block = (int) (from / StripeLayout.BLOCK_BYTES);
            long start = (long) block * StripeLayout.BLOCK_BYTES;
            long end = Math.min(range.to(), start + StripeLayout.BLOCK_BYTES);
            slices.add(framed.slice(block - base, (int) (from - start), (int) (end - from)));
            from = end;
        }
        return slices.toArray(ByteBuffer[]::new);
    }

    /** Sends the wanted fragment's part of a stripe that was gathered, and goes on to the next. */
    public void writeStripe(BlockChecksum checksum, FragmentUpload upload) throws ReplicaException {
        int index = plan.fragment().orElseThrow();
        FramedBlocks framed = decode(new int[] {index}).getFirst();
        for (int block = 0; block < target.layout().blocks(stripe); block++) {
            int bytes = target.layout().blockLength(stripe, block);
            BlockChecksum.Place place = new BlockChecksum.Place(stripe, block, bytes);
            framed.setChecksum(block, bytes, checksum.of(place, framed.slice(block, 0, bytes)));
        }
        for (ByteBuffer each : framed.buffers()) {
            upload.write(each.rewind());
        }
        advance();
    }

    private void advance() {
        rebuilt.forEach(streams::giveBack);
        rebuilt.clear();
        if (!isReadAheadStopped) {
            streams.advance(stripe);
        }
        stripe++;
        if (isDone() || isReadAheadStopped) {
            streams.stop();
        }
    }

    /** Returns the data shards of the stripe; one that is neither there nor wanted is null. */
    private @Nullable FramedBlocks[] shards() {
        int k = target.layout().coding().dataFragments();
        @Nullable FramedBlocks[] shards = new FramedBlocks[k];
        for (FragmentStream lane : streams.holding(stripe)) {
            if (lane.index() < k) {
                shards[lane.index()] = lane.delivered.get(stripe);
            }
        }
        int[] lacking =
                IntStream.range(0, k)
                        .filter(i -> shards[i] == null)
                        .filter(i -> !isEmpty(i))
                        .toArray();
        if (lacking.length > 0) {
            List<FramedBlocks> decoded = decode(lacking);
            for (int i = 0; i < lacking.length; i++) {
                shards[lacking[i]] = decoded.get(i);
            }
        }
        return shards;
    }

    private boolean isEmpty(int shard) {
        return target.layout().shardRange(stripe, shard, plan.range()).isEmpty();
    }

    /** Decodes shards that did not come from the cheapest that did, block by block. */
    private List<FramedBlocks> decode(int[] lacking) {
        Set<Integer> needed = IntStream.of(lacking).boxed().collect(Collectors.toSet());
        Set<Integer> chosen = streams.sources(stripe, needed);
        List<FragmentStream> sources =
                streams.holding(stripe).stream()
                        .filter(lane -> chosen.contains(lane.index()))
                        .toList();
        int[] indices = sources.stream().mapToInt(FragmentStream::index).toArray();
        List<FramedBlocks> given =
                sources.stream()
                        .map(lane -> Objects.requireNonNull(lane.delivered.get(stripe)))
                        .toList();
        for (int i = 0; i < lacking.length; i++) {
            rebuilt.add(streams.borrow(plan.spanLength(stripe)));
        }
        decode(streams.code().reconstruction(indices, lacking), given);
        return rebuilt;
    }

    private void decode(ErasureCode.Reconstruction reconstruction, List<FramedBlocks> given) {
        byte[][] from = scratch(given.size() + rebuilt.size());
        byte[][] to = Arrays.copyOfRange(from, given.size(), from.length);
        BlockSpan span = plan.span(stripe);
        for (int block = 0; block < span.length(); block++) {
            int length = target.layout().blockLength(stripe, span.from() + block);
            for (int i = 0; i < given.size(); i++) {
                given.get(i).slice(block, 0, length).get(from[i], 0, length);
            }
            reconstruction.apply(Arrays.copyOf(from, given.size()), to, 0, length);
            for (int i = 0; i < to.length; i++) {
                rebuilt.get(i).slice(block, 0, length).put(to[i], 0, length);
            }
        }
    }

    private byte[][] scratch(int count) {
        if (scratch.length != count) {
            scratch = new byte[count][StripeLayout.BLOCK_BYTES];
        }
        return scratch;
    }
}
