package io.giza.gateway.object;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.erasure.StripeLayout;
import io.giza.gateway.service.ObjectBody;
import io.giza.gateway.spool.Intake;
import io.giza.gateway.spool.Spool;
import io.giza.stripe.write.StripeBuffers;
import io.giza.stripe.write.StripeSource;
import io.giza.stripe.write.StripeWriter;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Takes a body to where it is coded and sent from. A large one is digested by a task of its own, a
 * batch of blocks at a time, while the next are received and those before are sent; MD5 is the
 * greatest single cost of a put, and this way it is not in the way of its bytes.
 */
final class BodyUpload implements StripeSource, AutoCloseable {
    /** Shorter bodies are digested as they come: another task would cost more than it saves. */
    private static final long LEAST_BYTES_TO_SHARE = 256 << 10;

    private static final int LEAST_BATCH_BYTES = 256 << 10;
    private static final int BATCHES_PER_STRIPE = 16;
    private static final int MAX_UNANSWERED = 64;

    /** The answer of a task that ended early, after which nothing waits for what is digested. */
    private static final long FAILED = Long.MAX_VALUE;

    /** How long a body waits for memory before it is received into the spool meanwhile. */
    private static final Duration BRIEF_WAIT = Duration.ofSeconds(2);

    private static final Duration LONGEST_SILENCE = Duration.ofHours(2);

    private final Surroundings surroundings;
    private final StripeBuffers buffers;
    private final ObjectBody body;
    private final StripeLayout layout;
    private final int batchBytes;
    private final Intake intake;
    private @Nullable DigestChannel channel;
    private @Nullable StripeWriter writer;
    private Batch batch = Batch.empty();

    /** How much of the body is in its stripe's memory, or was. */
    private long filled;

    /** Up to where it is digested, or in the batch to be; a stripe may be filled again. */
    private long received;

    private long handed;
    private long digested;
    private int unanswered;

    /** Bytes that were received and not digested yet. */
    private record Batch(List<Piece> pieces, long end) {
        static Batch empty() {
            return new Batch(new ArrayList<>(), 0);
        }
    }

    private record Piece(byte[] bytes, int offset, int length) {}

    /** What connects this task with the one that digests; a batch without bytes ends that one. */
    private record DigestChannel(Inbox<Batch> batches, Inbox<Long> answers) {}

    /**
     * Takes a body of which nothing was read.
     *
     * @param spool where bytes wait for a slow client
     * @param buffers the memory of all puts
     * @param account whose put it is
     */
    BodyUpload(
            Surroundings surroundings,
            Spool spool,
            StripeBuffers buffers,
            String account,
            ObjectBody body,
            StripeLayout layout) {
        this.surroundings = surroundings;
        this.buffers = buffers;
        this.body = body;
        this.layout = layout;
        this.intake =
                new Intake(
                        surroundings,
                        spool,
                        buffers.memory()::isCrowded,
                        account,
                        body,
                        layout,
                        this::giveBackMemory);
        batchBytes = Math.max(LEAST_BATCH_BYTES, layout.stripeSize() / BATCHES_PER_STRIPE);
    }

    /**
     * Waits until memory may be taken for the first stripe.
     *
     * @return false if the client is slow, and there is no room for what it sends
     */
    boolean prepare() throws IOException {
        return layout.stripes() == 0 || intake.prepare(0);
    }

    /**
     * Opens the writer of a prepared body. One that finds no memory is received into the spool, and
     * then waits for memory as long as it takes. Where the spool has no room it is refused once it
     * has waited for the timeout of the buffers.
     *
     * @param opener waits for memory for so long, and opens it; empty if there was none
     * @throws IOException if the client breaks off
     */
    <T> Optional<T> open(Function<Duration, Optional<T>> opener) throws IOException {
        Duration patience = StripeWriter.LONGEST_WAIT;
        if (!intake.isUnderWay()) {
            Duration timeout = buffers.waitTimeout();
            Duration brief = timeout.compareTo(BRIEF_WAIT) < 0 ? timeout : BRIEF_WAIT;
            Optional<T> soon = opener.apply(brief);
            if (soon.isPresent()) {
                return soon;
            }
            patience = intake.receiveAhead() ? patience : timeout.minus(brief);
        }
        Optional<T> opened = opener.apply(patience);
        if (opened.isEmpty()) {
            buffers.memory().countRefusal();
        }
        return opened;
    }

