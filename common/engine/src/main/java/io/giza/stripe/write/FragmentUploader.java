package io.giza.stripe.write;

import io.giza.concurrent.Inbox;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Uploads one fragment: the task that does what its {@link StripeWriter} tells it and reports back.
 *
 * <p>It holds at most {@link #MAX_UNANSWERED} orders, so neither side of its two inboxes ever
 * blocks the other.
 */
record FragmentUploader(
        FragmentStore store,
        FragmentHeader header,
        FragmentFormat format,
        Inbox<Order> orders,
        Inbox<Report> reports,
        UploadRace race) {
    /** Two stripes, and completing or giving up. */
    static final int MAX_UNANSWERED = 4;

    private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(10);

    /** What the writer wants done next. */
    sealed interface Order {
        /** Send these bytes. */
        record Send(ByteBuffer bytes) implements Order {}

        /** Make the fragment visible. */
        record Complete() implements Order {}

        /** Give it up. */
        record GiveUp() implements Order {}
    }

    /** What came of it. */
    sealed interface Report {
        /** The bytes of an order were handed over; its buffer is free. */
        record Sent(int index) implements Report {}

        /**
         * The upload is over.
         *
         * @param storedAt the store's clock once the fragment was durable, if it told
         */
        record Ended(int index, FragmentOutcome outcome, Optional<Instant> storedAt)
                implements Report {
            Ended(int index, FragmentOutcome outcome) {
                this(index, outcome, Optional.empty());
            }
        }

        /** Nothing came, but who waits for it is to look again. */
        record WaitCancelled() implements Report {}
    }

    void run() {
        UploadRace.Entry entry = race.enter(header.id().index(), store.dc());
        boolean isStored = false;
        try {
            Report.Ended ended = upload(entry);
            isStored = ended.outcome() == FragmentOutcome.STORED;
            // The put counts this fragment before its data center may turn out to be slow.
            reports.put(ended);
        } finally {
            entry.end(isStored);
        }
    }

    private Report.Ended upload(UploadRace.Entry entry) {
        boolean completing = false;
        long length = format.headerLength(header.id()) + header.layout().bodyLength();
        try (FragmentUpload upload = store.create(header.id(), length)) {
            upload.write(ByteBuffer.wrap(format.encode(header)));
            while (true) {
                Optional<Order> order = orders.take(race.time().after(IDLE_TIMEOUT));
                if (order.isEmpty()) {
                    return ended(FragmentOutcome.MISSING);
                }
                switch (order.get()) {
                    case Order.Send(ByteBuffer bytes) -> {
                        upload.write(bytes);
                        reports.put(new Report.Sent(header.id().index()));
                    }
                    case Order.GiveUp() -> {
                        return ended(FragmentOutcome.MISSING);
                    }
                    case Order.Complete() -> {
                        completing = true;
                        entry.sent();
                        return ended(upload.complete());
                    }
                }
            }
        } catch (ReplicaException e) {
            entry.failed();
            return ended(outcome(e, completing));
        }
    }

    private static FragmentOutcome outcome(ReplicaException failure, boolean completing) {
        return switch (failure) {
            case ReplicaException.Refused _ -> FragmentOutcome.MISSING;
            case ReplicaException.Throttled _, ReplicaException.Withheld _ -> FragmentOutcome.BUSY;
            case ReplicaException.Unreachable _,
                    ReplicaException.TimedOut _,
                    ReplicaException.Full _,
                    ReplicaException.Away _,
                    ReplicaException.NotReady _,
                    ReplicaException.Failed _ ->
                    completing ? FragmentOutcome.UNKNOWN : FragmentOutcome.MISSING;
        };
    }

    private Report.Ended ended(FragmentUpload.Completion completion) throws ReplicaException {
        FragmentOutcome outcome =
                switch (completion.outcome()) {
                    case STORED -> FragmentOutcome.STORED;
                    case ALREADY_THERE -> outcomeIfTaken();
                };
        return new Report.Ended(header.id().index(), outcome, completion.at());
    }

    private Report.Ended ended(FragmentOutcome outcome) {
        return new Report.Ended(header.id().index(), outcome);
    }

    /** The name was taken: by an earlier try of this very put, which is success, or not. */
    private FragmentOutcome outcomeIfTaken() throws ReplicaException {
        return switch (store.read(header.id(), 0, format.headerLength(header.id()))) {
            case FragmentRead.Absent() -> FragmentOutcome.UNKNOWN;
            case FragmentRead.Found(InputStream bytes) -> {
                try (bytes) {
                    FragmentHeader there = format.read(bytes);
                    yield there.equals(header) ? FragmentOutcome.STORED : FragmentOutcome.REFUSED;
                } catch (FragmentFormat.UnreadableHeaderException e) {
                    yield FragmentOutcome.REFUSED;
                } catch (IOException e) {
                    yield FragmentOutcome.UNKNOWN;
                }
            }
        };
    }
}
