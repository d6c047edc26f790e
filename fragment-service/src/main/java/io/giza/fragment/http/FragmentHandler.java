package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;
import static org.apache.hc.core5.http.HttpStatus.SC_CONFLICT;
import static org.apache.hc.core5.http.HttpStatus.SC_CREATED;
import static org.apache.hc.core5.http.HttpStatus.SC_NOT_FOUND;
import static org.apache.hc.core5.http.HttpStatus.SC_NO_CONTENT;
import static org.apache.hc.core5.http.HttpStatus.SC_OK;
import static org.apache.hc.core5.http.HttpStatus.SC_REQUEST_TOO_LONG;

import io.giza.fragment.store.BlobStore;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.FragmentGate;
import io.giza.fragment.store.FragmentGate.Arrival;
import io.giza.fragment.store.FragmentGate.Outcome;
import io.giza.fragment.store.FragmentMetrics;
import io.giza.fragment.store.TransferBuffers;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestBody;
import io.giza.record.FormatException;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;
import io.giza.version.FragmentAdmission.Verdict;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.FragmentStart;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageFormat;
import io.giza.wire.TableCodec;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Fragments by name. A fragment is accepted only under the name that its header says, whole, as
 * long as it was announced, and with every block as its checksum says.
 */
public final class FragmentHandler {
    /** An order names an epoch and who decides in it: a few KiB at most. */
    private static final int MAX_ORDER_BYTES = 64 << 10;

    private final BlobStore blobs;
    private final FragmentGate gate;
    private final BlobSender sender;
    private final FragmentFormat format;
    private final long maxBytes;
    private final Counter received;
    private final InstantSource clock;

    /**
     * Serves the fragments of a store.
     *
     * @param buffers what downloads pass through
     * @param maxBytes the largest fragment that is accepted
     */
    public FragmentHandler(
            BlobStore blobs,
            FragmentGate gate,
            TransferBuffers buffers,
            long maxBytes,
            InstantSource clock,
            MeterRegistry meters) {
        this.blobs = blobs;
        this.gate = gate;
        this.format = new BinaryFragmentFormat();
        this.maxBytes = maxBytes;
        this.clock = clock;
        received = FragmentMetrics.bytes(meters, "received");
        sender = new BlobSender(buffers, FragmentMetrics.bytes(meters, "sent"));
    }

    /**
     * What a fragment is stored for.
     *
     * @param epoch that of the recovery or repair that sends it, 0 if it is part of a put
     * @param isReplacement whether it takes the place of a damaged one
     */
    private record Purpose(long epoch, boolean isReplacement) {
        static Purpose of(Exchange exchange) {
            OptionalLong rebuilding = RequestNumbers.epoch(exchange, FragmentRoutes.REBUILD_HEADER);
            OptionalLong replacing = RequestNumbers.epoch(exchange, FragmentRoutes.REPLACE_HEADER);
            if (rebuilding.isPresent() && replacing.isPresent()) {
                throw new RequestRefusedException(
                        SC_BAD_REQUEST, "it is rebuilt or replaced, not both");
            }
            return replacing.isPresent()
                    ? new Purpose(replacing.getAsLong(), true)
                    : new Purpose(rebuilding.orElse(0), false);
        }
    }

    /**
     * Stores a fragment: 201 once it is durable, 409 and {@link FragmentRoutes#EXISTS} if its name
     * is taken. What is not as it was announced is a 400 and leaves nothing behind.
     *
     * <p>Headers say how many bytes the fragment has, its own header included, and the epoch of the
     * recovery that rebuilds it, or of the repair that puts it in the place of a damaged one.
     *
     * @throws RequestRefusedException 409 if it bears an epoch that ended, 425 if this store cannot
     *     tell yet whether the name is free
     */
    void put(FragmentName name, Exchange exchange) throws IOException {
        long length = RequestNumbers.header(exchange, FragmentRoutes.LENGTH_HEADER);
        if (length < 1 || length > maxBytes) {
            throw new RequestRefusedException(
                    SC_BAD_REQUEST, "fragments have 1 to " + maxBytes + " bytes");
        }
        Purpose purpose = Purpose.of(exchange);
        RequestBody body = exchange.body();
        RecordingInputStream start = new RecordingInputStream(body);
        FragmentHeader header = readHeader(name, length, start);
        if (purpose.isReplacement() && header.kind() == FragmentHeader.Kind.POISON) {
            throw new RequestRefusedException(SC_BAD_REQUEST, "poison takes the place of nothing");
        }
        Arrival arrival = new Arrival(header, purpose.epoch());
        requireAdmitted(gate.judge(arrival));
        try (BlobUpload upload = blobs.begin(name, header, length)) {
            upload.write(start.bytes(), 0, start.bytes().length);
            BodyReceiver receiver = new BodyReceiver(body, upload, header);
            received.increment(receiver.receive(start.bytes().length, length));
            receiver.requireIntact();
            Outcome outcome =
                    purpose.isReplacement()
                            ? gate.replace(arrival, upload)
                            : gate.create(arrival, upload);
            answer(outcome, exchange.with(FragmentRoutes.TIME_HEADER, clock.instant().toString()));
        }
    }

