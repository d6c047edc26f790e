package io.giza.fragment.http;

import io.giza.fragment.store.BlobStore;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.FragmentGate;
import io.giza.fragment.store.FragmentGate.Arrival;
import io.giza.fragment.store.FragmentGate.Outcome;
import io.giza.fragment.store.TransferBuffers;
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

import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.Optional;

/**
 * Fragments by name. A fragment is accepted only under the name that its header says, whole, as
 * long as it was announced, and with every block as its checksum says.
 */
@RestController
public class FragmentController {
    static final String ROUTE = FragmentRoutes.PREFIX + "{account}/{bucket}/{key}/{put}";

    /** An order names an epoch and who decides in it: a few KiB at most. */
    private static final int MAX_ORDER_BYTES = 64 << 10;

    private final BlobStore blobs;
    private final FragmentGate gate;
    private final TransferBuffers buffers;
    private final FragmentFormat format;
    private final long maxBytes;
    private final Counter received;
    private final Counter sent;

    /**
     * Serves the fragments of a store.
     *
     * @param buffers what downloads pass through
     * @param maxBytes the largest fragment that is accepted
     */
    public FragmentController(
            BlobStore blobs,
            FragmentGate gate,
            TransferBuffers buffers,
            long maxBytes,
            MeterRegistry meters) {
        this.blobs = blobs;
        this.gate = gate;
        this.buffers = buffers;
        this.format = new BinaryFragmentFormat();
        this.maxBytes = maxBytes;
        received = meters.counter("giza.fragment.bytes", "direction", "received");
        sent = meters.counter("giza.fragment.bytes", "direction", "sent");
    }

    /** The parts of a fragment's name, as the path has them. */
    public record NameParts(String account, String bucket, String key, String put) {
        FragmentName name() {
            try {
                return new FragmentName(String.join("/", account, bucket, key, put));
            } catch (IllegalArgumentException e) {
                throw new RequestRefusedException(
                        HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
            }
        }
    }

