package io.giza.stripe.write;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.erasure.ErasureCode;
import io.giza.replica.FragmentStore;
import io.giza.stripe.BlockChecksum;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.PutSpec;
import io.giza.stripe.write.FragmentUploader.Order;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes the fragments of one put: receives and codes stripe after stripe and feeds all uploads at
 * once, with at most two stripes in memory. Nothing is visible before {@link #finish}.
 *
 * <p>A data center that fails is left out, and so is one that lags when the others could go on and
 * are enough without it. Used by one task; the uploads run in tasks of their own, which end by
 * themselves.
 */
public final class StripeWriter implements AutoCloseable {
    /**
     * How long a put that is under way waits for memory. Other puts hold theirs for moments, so no
     * put under way is given up for want of memory.
     */
    public static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final Surroundings surroundings;
    private final PutSpec spec;
    private final UploadReport.Policy policy;
    private final ErasureCode code;
    private final BlockChecksum[] checksums;
    private final StripeBuffers buffers;
    private final StripeSlots slots;
    private final FragmentFormat format;
    private volatile StripeUploads uploads;
    private long written;

    /** Whether the uploads were ended before anything was sent, and are to begin again. */
    private boolean isGivenUp;

    private @Nullable StripeSource source;
    private Phase phase = Phase.WRITING;

    private enum Phase {
        WRITING,
        PLACED,
        FINISHING,
        CLOSED
    }

    private StripeWriter(
            Surroundings surroundings,
            FragmentFormat format,
            StripeBuffers buffers,
            PutSpec spec,
            UploadReport.Policy policy) {
        this.surroundings = surroundings;
        this.spec = spec;
        this.policy = policy;
        this.format = format;
        this.buffers = buffers;
        slots =
                new StripeSlots(
                        buffers, spec.stamp().account(), spec.layout(), surroundings.time());
        code = ErasureCode.of(spec.layout().coding());
        int fragments = spec.stores().size();
        checksums = new BlockChecksum[fragments];
        Arrays.setAll(checksums, i -> new BlockChecksum(spec.header(i).id(), spec.layout()));
        uploads = prepareUploads();
    }

    private StripeUploads prepareUploads() {
        return new StripeUploads(surroundings, format, spec, policy, code, slots);
    }

    /**
     * Begins to upload all fragments of a put whose body has not begun to come.
     *
     * @param buffers the memory of all puts
     * @return empty if there is no memory for it within the timeout of the buffers
     */
    public static Optional<StripeWriter> open(
            Surroundings surroundings,
            FragmentFormat format,
            StripeBuffers buffers,
            PutSpec spec,
            UploadReport.Policy policy) {
        return open(surroundings, format, buffers, spec, policy, buffers.waitTimeout());
    }

    /**
     * Begins to upload all fragments of a put.
     *
     * @param buffers the memory of all puts
     * @param patience how long memory is waited for; {@link #LONGEST_WAIT} once the body was
     *     received
     * @return empty if there is no memory for it in time
     */
    public static Optional<StripeWriter> open(
            Surroundings surroundings,
            FragmentFormat format,
            StripeBuffers buffers,
            PutSpec spec,
            UploadReport.Policy policy,
            Duration patience) {
        StripeWriter writer = new StripeWriter(surroundings, format, buffers, spec, policy);
        if (!writer.slots.begin(writer.time().after(patience))) {
            return Optional.empty();
        }
        writer.uploads.begin();
        return Optional.of(writer);
    }

    /**
     * Receives and codes the next stripe and hands it to the uploads, waiting while they are two
     * stripes behind. Where the source had the memory given back meanwhile, nothing is written, and
     * the same stripe is the next again.
     *
     * @param from where the stripe's bytes are taken from, the same for all stripes
     * @return whether the put may still succeed; if not, give it up
     * @throws IOException if the source cannot fill it; give the put up
     */
    public boolean write(StripeSource from) throws IOException {
        if (phase != Phase.WRITING || written >= spec.layout().stripes()) {
            throw new IllegalStateException("no stripe " + written + " expected in " + phase);
        }
        source = from;
        if (!slots.begin(time().after(LONGEST_WAIT))) {
            buffers.memory().countRefusal();
            return false;
        }
        if (isGivenUp) {
            isGivenUp = false;
            uploads = prepareUploads();
            uploads.begin();
        }
        free(slots.stripeToReuse());
        if (slots.returnIfWanted()) {
            free(slots.stripeToReuse());
        }
        if (!uploads.mayStillSuffice()) {
            return false;
        }
        FramedStripe stripe = slots.advance();
        if (!stripe.fill(code, checksums, written, from)) {
            return true;
        }
        written++;
        uploads.orderAll(i -> new Order.Send(stripe.shard(i)));
        return true;
    }

    /** Returns how many stripes were written. */
    public long written() {
        return written;
    }

    /**
     * Gives all memory back, because the source has to wait for long: called by it while it fills a
     * stripe, which it is asked for again. Uploads that have sent nothing end, so that no
     * connection waits either.
     */
    public void giveBackMemory() {
        if (written == 0) {
            uploads.orderAll(_ -> new Order.GiveUp());
            isGivenUp = true;
        } else {
            uploads.awaitSent(written);
        }
        slots.giveBackAll(written);
    }

    /** Returns where each fragment goes; settled from now on, when all stripes are written. */
    public List<FragmentStore> settlePlacement() {
        if (phase != Phase.WRITING || written < spec.layout().stripes()) {
            throw new IllegalStateException("placed after " + written + " stripes in " + phase);
        }
        phase = Phase.PLACED;
        return uploads.settlePlacement();
    }

    /**
     * Returns the fragments that will be stored as far as is known, ascending; all, if those would
     * not decode. After {@link #settlePlacement}.
     */
    public List<Integer> expected() {
        return uploads.expected();
    }

    /**
     * Makes the fragments visible and waits until the data is durable enough, cannot become so, or
     * the deadline has passed. May be called again to wait longer.
     */
    public UploadReport finish(Deadline deadline) {
        if (phase == Phase.CLOSED || written < spec.layout().stripes()) {
            throw new IllegalStateException(
                    "finished after " + written + " of " + spec.layout().stripes() + " stripes");
        }
        if (phase == Phase.WRITING || phase == Phase.PLACED) {
            phase = Phase.FINISHING;
            uploads.complete();
        }
        return uploads.finish(deadline);
    }

    /** Has {@link #finish}, in whichever task, wait no longer: the put is not wanted any more. */
    public void stopWaiting() {
        uploads.stopWaiting();
    }

    /** Waits until every upload has ended but those of who is away, or the deadline has passed. */
    public UploadReport settle(Deadline deadline) {
        return uploads.settle(deadline);
    }

    /** Gives the put up; nothing of it is or becomes visible. Not after {@link #finish}. */
    public void abort() {
        if (phase == Phase.FINISHING) {
            throw new IllegalStateException("the fragments of " + spec.putId() + " may be visible");
        }
        close();
    }

    /**
     * Deletes the fragments that are stored, without waiting. Only for a put that was never
     * proposed, or is known never to be chosen: anything else would destroy an object. What is
     * missed is an orphan for the cleaner.
     */
    public void discard() {
        uploads.discard();
    }

    /** Gives up uploads that are not being completed, and leaves the others to end. */
    @Override
    public void close() {
        if ((phase == Phase.WRITING || phase == Phase.PLACED) && !isGivenUp) {
            uploads.orderAll(i -> new Order.GiveUp());
        }
        phase = Phase.CLOSED;
        if (source != null) {
            source.release(Long.MAX_VALUE);
        }
        slots.giveBack(stripe -> stripe >= written || uploads.haveSent(stripe + 1));
    }

    /** Waits until nobody reads a stripe any more. */
    private void free(long stripe) {
        uploads.awaitSent(stripe + 1);
        if (source != null) {
            source.release(stripe);
        }
    }

    private Time time() {
        return surroundings.time();
    }
}
