package io.giza.metadata.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;
import static org.apache.hc.core5.http.HttpStatus.SC_CONFLICT;
import static org.apache.hc.core5.http.HttpStatus.SC_INSUFFICIENT_STORAGE;
import static org.apache.hc.core5.http.HttpStatus.SC_INTERNAL_SERVER_ERROR;
import static org.apache.hc.core5.http.HttpStatus.SC_METHOD_NOT_ALLOWED;
import static org.apache.hc.core5.http.HttpStatus.SC_NOT_FOUND;
import static org.apache.hc.core5.http.HttpStatus.SC_OK;
import static org.apache.hc.core5.http.HttpStatus.SC_REQUEST_TOO_LONG;
import static org.apache.hc.core5.http.HttpStatus.SC_SERVICE_UNAVAILABLE;
import static org.apache.hc.core5.http.HttpStatus.SC_UNSUPPORTED_MEDIA_TYPE;

import io.giza.concurrent.Time;
import io.giza.http.RepeatedWarning;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
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

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;

/** Translates HTTP to the rows of this data center, and back. */
public final class RowHandler implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RowHandler.class);

    /** The greatest message: a proposal with the longest tail is far below it. */
    private static final int MAX_MESSAGE_BYTES = 16 << 20;

    /** The greatest number of rows in a page. */
    private static final int MAX_SCAN = 1000;

    private final MetadataReplica rows;
    private final InstantSource clock;
    private final RepeatedWarning full;

    /**
     * Serves rows.
     *
     * @param rows of this data center, guarded against an older copy of the table
     * @param clock of this machine, which workers compare with theirs
     * @param time of this process
     */
    public RowHandler(MetadataReplica rows, InstantSource clock, Time time) {
        this.rows = rows;
        this.clock = clock;
        this.full = new RepeatedWarning(LOG, time);
    }

    /** What is done with a message. */
    private interface MessageHandler {
        byte[] handle(byte[] body) throws ReplicaException;
    }

    /**
     * Answers a message to the paths of {@link MetadataRoutes}. What a step of an acceptor answers
     * is durable before it is sent.
     */
    @Override
    public void handle(Exchange exchange) throws IOException {
        if (!exchange.method().equals("POST")) {
            exchange.with("Allow", "POST")
                    .answer(SC_METHOD_NOT_ALLOWED, "messages are sent by POST");
            return;
        }
        String path = exchange.path();
        if (path.equals(MetadataRoutes.CLOCK)) {
            exchange.answer(SC_OK, Long.toString(clock.millis()));
            return;
        }
        Optional<MessageHandler> handler = handlerOf(path);
        if (handler.isPresent()) {
            answer(exchange, handler.get());
        } else {
            exchange.answer(SC_NOT_FOUND, "rows have no such path");
        }
    }

    private Optional<MessageHandler> handlerOf(String path) {
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
     * a table over its limits a 503, one on a full disk a 507, one that is not ready {@link
     * MetadataRoutes#NOT_READY}, a refusal for good a 409, and any other failure a 500: whether it
     * had an effect is not known then.
     */
    private void answer(Exchange exchange, MessageHandler handler) throws IOException {
        Optional<String> refusal = MessageFormat.refusalOf(exchange.header("Content-Type"));
        if (refusal.isPresent()) {
            exchange.answer(SC_UNSUPPORTED_MEDIA_TYPE, refusal.get());
            return;
        }
        byte[] body = body(exchange);
        if (body.length > MAX_MESSAGE_BYTES) {
            exchange.answer(SC_REQUEST_TOO_LONG, "messages are at most 16 MiB");
            return;
        }
        String declaredChecksum = exchange.header(MessageChecksum.HEADER);
        if (declaredChecksum != null && !declaredChecksum.equals(MessageChecksum.of(body))) {
            exchange.answer(SC_BAD_REQUEST, "the message was damaged on the way");
            return;
        }
        try {
            byte[] answer = handler.handle(body);
            exchange.with(MessageChecksum.HEADER, MessageChecksum.of(answer))
                    .answer(SC_OK, MessageFormat.MEDIA_TYPE, answer);
        } catch (FormatException e) {
            exchange.answer(SC_BAD_REQUEST, String.valueOf(e.getMessage()));
        } catch (ReplicaException e) {
            exchange.answer(statusOf(e), String.valueOf(e.getMessage()));
        }
    }

    /** Returns the body, or one byte more than a message may have. */
    private static byte[] body(Exchange exchange) throws IOException {
        return exchange.body().readNBytes(MAX_MESSAGE_BYTES + 1);
    }

    private int statusOf(ReplicaException failure) {
        return switch (failure) {
            case ReplicaException.Throttled _ -> SC_SERVICE_UNAVAILABLE;
            case ReplicaException.Full _ -> {
                full.occurred(String.valueOf(failure.getMessage()));
                yield SC_INSUFFICIENT_STORAGE;
            }
            case ReplicaException.NotReady _ -> MetadataRoutes.NOT_READY;
            case ReplicaException.Refused _ -> SC_CONFLICT;
            case ReplicaException _ -> {
                LOG.error("A message to a row failed", failure);
                yield SC_INTERNAL_SERVER_ERROR;
            }
        };
    }
}