    private static void answer(Outcome outcome, Exchange exchange) throws IOException {
        switch (outcome) {
            case STORED -> exchange.answer(SC_CREATED);
            case EXISTS ->
                    exchange.with(FragmentRoutes.STATE_HEADER, FragmentRoutes.EXISTS)
                            .answer(SC_CONFLICT);
            case LATER_FORMAT ->
                    throw new RequestRefusedException(
                            SC_CONFLICT, "what is there is of a later format");
            case STALE -> throw RequestRefusedException.stale();
            case NOT_READY -> throw RequestRefusedException.notReady();
        }
    }

    /** Asked before the body is received, so that nobody sends in vain; the gate asks again. */
    private static void requireAdmitted(Verdict verdict) {
        switch (verdict) {
            case ADMITTED -> {}
            case STALE -> throw RequestRefusedException.stale();
            case NOT_READY -> throw RequestRefusedException.notReady();
        }
    }

    /**
     * Sends bytes of a fragment, its header counted. What lies past its end is cut off, so fewer
     * may come than were asked for. A fragment that is not there is a 404 only if this store can
     * tell that it is absent; until it is rebuilt in the place of a lost one it is a 425.
     *
     * <p>Parameters are the first byte, 0 or more, and how many bytes, 1 or more.
     */
    void get(FragmentName name, Exchange exchange) throws IOException {
        BlobSender.Range range = BlobSender.Range.of(exchange);
        // Asked first: were it asked afterwards, what is rebuilt in between would seem absent.
        boolean knowsAbsence = gate.knowsAbsence();
        Optional<Blob> found = blobs.open(name, range.offset(), range.length());
        if (found.isEmpty() && !knowsAbsence) {
            exchange.with(FragmentRoutes.STATE_HEADER, FragmentRoutes.FORGOTTEN)
                    .answer(FragmentRoutes.NOT_READY);
            return;
        }
        if (found.isEmpty()) {
            exchange.with(FragmentRoutes.STATE_HEADER, FragmentRoutes.ABSENT).answer(SC_NOT_FOUND);
            return;
        }
        sender.send(found.get(), exchange);
    }

    /** Deletes a fragment for good; 204 too where there was none, so that it can be repeated. */
    void delete(FragmentName name, Exchange exchange) throws IOException {
        blobs.delete(name);
        exchange.answer(SC_NO_CONTENT);
    }

    /**
     * Gives the store an order about its place in the topology, and answers what it knows then,
     * whether or not the order changed that. One that makes no sense or was damaged on the way is a
     * 400 and changes nothing.
     */
    void order(Exchange exchange) throws IOException {
        RequestRefusedException.requireMessage(exchange.header("Content-Type"));
        byte[] order = exchange.body().readNBytes(MAX_ORDER_BYTES + 1);
        if (order.length > MAX_ORDER_BYTES) {
            throw new RequestRefusedException(SC_REQUEST_TOO_LONG, "orders are at most 64 KiB");
        }
        String declaredChecksum = exchange.header(MessageChecksum.HEADER);
        if (declaredChecksum != null && !declaredChecksum.equals(MessageChecksum.of(order))) {
            throw new RequestRefusedException(SC_BAD_REQUEST, "the order was damaged on the way");
        }
        try {
            byte[] answer =
                    TableCodec.encodeAnswer(gate.order(TableCodec.decodeOrderOfMembership(order)));
            exchange.with(MessageChecksum.HEADER, MessageChecksum.of(answer))
                    .answer(SC_OK, MessageFormat.MEDIA_TYPE, answer);
        } catch (FormatException e) {
            throw new RequestRefusedException(SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private FragmentHeader readHeader(FragmentName name, long length, InputStream source)
            throws IOException {
        try {
            return FragmentStart.read(format, name, length, source);
        } catch (FragmentFormat.UnreadableHeaderException e) {
            throw new RequestRefusedException(SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }
}
