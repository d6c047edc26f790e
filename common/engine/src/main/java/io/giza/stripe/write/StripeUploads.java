package io.giza.stripe.write;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.erasure.ErasureCode;
import io.giza.replica.FragmentStore;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.PutSpec;
import io.giza.stripe.write.FragmentUploader.Order;
import io.giza.stripe.write.FragmentUploader.Report;
import io.giza.stripe.write.UploadReport.Verdict;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The uploads of a put: their orders and reports. A failed data center is left out, or a spare
 * takes its place. For the put's task only, except {@link #stopWaiting}.
 */
final class StripeUploads {
    private final Time time;
    private final UploadReport.Policy policy;
    private final StripeSlots slots;
    private final UploadStreams streams;
    private final UploadProgress progress;
    private volatile boolean waitCancelled;

    /** Whether the placement is settled. */
    private boolean isPlaced;

    /**
     * Prepares the uploads; {@link #begin} starts them.
     *
     * @param slots the stripes in memory
     */
    StripeUploads(
            Surroundings surroundings,
            FragmentFormat format,
            PutSpec spec,
            UploadReport.Policy policy,
            ErasureCode code,
            StripeSlots slots) {
        this.time = surroundings.time();
        this.policy = policy;
        this.slots = slots;
        streams = new UploadStreams(surroundings, format, spec, policy);
        progress = new UploadProgress(policy, streams, code, spec.layout().stripes());
    }

    void begin() {
        streams.begin();
    }

    void orderAll(IntFunction<Order> order) {
        progress.pending().forEach(i -> streams.order(i, order.apply(i)));
    }

    /** Tells whether enough may still be stored. */
    boolean mayStillSuffice() {
        return progress.verdict(true, true) != Verdict.IMPOSSIBLE;
    }

    /** Settles and returns the store of each fragment. */
    List<FragmentStore> settlePlacement() {
        drainReports();
        isPlaced = true;
        return streams.stores();
    }

    /** Returns the fragments expected to be stored; all, if the expected would not decode. */
    List<Integer> expected() {
        return progress.expected();
    }

    /** Makes the fragments visible. */
    void complete() {
        isPlaced = true;
        orderAll(_ -> new Order.Complete());
    }

    /** Waits until the data is durable enough, cannot become so, or the deadline has passed. */
    UploadReport finish(Deadline deadline) {
        Deadline grace = time.after(policy.grace());
        Deadline stall = time.after(policy.stall());
        Duration pollInterval = Duration.ZERO;
        while (true) {
            if (stall.hasPassed(time)) {
                // Perhaps this machine stood still, and reports are waiting.
                drainReports();
                progress.markStalled(progress.pending());
            }
            Verdict verdict =
                    progress.verdict(grace.hasPassed(time), progress.areAway(progress.pending()));
            if (verdict != Verdict.NOT_YET || waitCancelled || deadline.hasPassed(time)) {
                return progress.report(verdict);
            }
            // Another put may find out meanwhile who is away.
            pollInterval = policy.nextPollInterval(pollInterval);
            handle(streams.reports().take(time.after(pollInterval).earlier(deadline)));
        }
    }

    /** Has {@link #finish}, in whichever task, wait no longer. */
    void stopWaiting() {
        waitCancelled = true;
        streams.reports().offer(new Report.WaitCancelled(), time.after(Duration.ZERO));
    }

    /** Waits until the uploads to all present data centers ended, or the deadline passed. */
    UploadReport settle(Deadline deadline) {
        while (!progress.areAway(progress.pending()) && !deadline.hasPassed(time)) {
            handle(streams.reports().take(deadline));
        }
        return progress.report(progress.verdict(true, true));
    }

    /** Deletes the fragments that are stored, without waiting. */
    void discard() {
        progress.stored().forEach(streams::discard);
    }

    /** Tells whether all have sent as many stripes. */
    boolean haveSent(long stripes) {
        return progress.behind(stripes).isEmpty();
    }

    /** Waits until {@code stripes} stripes are sent by all, or by enough while the rest is late. */
    void awaitSent(long stripes) {
        Deadline grace = time.after(policy.grace());
        Deadline stall = time.after(policy.stall());
        Duration pollInterval = Duration.ZERO;
        drainReports();
        while (!haveSent(stripes)) {
            List<Integer> behind = progress.behind(stripes);
            if (stall.hasPassed(time)) {
                progress.markStalled(behind);
            }
            if (stall.hasPassed(time) || progress.othersSuffice(behind, grace.hasPassed(time))) {
                behind.forEach(this::drop);
                return;
            }
            pollInterval = policy.nextPollInterval(pollInterval);
            handle(streams.reports().take(time.after(pollInterval).earlier(stall)));
        }
    }

    private void drainReports() {
        Deadline now = time.after(Duration.ZERO);
        Optional<Report> report = streams.reports().take(now);
        while (report.isPresent()) {
            handle(report);
            report = streams.reports().take(now);
        }
    }

    /** Leaves a fragment out of this put; its task may still be reading its bytes. */
    private void drop(int index) {
        progress.setOutcome(index, FragmentOutcome.MISSING);
        streams.order(index, new Order.GiveUp());
        slots.renew(index);
    }

    private void handle(Optional<Report> report) {
        if (report.isEmpty()) {
            return;
        }
        switch (report.get()) {
            case Report.Sent(int index) -> progress.sent(index);
            case Report.WaitCancelled _ -> {}
            case Report.Ended(int index, FragmentOutcome outcome, Optional<Instant> at) -> {
                // A dropped fragment stays missing: it was told to give up before completing.
                if (progress.isPending(index) && !moveToSpare(index)) {
                    progress.setOutcome(index, outcome, at);
                }
            }
        }
    }

    /**
     * Moves a fragment to a spare store after a failed upload, while all stripes are in memory and
     * the placement is not settled. The failed store keeps nothing: its upload was not completed.
     */
    private boolean moveToSpare(int index) {
        Optional<List<FramedStripe>> stripes = slots.allIfHeld();
        if (isPlaced || stripes.isEmpty() || !streams.hasSpare()) {
            return false;
        }
        progress.restart(index);
        streams.moveToSpare(index);
        stripes.get().forEach(each -> streams.order(index, new Order.Send(each.shard(index))));
        return true;
    }
}
