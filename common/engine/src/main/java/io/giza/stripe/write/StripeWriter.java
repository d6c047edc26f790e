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
import io.giza.stripe.write.FragmentUploader.Report;
import io.giza.stripe.write.UploadReport.Verdict;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

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
     * A put that is under way is not given up for want of memory, which others hold for moments.
     */
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(10);

    private final Surroundings surroundings;
    private final PutSpec spec;
    private final UploadReport.Policy policy;
    private final ErasureCode code;
    private final BlockChecksum[] checksums;
    private final StripeSlots slots;
    private final FragmentFormat format;
    private UploadStreams streams;
    private UploadProgress uploads;
    private volatile boolean waitCancelled;
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
        slots =
                new StripeSlots(
                        buffers, spec.stamp().account(), spec.layout(), surroundings.time());
        code = ErasureCode.of(spec.layout().coding());
        int fragments = spec.stores().size();
        checksums = new BlockChecksum[fragments];
        Arrays.setAll(checksums, i -> new BlockChecksum(spec.header(i).id(), spec.layout()));
        streams = new UploadStreams(surroundings, format, spec);
        uploads = new UploadProgress(policy, streams, code);
    }

    /** Begins the uploads anew, of which nothing was sent. */
    private void beginAgain() {
        streams = new UploadStreams(surroundings, format, spec);
        uploads = new UploadProgress(policy, streams, code);
        streams.begin();
    }

    /**
     * Begins to upload all fragments of a put.
     *
     * @param buffers the memory of all puts, which one has to wait for
     * @return empty if there is no memory for it in the time that one waits for it
     */
    public static Optional<StripeWriter> open(
            Surroundings surroundings,
            FragmentFormat format,
            StripeBuffers buffers,
            PutSpec spec,
            UploadReport.Policy policy) {
        StripeWriter writer = new StripeWriter(surroundings, format, buffers, spec, policy);
        if (!writer.slots.begin(writer.time().after(buffers.waitTimeout()))) {
            return Optional.empty();
        }
        writer.streams.begin();
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
            return false;
        }
        if (isGivenUp) {
            isGivenUp = false;
            beginAgain();
        }
        free(slots.stripeToReuse());
        if (slots.returnIfWanted()) {
            free(slots.stripeToReuse());
        }
        if (uploads.verdict(true, true) == Verdict.IMPOSSIBLE) {
            return false;
        }
        FramedStripe stripe = slots.advance();
        if (!stripe.fill(code, checksums, written, from)) {
            return true;
        }
        written++;
        orderAll(i -> new Order.Send(stripe.shard(i)));
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
            orderAll(_ -> new Order.GiveUp());
            isGivenUp = true;
        } else {
            waitUntilSent(written);
        }
        slots.giveBackAll(written);
    }

    /** Returns where each fragment goes; settled from now on, when all stripes are written. */
    public List<FragmentStore> settlePlacement() {
        if (phase != Phase.WRITING || written < spec.layout().stripes()) {
            throw new IllegalStateException("placed after " + written + " stripes in " + phase);
        }
        drainReports();
        phase = Phase.PLACED;
        return streams.stores();
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
            orderAll(i -> new Order.Complete());
        }
        Deadline grace = time().after(policy.grace());
        Deadline stall = time().after(policy.stall());
        Duration pollInterval = Duration.ZERO;
        while (true) {
            if (stall.hasPassed(time())) {
                // Perhaps it was this machine that stood still.
                drainReports();
                uploads.markStalled(uploads.pending());
            }
            Verdict verdict =
                    uploads.verdict(grace.hasPassed(time()), uploads.areAway(uploads.pending()));
            if (verdict != Verdict.NOT_YET || waitCancelled || deadline.hasPassed(time())) {
                return uploads.report(verdict);
            }
            // Another put may find out meanwhile who is away.
            pollInterval = policy.nextPollInterval(pollInterval);
            handle(streams.reports().take(time().after(pollInterval).earlier(deadline)));
        }
    }

    /** Has {@link #finish}, in whichever task, wait no longer: the put is not wanted any more. */
    public void stopWaiting() {
        waitCancelled = true;
        streams.reports().offer(new Report.WaitCancelled(), time().after(Duration.ZERO));
    }

    /** Waits until every upload has ended but those of who is away, or the deadline has passed. */
    public UploadReport settle(Deadline deadline) {
        while (!uploads.areAway(uploads.pending()) && !deadline.hasPassed(time())) {
            handle(streams.reports().take(deadline));
        }
        return uploads.report(uploads.verdict(true, true));
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
        uploads.stored().forEach(streams::discard);
    }

    /** Gives up uploads that are not being completed, and leaves the others to end. */
    @Override
    public void close() {
        if ((phase == Phase.WRITING || phase == Phase.PLACED) && !isGivenUp) {
            orderAll(i -> new Order.GiveUp());
        }
        phase = Phase.CLOSED;
        if (source != null) {
            source.release(Long.MAX_VALUE);
        }
        slots.giveBack(stripe -> stripe >= written || uploads.behind(stripe + 1).isEmpty());
    }

    /** Waits until nobody reads a stripe any more. */
    private void free(long stripe) {
        waitUntilSent(stripe + 1);
        if (source != null) {
            source.release(stripe);
        }
    }

    /** Waits until {@code stripes} stripes are sent by all, or by enough while the rest is late. */
    private void waitUntilSent(long stripes) {
        Deadline grace = time().after(policy.grace());
        Deadline stall = time().after(policy.stall());
        Duration pollInterval = Duration.ZERO;
        drainReports();
        while (!uploads.behind(stripes).isEmpty()) {
            List<Integer> behind = uploads.behind(stripes);
            if (stall.hasPassed(time())) {
                uploads.markStalled(behind);
            }
            if (stall.hasPassed(time()) || uploads.othersSuffice(behind, grace.hasPassed(time()))) {
                behind.forEach(this::drop);
                return;
            }
            pollInterval = policy.nextPollInterval(pollInterval);
            handle(streams.reports().take(time().after(pollInterval).earlier(stall)));
        }
    }

    private void drainReports() {
        Deadline now = time().after(Duration.ZERO);
        Optional<Report> report = streams.reports().take(now);
        while (report.isPresent()) {
            handle(report);
            report = streams.reports().take(now);
        }
    }

    /** Leaves a fragment out of this put; its task may still be reading its bytes. */
    private void drop(int index) {
        uploads.setOutcome(index, FragmentOutcome.MISSING);
        streams.order(index, new Order.GiveUp());
        slots.renew(index);
    }

    private void orderAll(IntFunction<Order> order) {
        uploads.pending().forEach(i -> streams.order(i, order.apply(i)));
    }

    private void handle(Optional<Report> report) {
        if (report.isEmpty()) {
            return;
        }
        switch (report.get()) {
            case Report.Sent(int index) -> uploads.sent(index);
            case Report.WaitCancelled _ -> {}
            case Report.Ended(int index, FragmentOutcome outcome) -> {
                // A dropped fragment stays missing: it was told to give up before completing.
                if (uploads.isPending(index) && !moveToSpare(index)) {
                    uploads.setOutcome(index, outcome);
                }
            }
        }
    }

    /**
     * Lets a spare store take a fragment whose upload failed, while all stripes are in memory and
     * nobody was told where it goes. Where it failed nothing is left: it was never completed.
     */
    private boolean moveToSpare(int index) {
        Optional<List<FramedStripe>> stripes = slots.allIfHeld();
        if (phase != Phase.WRITING || stripes.isEmpty() || !streams.hasSpare()) {
            return false;
        }
        uploads.restart(index);
        streams.moveToSpare(index);
        stripes.get().forEach(each -> streams.order(index, new Order.Send(each.shard(index))));
        return true;
    }

    private Time time() {
        return surroundings.time();
    }
}
