package io.giza.metadata.http;

import io.giza.record.FormatException;
import io.giza.replica.MetadataReplica;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.wire.HistoryCodec;
import io.giza.wire.MessageChecksum;
import io.giza.wire.MessageCodec;
import io.giza.wire.MessageFormat;
import io.giza.wire.MetadataRoutes;
import io.giza.wire.ScanCodec;
import io.giza.wire.TableCodec;

import jakarta.servlet.http.HttpServletRequest;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;

/** Translates HTTP to the rows of this data center, and back. */
@RestController
public class RowController {
    private static final Logger LOG = LoggerFactory.getLogger(RowController.class);

    /** The greatest message: a proposal with the longest tail is far below it. */
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** The greatest number of rows in a page. */
    private static final int MAX_SCAN = 1000;

    private static final MediaType MESSAGE = MediaType.valueOf(MessageFormat.MEDIA_TYPE);

    private final MetadataReplica rows;
    private final InstantSource clock;

    /**
     * Serves rows.
     *
     * @param rows of this data center, guarded against an older copy of the table
     * @param clock of this machine, which workers compare with theirs
     */
    public RowController(MetadataReplica rows, InstantSource clock) {
        this.rows = rows;
        this.clock = clock;
    }

    /** Answers the milliseconds since 1970, in decimal digits. */
    @PostMapping(MetadataRoutes.CLOCK)
    ResponseEntity<byte[]> clock() {
        return text(HttpStatus.OK, Long.toString(clock.millis()));
    }

    /** Has the acceptor of one row take one step; what it answers is durable before it is sent. */
    @PostMapping(MetadataRoutes.MESSAGES)
    ResponseEntity<byte[]> message(HttpServletRequest request) throws IOException {
        return answer(
                request, body -> MessageCodec.encode(rows.send(MessageCodec.decodeMessage(body))));
    }

    /** Answers a page of rows, of the newest versions each; of 1,000 rows at most. */
    @PostMapping(MetadataRoutes.SCANS)
    ResponseEntity<byte[]> scan(HttpServletRequest request) throws IOException {
        return answer(
                request, body -> ScanCodec.encode(rows.scan(limited(ScanCodec.decodeScan(body)))));
    }

    /** Answers a range of the versions of one row, however old they are. */
    @PostMapping(MetadataRoutes.HISTORIES)
    ResponseEntity<byte[]> history(HttpServletRequest request) throws IOException {
        return answer(
                request, body -> HistoryCodec.encode(rows.history(HistoryCodec.decodeRange(body))));
    }

    private static Scan limited(Scan scan) {
        if (scan.limit() < 1) {
            throw new FormatException("limit must be at least 1, not " + scan.limit());
        }
        return scan.withLimit(MAX_SCAN);
    }

    /** Gives the table an order about its place in the topology, or lists keys to seed. */
    @PostMapping(MetadataRoutes.ORDERS)
    ResponseEntity<byte[]> order(HttpServletRequest request) throws IOException {
        return answer(
                request,
                body -> TableCodec.encode(rows.order(limited(TableCodec.decodeOrder(body)))));
    }

    private static TableOrder limited(TableOrder order) {
        return order instanceof TableOrder.Keys keys
                ? new TableOrder.Keys(keys.epoch(), keys.after(), Math.min(keys.limit(), MAX_SCAN))
                : order;
    }

    private interface Handler {
        byte[] handle(byte[] body) throws ReplicaException;
    }

    /**
     * Reads the body, handles it, and answers with a checksum. A body that makes no sense is a 400,
     * a table over its limits a 503, one that is not ready {@link MetadataRoutes#NOT_READY}, a
     * refusal for good a 409, and any other failure a 500: whether it had an effect is not known
     * then.
     */
    private static ResponseEntity<byte[]> answer(HttpServletRequest request, Handler handler)
            throws IOException {
        Optional<String> refusal = MessageFormat.refusalOf(request.getContentType());
        if (refusal.isPresent()) {
            return text(HttpStatus.UNSUPPORTED_MEDIA_TYPE, refusal.get());
        }
        byte[] body = request.getInputStream().readNBytes(MAX_MESSAGE_BYTES + 1);
        if (body.length > MAX_MESSAGE_BYTES) {
            return text(HttpStatus.CONTENT_TOO_LARGE, "messages are at most 16 MiB");
        }
        String declaredChecksum = request.getHeader(MessageChecksum.HEADER);
        if (declaredChecksum != null && !declaredChecksum.equals(MessageChecksum.of(body))) {
            return text(HttpStatus.BAD_REQUEST, "the message was damaged on the way");
        }
        try {
            byte[] answer = handler.handle(body);
            return ResponseEntity.ok()
                    .contentType(MESSAGE)
                    .header(MessageChecksum.HEADER, MessageChecksum.of(answer))
                    .body(answer);
        } catch (FormatException e) {
            return text(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (ReplicaException.Throttled e) {
            return text(HttpStatus.SERVICE_UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (ReplicaException.NotReady e) {
            return text(
                    HttpStatus.valueOf(MetadataRoutes.NOT_READY), String.valueOf(e.getMessage()));
        } catch (ReplicaException.Refused e) {
            return text(HttpStatus.CONFLICT, String.valueOf(e.getMessage()));
        } catch (ReplicaException e) {
            LOG.error("A message to a row failed", e);
            return text(HttpStatus.INTERNAL_SERVER_ERROR, String.valueOf(e.getMessage()));
        }
    }

    private static ResponseEntity<byte[]> text(HttpStatus status, String detail) {
        return ResponseEntity.status(status)
                .contentType(MediaType.TEXT_PLAIN)
                .body(detail.getBytes(StandardCharsets.UTF_8));
    }
}
