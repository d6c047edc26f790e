package io.giza.http;

import io.giza.model.DcName;
import io.giza.record.FormatException;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.wire.HistoryCodec;
import io.giza.wire.MessageCodec;
import io.giza.wire.MetadataRoutes;
import io.giza.wire.ScanCodec;
import io.giza.wire.TableCodec;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;

/** The rows of one data center behind its metadata-service. */
public final class HttpMetadataReplica implements MetadataReplica {
    private final DcName dc;
    private final URI messages;
    private final URI scans;
    private final URI orders;
    private final URI histories;
    private final URI clock;
    private final ServiceClient client;
    private final Duration timeout;

    /**
     * Reaches a metadata-service.
     *
     * @param endpoint scheme, host and port
     * @param timeout how long one call may take
     */
    public HttpMetadataReplica(DcName dc, URI endpoint, ServiceClient client, Duration timeout) {
        this.dc = dc;
        this.messages = endpoint.resolve(MetadataRoutes.MESSAGES);
        this.scans = endpoint.resolve(MetadataRoutes.SCANS);
        this.orders = endpoint.resolve(MetadataRoutes.ORDERS);
        this.histories = endpoint.resolve(MetadataRoutes.HISTORIES);
        this.clock = endpoint.resolve(MetadataRoutes.CLOCK);
        this.client = client;
        this.timeout = timeout;
    }

    @Override
    public DcName dc() {
        return dc;
    }

    @Override
    public Answer send(Message message) throws ReplicaException {
        return decoded(
                client.post(dc, messages, MessageCodec.encode(message), timeout),
                MessageCodec::decodeAnswer);
    }

    @Override
    public RowPage scan(Scan scan) throws ReplicaException {
        return decoded(
                client.post(dc, scans, ScanCodec.encode(scan), timeout), ScanCodec::decodePage);
    }

    @Override
    public TableReport order(TableOrder order) throws ReplicaException {
        return decoded(
                client.post(dc, orders, TableCodec.encode(order), timeout),
                TableCodec::decodeReport);
    }

    @Override
    public History history(Range range) throws ReplicaException {
        return decoded(
                client.post(dc, histories, HistoryCodec.encode(range), timeout),
                HistoryCodec::decodeHistory);
    }

    @Override
    public Instant clock() throws ReplicaException {
        return decoded(client.post(dc, clock, new byte[0], timeout), HttpMetadataReplica::instant);
    }

    private static Instant instant(byte[] text) {
        try {
            return Instant.ofEpochMilli(
                    Long.parseLong(new String(text, StandardCharsets.US_ASCII)));
        } catch (NumberFormatException e) {
            throw new FormatException("no time: " + e.getMessage(), e);
        }
    }

    private <T> T decoded(byte[] answer, Function<byte[], T> decoder) throws ReplicaException {
        try {
            return decoder.apply(answer);
        } catch (FormatException e) {
            throw new ReplicaException.Failed(dc, "unreadable answer: " + e.getMessage(), e);
        }
    }
}