    /** Writes the whole body, once prepared; false if too few data centers take it. */
    boolean writeTo(StripeWriter to) throws IOException {
        writer = to;
        boolean isPrepared = true;
        while (to.written() < layout.stripes()) {
            filled = layout.stripeStart(to.written());
            if ((!isPrepared && !intake.prepare(to.written())) || !to.write(this)) {
                return false;
            }
            isPrepared = false;
        }
        return true;
    }

    private void giveBackMemory() {
        StripeWriter open = writer;
        if (open != null) {
            release(Long.MAX_VALUE);
            body.pause();
            open.giveBackMemory();
        }
    }

    /** Verifies the body, once all of it was written. */
    ObjectBody.Digests finish() throws IOException {
        release(Long.MAX_VALUE);
        if (digested == FAILED) {
            throw new IllegalStateException("the body could not be digested");
        }
        return body.finish();
    }

    @Override
    public boolean fill(byte[] target, int offset, int length) throws IOException {
        if (!intake.fill(target, offset, length)) {
            return false;
        }
        // Of a stripe that is filled again some was digested before.
        int known = Math.toIntExact(Math.clamp(received - filled, 0, length));
        filled += length;
        if (known < length) {
            digest(target, offset + known, length - known);
        }
        return true;
    }

    private void digest(byte[] target, int offset, int length) {
        received += length;
        if (body.length() < LEAST_BYTES_TO_SHARE) {
            body.digest(target, offset, length);
            handed = received;
            digested = received;
            return;
        }
        batch.pieces.add(new Piece(target, offset, length));
        if (received - handed >= batchBytes || received == body.length()) {
            handOver();
        }
    }

    @Override
    public void release(long stripe) {
        boolean all = stripe >= layout.stripes();
        long end = all ? received : Math.min(received, layout.stripeStart(stripe + 1));
        if (end > handed) {
            handOver();
        }
        while (digested < end) {
            awaitAnswer();
        }
    }

    /** Ends the task that digests. */
    @Override
    public void close() {
        intake.close();
        if (channel != null) {
            release(Long.MAX_VALUE);
            channel.batches.put(Batch.empty());
            channel = null;
        }
    }

    /** Fills a part of {@code target} from the body. */
    static void readFully(ObjectBody body, byte[] target, int offset, int length)
            throws IOException {
        int filled = 0;
        while (filled < length) {
            int count = body.read(target, offset + filled, length - filled);
            if (count < 0) {
                // The body knows what was announced, and says what is wrong with its end.
                body.finish();
                throw new IOException("the body ended after fewer bytes than announced");
            }
            filled += count;
        }
    }

    private void handOver() {
        if (digested == FAILED) {
            return;
        }
        DigestChannel open = channel;
        if (open == null) {
            open = startDigesting();
            channel = open;
        }
        while (unanswered == MAX_UNANSWERED) {
            awaitAnswer();
        }
        open.batches.put(new Batch(batch.pieces, received));
        unanswered++;
        batch = Batch.empty();
        handed = received;
    }

    private DigestChannel startDigesting() {
        Inbox<Batch> batches = surroundings.tasks().inbox(MAX_UNANSWERED + 1);
        Inbox<Long> answers = surroundings.tasks().inbox(MAX_UNANSWERED + 1);
        DigestChannel started = new DigestChannel(batches, answers);
        surroundings.tasks().fork("digest", () -> digest(started));
        return started;
    }

    private void digest(DigestChannel own) {
        Batch next = take(own.batches);
        while (!next.pieces.isEmpty()) {
            long answer = FAILED;
            try {
                next.pieces.forEach(p -> body.digest(p.bytes, p.offset, p.length));
                answer = next.end;
            } finally {
                own.answers.put(answer);
            }
            next = take(own.batches);
        }
    }

    private void awaitAnswer() {
        if (channel == null) {
            throw new IllegalStateException("nothing is being digested after " + digested);
        }
        digested = take(channel.answers);
        unanswered--;
    }

    private <T> T take(Inbox<T> inbox) {
        Deadline deadline = surroundings.time().after(LONGEST_SILENCE);
        return inbox.take(deadline)
                .orElseThrow(() -> new IllegalStateException("silent for " + LONGEST_SILENCE));
    }
}
