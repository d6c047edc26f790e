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
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
    private final List<byte[]> rebuilt = new ArrayList<>();
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
    void writeStripe(OutputStream out, Runnable afterEachBlock) throws IOException {
        byte[] @Nullable [] shards = shards();
        StripeLayout layout = target.layout();
        int base = plan.span(stripe).from();
        for (int index = 0; index < shards.length; index++) {
            ByteRange part = layout.shardRange(stripe, index, plan.range());
            byte[] framed = shards[index];
            if (part.isEmpty()) {
                continue;
            }
            if (framed == null) {
                throw new IllegalStateException("shard " + index + " was not gathered");
            }
            long position = part.from();
            while (position < part.to()) {
                int block = (int) (position / StripeLayout.BLOCK_BYTES);
                long blockStart = (long) block * StripeLayout.BLOCK_BYTES;
                long end = Math.min(part.to(), blockStart + StripeLayout.BLOCK_BYTES);
                int offset = StripeLayout.blockOffset(block - base);
                out.write(framed, offset + (int) (position - blockStart), (int) (end - position));
                afterEachBlock.run();
                position = end;
            }
        }
        advance();
    }

    /** Sends the wanted fragment's part of a stripe that was gathered, and goes on to the next. */
    public void writeStripe(BlockChecksum checksum, FragmentUpload upload) throws ReplicaException {
        int index = plan.fragment().orElseThrow();
        byte[] @Nullable [] shards = new byte[target.layout().coding().fragments()][];
        decode(new int[] {index}, shards);
        byte[] framed = Objects.requireNonNull(shards[index]);
        for (int block = 0; block < target.layout().blocks(stripe); block++) {
            int offset = StripeLayout.blockOffset(block);
            int bytes = target.layout().blockLength(stripe, block);
            int sum = checksum.of(new BlockChecksum.Place(stripe, block, bytes), framed, offset);
            ByteBuffer.wrap(framed).putInt(offset + bytes, sum);
        }
        upload.write(ByteBuffer.wrap(framed, 0, target.layout().framedShardLength(stripe)));
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
    private byte[] @Nullable [] shards() {
        int k = target.layout().coding().dataFragments();
        byte[] @Nullable [] shards = new byte[k][];
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
            decode(lacking, shards);
        }
        return shards;
    }

    private boolean isEmpty(int shard) {
        return target.layout().shardRange(stripe, shard, plan.range()).isEmpty();
    }

    /** Decodes shards that did not come from the cheapest that did, block by block. */
    private void decode(int[] lacking, byte[] @Nullable [] shards) {
        Set<Integer> needed = IntStream.of(lacking).boxed().collect(Collectors.toSet());
        Set<Integer> chosen = streams.sources(stripe, needed);
        List<FragmentStream> sources =
                streams.holding(stripe).stream()
                        .filter(lane -> chosen.contains(lane.index()))
                        .toList();
        int[] indices = sources.stream().mapToInt(FragmentStream::index).toArray();
        byte[][] given =
                sources.stream()
                        .map(lane -> lane.delivered.getOrDefault(stripe, new byte[0]))
                        .toArray(byte[][]::new);
        for (int index : lacking) {
            byte[] shard = streams.borrow(given[0].length);
            rebuilt.add(shard);
            shards[index] = shard;
        }
        byte[][] wanted = rebuilt.toArray(byte[][]::new);
        ErasureCode.Reconstruction reconstruction = streams.code().reconstruction(indices, lacking);
        BlockSpan span = plan.span(stripe);
        for (int block = span.from(); block < span.to(); block++) {
            int offset = StripeLayout.blockOffset(block - span.from());
            reconstruction.apply(given, wanted, offset, target.layout().blockLength(stripe, block));
        }
    }
}
