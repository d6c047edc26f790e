package io.giza.stripe.read;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Ticks;
import io.giza.concurrent.Time;
import io.giza.erasure.ByteRange;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.Nearness;
import io.giza.replica.ReplicaException;
import io.giza.stripe.BlockChecksum;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.VersionFragments;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Streams one fragment for a {@link StripeReader}: a task that reads stripe after stripe as it is
 * told to, verifies every block, and delivers them. The first failure ends it.
 */
final class FragmentStream {
    /** The stripe that is wanted, the next one, and the order to stop. */
    static final int MAX_UNANSWERED = 3;

    private static final long STOP = -1;

    /** A reader that orders nothing for so long, or takes nothing, is gone. */
    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);

    private final int index;
    private final VersionFragments target;
    private final ReadPlan plan;
    private final Inbox<Long> orders;
    private final Inbox<Delivery> deliveries;
    private final FragmentFormat format;
    private final Nearness nearness;
    private final ReadBuffers buffers;
    private final Ticks openedAt;
    private volatile boolean stopped;
    private volatile boolean answered;
    private volatile @Nullable InputStream stream;

    /** Stripes that were delivered and not used yet; touched by the reader alone. */
    final Map<Long, FramedBlocks> delivered = new HashMap<>();

    /** Whether nothing more will be delivered; touched by the reader alone. */
    boolean ended;

    /** Whether it was asked because another is late; touched by the reader alone. */
    boolean isHedge;

    FragmentStream(int index, VersionFragments target, ReadPlan plan, Connections wiring) {
        this.index = index;
        this.target = target;
        this.plan = plan;
        orders = wiring.orders;
        deliveries = wiring.deliveries;
        format = wiring.format;
        nearness = wiring.nearness;
        buffers = wiring.buffers;
        openedAt = wiring.openedAt;
    }

    /**
     * What connects a lane to its reader.
     *
     * @param nearness hears how long the first blocks took
     * @param buffers lends the buffers that are delivered, which the reader gives back
     * @param openedAt when it was opened
     * @param orders which stripes to fetch
     * @param deliveries where all lanes of a reader deliver
     */
    record Connections(
            FragmentFormat format,
            Nearness nearness,
            ReadBuffers buffers,
            Ticks openedAt,
            Inbox<Long> orders,
            Inbox<Delivery> deliveries) {}

    /** What a lane has to say. */
    sealed interface Delivery {
        /** Who says it. */
        FragmentStream stream();

        /** The blocks of a stripe, verified, checksums still between them. */
        record Blocks(FragmentStream stream, long stripe, FramedBlocks framed)
                implements Delivery {}

        /** The lane is over: it could not read {@code stripe}. */
        record Broken(FragmentStream stream, long stripe, FragmentFault fault, String detail)
                implements Delivery {}
    }

    int index() {
        return index;
    }

    /** Returns where the fragment lies. */
    DcName dc() {
        return target.stores().get(index).dc();
    }

    /** Has a stripe fetched, after those that were ordered before; they follow each other. */
    void fetch(long stripe) {
        orders.put(stripe);
    }

    /** Ends the lane soon, even if it waits for bytes. */
    void stop(Time time) {
        stopped = true;
        if (!answered && !ended) {
            nearness.cancelled(dc(), plan.spanLength(plan.firstStripe()), waited(time));
        }
        orders.offer(STOP, time.after(Duration.ZERO));
        InputStream open = stream;
        if (open != null) {
            closeQuietly(open);
        }
    }

    /** Does what is ordered until it is stopped, fails, or hears nothing; the task's body. */
    void run(Time time) {
        long stripe = STOP;
        try {
            Optional<Long> order = orders.take(time.after(IDLE_TIMEOUT));
            BlockChecksum checksum = new BlockChecksum(target.id(index), target.layout());
            while (order.isPresent() && order.get() != STOP && !stopped) {
                stripe = order.get();
                FramedBlocks framed = read(stripe, checksum, time);
                measure(stripe, time);
                deliver(new Delivery.Blocks(this, stripe, framed), time);
                order = orders.take(time.after(IDLE_TIMEOUT));
            }
        } catch (UnusableException e) {
            String detail = String.valueOf(e.getMessage());
            deliver(new Delivery.Broken(this, stripe, e.reason, detail), time);
        } catch (ReplicaException | IOException e) {
            String detail = String.valueOf(e.getMessage());
            deliver(new Delivery.Broken(this, stripe, FragmentFault.UNREACHABLE, detail), time);
        } finally {
            InputStream open = stream;
            if (open != null) {
                closeQuietly(open);
            }
        }
    }

    /** Only of the first blocks is it known since when they were waited for. */
    private void measure(long stripe, Time time) {
        boolean isFirst = !answered;
        answered = true;
        if (isFirst && !(stream instanceof NearBytes)) {
            nearness.answered(dc(), plan.spanLength(stripe), waited(time));
        }
    }

    private Duration waited(Time time) {
        return openedAt.elapsed(time);
    }

    private void deliver(Delivery delivery, Time time) {
        // Nobody may be left to take it.
        deliveries.offer(delivery, time.after(IDLE_TIMEOUT));
    }

    private FramedBlocks read(long stripe, BlockChecksum checksum, Time time)
            throws ReplicaException, IOException, UnusableException {
        FramedBlocks framed = buffers.borrow(plan.spanLength(stripe), time);
        boolean isIntact = false;
        try {
            fill(stripe, framed, checksum);
            isIntact = true;
            return framed;
        } finally {
            if (!isIntact) {
                buffers.giveBack(framed, time);
            }
        }
    }

    /** Every block is verified before it is delivered: what decodes from it would be damaged. */
    private void fill(long stripe, FramedBlocks framed, BlockChecksum checksum)
            throws ReplicaException, IOException, UnusableException {
        InputStream open = stream;
        if (open == null) {
            open = open(plan.body(stripe));
        }
        int blocks = plan.span(stripe).length();
        int block = 0;
        for (ByteBuffer buffer : framed.buffers()) {
            if (!StreamBytes.fill(open, buffer)) {
                throw new UnusableException(FragmentFault.CORRUPT, "ends early");
            }
            int end = Math.min(blocks, block + FramedBlocks.BLOCKS_PER_BUFFER);
            for (; block < end; block++) {
                verify(stripe, block, framed, checksum);
            }
        }
    }

    private InputStream open(ByteRange body)
            throws ReplicaException, IOException, UnusableException {
        int header = format.headerLength(target.id(index));
        boolean fromStart = body.from() == 0;
        long offset = fromStart ? 0 : header + body.from();
        long length = header + body.to() - offset;
        return switch (target.stores().get(index).read(target.id(index), offset, length)) {
            case FragmentRead.Absent() ->
                    throw new UnusableException(FragmentFault.ABSENT, "absent");
            case FragmentRead.Found(InputStream bytes) -> {
                stream = bytes;
                if (stopped) {
                    throw new UnusableException(FragmentFault.UNREACHABLE, "stopped");
                }
                if (fromStart) {
                    verifyHeader(bytes);
                }
                yield bytes;
            }
        };
    }

    private void verifyHeader(InputStream bytes) throws IOException, UnusableException {
        try {
            FragmentHeader header = format.read(bytes);
            if (header.kind() == FragmentHeader.Kind.POISON || !target.matches(header, index)) {
                throw new UnusableException(
                        FragmentFault.FOREIGN, "is " + header.kind() + " of " + header.id());
            }
        } catch (FragmentFormat.UnreadableHeaderException | EOFException e) {
            throw new UnusableException(FragmentFault.CORRUPT, String.valueOf(e.getMessage()));
        }
    }

    private void verify(long stripe, int block, FramedBlocks framed, BlockChecksum checksum)
            throws UnusableException {
        int number = plan.span(stripe).from() + block;
        int length = target.layout().blockLength(stripe, number);
        BlockChecksum.Place place = new BlockChecksum.Place(stripe, number, length);
        if (checksum.of(place, framed.slice(block, 0, length)) != framed.checksum(block, length)) {
            throw new UnusableException(
                    FragmentFault.CORRUPT, "damaged block " + number + " of stripe " + stripe);
        }
    }

    private static void closeQuietly(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // Nothing is wanted of it any more.
            return;
        }
    }

    private static final class UnusableException extends Exception {
        private static final long serialVersionUID = 1L;

        private final FragmentFault reason;

        UnusableException(FragmentFault reason, String message) {
            super(message);
            this.reason = reason;
        }
    }
}
