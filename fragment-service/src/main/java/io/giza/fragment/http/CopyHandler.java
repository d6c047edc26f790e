package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;
import static org.apache.hc.core5.http.HttpStatus.SC_CREATED;
import static org.apache.hc.core5.http.HttpStatus.SC_NOT_FOUND;
import static org.apache.hc.core5.http.HttpStatus.SC_NO_CONTENT;

import io.giza.fragment.cache.CopyStore;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.FragmentMetrics;
import io.giza.fragment.store.TransferBuffers;
import io.giza.http.server.Exchange;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentFormat;
import io.giza.stripe.FragmentHeader;
import io.giza.wire.BinaryFragmentFormat;
import io.giza.wire.FragmentRoutes;
import io.giza.wire.FragmentStart;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import java.io.IOException;
import java.util.Optional;

/**
 * Copies of fragments of other data centers, by name. Like a fragment, a copy is accepted only
 * whole, under the name that its header says, and with every block as its checksum says.
 */
public final class CopyHandler {
    private final CopyStore copies;
    private final BlobSender sender;
    private final FragmentFormat format = new BinaryFragmentFormat();
    private final Counter received;

    /**
     * Serves copies.
     *
     * @param buffers what downloads pass through
     */
    public CopyHandler(CopyStore copies, TransferBuffers buffers, MeterRegistry meters) {
        this.copies = copies;
        this.sender = new BlobSender(buffers, FragmentMetrics.bytes(meters, "copies-sent"));
        this.received = FragmentMetrics.bytes(meters, "copies-received");
    }

    /** Keeps a copy: 201, also where there was one. */
    void put(FragmentName name, Exchange exchange) throws IOException {
        long length = RequestNumbers.header(exchange, FragmentRoutes.LENGTH_HEADER);
        if (length < 1 || length > copies.room()) {
            throw new RequestRefusedException(
                    SC_BAD_REQUEST, "copies have 1 to " + copies.room() + " bytes");
        }
        RecordingInputStream start = new RecordingInputStream(exchange.body());
        FragmentHeader header = header(name, length, start);
        try (BlobUpload upload = copies.begin(name, header, length)) {
            upload.write(start.bytes(), 0, start.bytes().length);
            BodyReceiver receiver = new BodyReceiver(exchange.body(), upload, header);
            received.increment(receiver.receive(start.bytes().length, length));
            receiver.requireIntact();
            copies.keep(name, upload, length);
        }
        exchange.answer(SC_CREATED);
    }

    private FragmentHeader header(FragmentName name, long length, RecordingInputStream start)
            throws IOException {
        try {
            FragmentHeader header = FragmentStart.read(format, name, length, start);
            if (header.kind() == FragmentHeader.Kind.POISON) {
                throw new RequestRefusedException(SC_BAD_REQUEST, "poison is not copied");
            }
            return header;
        } catch (FragmentFormat.UnreadableHeaderException e) {
            throw new RequestRefusedException(SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    /** Sends bytes of a copy, as those of a fragment are sent; 404 if there is none. */
    void get(FragmentName name, Exchange exchange) throws IOException {
        BlobSender.Range range = BlobSender.Range.of(exchange);
        Optional<Blob> found = copies.open(name, range.offset(), range.length());
        if (found.isPresent()) {
            sender.send(found.get(), exchange);
        } else {
            answerAbsent(exchange);
        }
    }

    /** Forgets a copy. */
    void delete(FragmentName name, Exchange exchange) throws IOException {
        copies.delete(name);
        exchange.answer(SC_NO_CONTENT);
    }

    /** Says that there is no copy. */
    static void answerAbsent(Exchange exchange) throws IOException {
        exchange.with(FragmentRoutes.STATE_HEADER, FragmentRoutes.ABSENT).answer(SC_NOT_FOUND);
    }
}
