package io.giza.metadata.http;

import static jakarta.servlet.http.HttpServletResponse.SC_BAD_REQUEST;
import static jakarta.servlet.http.HttpServletResponse.SC_CONFLICT;
import static jakarta.servlet.http.HttpServletResponse.SC_INTERNAL_SERVER_ERROR;
import static jakarta.servlet.http.HttpServletResponse.SC_METHOD_NOT_ALLOWED;
import static jakarta.servlet.http.HttpServletResponse.SC_NOT_FOUND;
import static jakarta.servlet.http.HttpServletResponse.SC_OK;
import static jakarta.servlet.http.HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE;
import static jakarta.servlet.http.HttpServletResponse.SC_SERVICE_UNAVAILABLE;
import static jakarta.servlet.http.HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE;

import io.giza.http.TextAnswer;
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

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Translates HTTP to the rows of this data center, and back. It is a servlet and no controller of
 * Spring's: a put sends three messages and more, and dispatching each cost as much as handling it.
 */
public final class RowServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(RowServlet.class);

    /** The greatest message: a proposal with the longest tail is far below it. */
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** The greatest number of rows in a page. */
    private static final int MAX_SCAN = 1000;

    private final transient MetadataReplica rows;
    private final transient InstantSource clock;

    /**
     * Serves rows.
     *
     * @param rows of this data center, guarded against an older copy of the table
     * @param clock of this machine, which workers compare with theirs
     */
    public RowServlet(MetadataReplica rows, InstantSource clock) {
        this.rows = rows;
        this.clock = clock;
    }

    /** What is done with a message. */
    private interface Handler {
        byte[] handle(byte[] body) throws ReplicaException;
    }

    /**
     * Answers a message to the paths of {@link MetadataRoutes}. What a step of an acceptor answers
     * is durable before it is sent.
     */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (!request.getMethod().equals("POST")) {
            response.setHeader("Allow", "POST");
            TextAnswer.send(response, SC_METHOD_NOT_ALLOWED, "messages are sent by POST");
            return;
        }
        String path = request.getRequestURI();
        if (path.equals(MetadataRoutes.CLOCK)) {
            TextAnswer.send(response, SC_OK, Long.toString(clock.millis()));
            return;
        }
        Optional<Handler> handler = handlerOf(path);
        if (handler.isPresent()) {
            answer(request, response, handler.get());
        } else {
            TextAnswer.send(response, SC_NOT_FOUND, "rows have no such path");
        }
    }

    private Optional<Handler> handlerOf(String path) {
        return Optional.ofNullable(
                switch (path) {
                    case MetadataRoutes.MESSAGES ->
                            body ->
                                    MessageCodec.encode(
                                            rows.send(MessageCodec.decodeMessage(body)));
                    case MetadataRoutes.SCANS ->
                            body ->
                                    ScanCodec.encode(
                                            rows.scan(limited(ScanCodec.decodeScan(body))));
                    case MetadataRoutes.HISTORIES ->
                            body ->
                                    HistoryCodec.encode(
                                            rows.history(HistoryCodec.decodeRange(body)));
                    case MetadataRoutes.ORDERS ->
                            body ->
                                    TableCodec.encode(
                                            rows.order(limited(TableCodec.decodeOrder(body))));
                    default -> null;
                });
    }

    private static Scan limited(Scan scan) {
        if (scan.limit() < 1) {
            throw new FormatException("limit must be at least 1, not " + scan.limit());
        }
        return scan.withLimit(MAX_SCAN);
    }

    private static TableOrder limited(TableOrder order) {
        return order instanceof TableOrder.Keys keys
                ? new TableOrder.Keys(keys.epoch(), keys.after(), Math.min(keys.limit(), MAX_SCAN))
                : order;
    }

    /**
     * Reads the body, handles it, and answers with a checksum. A body that makes no sense is a 400,
     * a table over its limits a 503, one that is not ready {@link MetadataRoutes#NOT_READY}, a
     * refusal for good a 409, and any other failure a 500: whether it had an effect is not known
     * then.
     */
    private static void answer(
            HttpServletRequest request, HttpServletResponse response, Handler handler)
            throws IOException {
        Optional<String> refusal = MessageFormat.refusalOf(request.getContentType());
        if (refusal.isPresent()) {
            TextAnswer.send(response, SC_UNSUPPORTED_MEDIA_TYPE, refusal.get());
            return;
        }
        byte[] body = body(request);
        if (body.length > MAX_MESSAGE_BYTES) {
            TextAnswer.send(response, SC_REQUEST_ENTITY_TOO_LARGE, "messages are at most 16 MiB");
            return;
        }
        String declaredChecksum = request.getHeader(MessageChecksum.HEADER);
        if (declaredChecksum != null && !declaredChecksum.equals(MessageChecksum.of(body))) {
            TextAnswer.send(response, SC_BAD_REQUEST, "the message was damaged on the way");
            return;
        }
        try {
            byte[] answer = handler.handle(body);
            response.setContentType(MessageFormat.MEDIA_TYPE);
            response.setHeader(MessageChecksum.HEADER, MessageChecksum.of(answer));
            response.setContentLength(answer.length);
            response.getOutputStream().write(answer);
        } catch (FormatException e) {
            TextAnswer.send(response, SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (ReplicaException e) {
            TextAnswer.send(response, statusOf(e), String.valueOf(e.getMessage()));
        }
    }

    /** Returns the body, or one byte more than a message may have. */
    private static byte[] body(HttpServletRequest request) throws IOException {
        int announced = request.getContentLength();
        boolean isKnown = announced >= 0 && announced <= MAX_MESSAGE_BYTES;
        return request.getInputStream().readNBytes(isKnown ? announced : MAX_MESSAGE_BYTES + 1);
    }

    private static int statusOf(ReplicaException failure) {
        return switch (failure) {
            case ReplicaException.Throttled _ -> SC_SERVICE_UNAVAILABLE;
            case ReplicaException.NotReady _ -> MetadataRoutes.NOT_READY;
            case ReplicaException.Refused _ -> SC_CONFLICT;
            case ReplicaException _ -> {
                LOG.error("A message to a row failed", failure);
                yield SC_INTERNAL_SERVER_ERROR;
            }
        };
    }
}