    /**
     * Stores a fragment: 201 once it is durable, 409 and {@link FragmentRoutes#EXISTS} if its name
     * is taken. What is not as it was announced is a 400 and leaves nothing behind.
     *
     * @param length how many bytes the fragment has, its header included
     * @param rebuilding the epoch of the recovery that rebuilds it; null if none does
     * @param replacing the epoch of the repair that puts it in the place of a damaged one; null if
     *     none does
     * @throws RequestRefusedException 409 if it bears an epoch that ended, 425 if this store cannot
     *     tell yet whether the name is free
     */
    @PutMapping(ROUTE)
    ResponseEntity<String> put(
            NameParts parts,
            @RequestHeader(FragmentRoutes.LENGTH_HEADER) long length,
            @RequestHeader(name = FragmentRoutes.REBUILD_HEADER, required = false)
                    @Nullable Long rebuilding,
            @RequestHeader(name = FragmentRoutes.REPLACE_HEADER, required = false)
                    @Nullable Long replacing,
            HttpServletRequest request)
            throws IOException {
        FragmentName name = parts.name();
        if (length < 1 || length > maxBytes) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, "fragments have 1 to " + maxBytes + " bytes");
        }
        long recovery = recoveryEpoch(rebuilding, replacing);
        ServletInputStream body = request.getInputStream();
        RecordingInputStream start = new RecordingInputStream(body);
        FragmentHeader header = readHeader(name, length, start);
        if (replacing != null && header.kind() == FragmentHeader.Kind.POISON) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, "poison takes the place of nothing");
        }
        Arrival arrival = new Arrival(header, recovery);
        requireAdmitted(gate.judge(arrival));
        try (BlobUpload upload = blobs.begin(name, header, length)) {
            upload.write(start.bytes(), 0, start.bytes().length);
            BodyReceiver receiver = new BodyReceiver(body, upload, header);
            received.increment(receiver.receive(start.bytes().length, length));
            receiver.requireIntact();
            Outcome outcome =
                    replacing == null
                            ? gate.create(arrival, upload)
                            : gate.replace(arrival, upload);
            return switch (outcome) {
                case STORED -> ResponseEntity.status(HttpStatus.CREATED).body("");
                case EXISTS ->
                        ResponseEntity.status(HttpStatus.CONFLICT)
                                .header(FragmentRoutes.STATE_HEADER, FragmentRoutes.EXISTS)
                                .body("");
                case LATER_FORMAT ->
                        throw new RequestRefusedException(
                                HttpStatus.CONFLICT, "what is there is of a later format");
                case STALE -> throw RequestRefusedException.stale();
                case NOT_READY -> throw RequestRefusedException.notReady();
            };
        }
    }

    /** Returns the epoch of a recovery or a repair, 0 if it is neither. */
    private static long recoveryEpoch(@Nullable Long rebuilding, @Nullable Long replacing) {
        if (rebuilding != null && replacing != null) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, "it is rebuilt or replaced, not both");
        }
        Long epoch = rebuilding == null ? replacing : rebuilding;
        if (epoch != null && epoch < 1) {
            throw new RequestRefusedException(HttpStatus.BAD_REQUEST, "no epoch: " + epoch);
        }
        return epoch == null ? 0 : epoch;
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
     * @param offset the first byte, 0 or more
     * @param length how many bytes, 1 or more
     */
    @GetMapping(ROUTE)
    void get(
            NameParts parts,
            @RequestParam long offset,
            @RequestParam long length,
            HttpServletResponse response)
            throws IOException {
        if (offset < 0 || length < 1) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, "no range: " + offset + ", " + length);
        }
        // Asked first: were it asked afterwards, what is rebuilt in between would seem absent.
        boolean knowsAbsence = gate.knowsAbsence();
        Optional<Blob> found = blobs.open(parts.name(), offset, length);
        if (found.isEmpty() && !knowsAbsence) {
            response.setHeader(FragmentRoutes.STATE_HEADER, FragmentRoutes.FORGOTTEN);
            response.setStatus(FragmentRoutes.NOT_READY);
            return;
        }
        if (found.isEmpty()) {
            response.setHeader(FragmentRoutes.STATE_HEADER, FragmentRoutes.ABSENT);
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        Blob blob = found.get();
        ByteBuffer buffer = buffers.lend(blob.length());
        try (ReadableByteChannel bytes = blob.bytes()) {
            response.setContentType("application/octet-stream");
            response.setContentLengthLong(blob.length());
            response.setHeader("ETag", blob.tag());
            ServletOutputStream output = unwrap(response).getOutputStream();
            while (bytes.read(buffer.clear()) > 0) {
                sent.increment(buffer.flip().remaining());
                output.write(buffer);
            }
        } finally {
            buffers.giveBack(buffer);
        }
    }

    /**
     * Returns the container's own response: the one that Spring puts around it copies each buffer
     * into a new array.
     */
    private static ServletResponse unwrap(ServletResponse response) {
        return response instanceof ServletResponseWrapper wrapper
                ? unwrap(wrapper.getResponse())
                : response;
    }

    /** Deletes a fragment for good; 204 too where there was none, so that it can be repeated. */
    @DeleteMapping(ROUTE)
    ResponseEntity<Void> delete(NameParts parts) throws IOException {
        blobs.delete(parts.name());
        return ResponseEntity.noContent().build();
    }

    /**
     * Gives the store an order about its place in the topology, and answers what it knows then,
     * whether or not the order changed that. One that makes no sense or was damaged on the way is a
     * 400 and changes nothing.
     */
    @PostMapping(FragmentRoutes.ORDERS)
    ResponseEntity<byte[]> order(HttpServletRequest request) throws IOException {
        RequestRefusedException.requireMessage(request.getContentType());
        byte[] order = request.getInputStream().readNBytes(MAX_ORDER_BYTES + 1);
        if (order.length > MAX_ORDER_BYTES) {
            throw new RequestRefusedException(
                    HttpStatus.CONTENT_TOO_LARGE, "orders are at most 64 KiB");
        }
        String declaredChecksum = request.getHeader(MessageChecksum.HEADER);
        if (declaredChecksum != null && !declaredChecksum.equals(MessageChecksum.of(order))) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, "the order was damaged on the way");
        }
        try {
            byte[] answer =
                    TableCodec.encodeAnswer(gate.order(TableCodec.decodeOrderOfMembership(order)));
            return ResponseEntity.ok()
                    .contentType(MediaType.valueOf(MessageFormat.MEDIA_TYPE))
                    .header(MessageChecksum.HEADER, MessageChecksum.of(answer))
                    .body(answer);
        } catch (FormatException e) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }

    private FragmentHeader readHeader(FragmentName name, long length, InputStream source)
            throws IOException {
        try {
            return FragmentStart.read(format, name, length, source);
        } catch (FragmentFormat.UnreadableHeaderException e) {
            throw new RequestRefusedException(
                    HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        }
    }
}
