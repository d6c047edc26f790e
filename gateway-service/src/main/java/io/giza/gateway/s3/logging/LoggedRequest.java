package io.giza.gateway.s3.logging;

import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Resource;

import java.time.Duration;
import java.time.Instant;

/**
 * A request that is over, as server access logs tell of it. What is not known is empty.
 *
 * @param resource its bucket, and its key if it is about one
 * @param time when it came
 * @param sender who sent it
 * @param ids its ids
 * @param operation what S3's logs call what it asked for, as {@code REST.GET.OBJECT}
 * @param line its first line as it was sent
 * @param answer what it was answered
 * @param duration from its head to the end of its answer
 * @param client what it said of its client
 * @param connection how it came
 */
public record LoggedRequest(
        Resource resource,
        Instant time,
        Sender sender,
        RequestIds ids,
        String operation,
        RequestLine line,
        Answer answer,
        Duration duration,
        Client client,
        Connection connection) {
    /** What deliveries call their sender. */
    static final String DELIVERY = "svc:logging.s3.amazonaws.com";

    private static final int OK = 200;

    /**
     * Who sent a request.
     *
     * @param address the client's
     * @param requester an ARN; empty if nobody signed
     * @param signature how it was signed
     * @param usesList whether nothing but an access control list let it in
     */
    public record Sender(
            String address, String requester, SignatureKind signature, boolean usesList) {}

    /** How requests are signed, as S3's logs call it. */
    public enum SignatureKind {
        NONE("", ""),
        V4_HEADER("SigV4", "AuthHeader"),
        V4_QUERY("SigV4", "QueryString"),
        V2_QUERY("SigV2", "QueryString"),
        FORM("SigV4", "");

        private final String version;
        private final String type;

        SignatureKind(String version, String type) {
            this.version = version;
            this.type = type;
        }
    }

    /** The first line of a request. */
    public record RequestLine(String method, RequestTarget target, String protocol) {
        @Override
        public String toString() {
            return method + " " + target + " " + protocol;
        }
    }

    /** The path and the query of a request, nothing decoded. */
    public record RequestTarget(String path, String query) {
        @Override
        public String toString() {
            return query.isEmpty() ? path : path + "?" + query;
        }
    }

    /**
     * What was answered.
     *
     * @param errorCode empty if all went well
     * @param sentBytes of the answer's body
     * @param objectBytes the size of the object that it was about
     * @param firstByte how long it took from the last byte of the request to the first of the
     *     answer
     */
    public record Answer(
            int status,
            String errorCode,
            long sentBytes,
            long objectBytes,
            String version,
            Duration firstByte) {}

    /** What a client says of itself. */
    public record Client(String referer, UserAgent agent) {}

    /** The header {@code User-Agent}. */
    public record UserAgent(String text) {}

    /**
     * How a request came.
     *
     * @param host the header {@code Host}
     * @param tls the version and the cipher suite of TLS; empty for plain HTTP
     */
    public record Connection(String host, Tls tls) {}

    /** TLS as it was spoken. */
    public record Tls(String version, CipherSuite suite) {
        /** It was not. */
        public static final Tls NONE = new Tls("", new CipherSuite(""));
    }

    /** The name of a cipher suite. */
    public record CipherSuite(String name) {}

    /** Tells of the delivery of records. */
    static LoggedRequest ofDelivery(
            Resource object, Instant began, RequestIds ids, long bytes, Duration duration) {
        String path = "/" + object.bucket() + "/" + PercentCoding.encodePath(object.key());
        return new LoggedRequest(
                object,
                began,
                new Sender("", DELIVERY, SignatureKind.NONE, false),
                ids,
                "REST.PUT.OBJECT",
                new RequestLine("PUT", new RequestTarget(path, ""), "HTTP/1.1"),
                new Answer(OK, "", 0, bytes, "", duration),
                duration,
                new Client("", new UserAgent("")),
                new Connection("", Tls.NONE));
    }

    LogLine toLine() {
        String text =
                new LogFields()
                        .plain(resource.bucket())
                        .time(time)
                        .plain(sender.address())
                        .plain(sender.requester())
                        .plain(ids.requestId())
                        .plain(operation)
                        .key(resource.key())
                        .quoted(line.toString())
                        .number(answer.status())
                        .plain(answer.errorCode())
                        .number(answer.sentBytes())
                        .number(answer.objectBytes())
                        .millis(duration.toMillis())
                        .millis(answer.firstByte().toMillis())
                        .quoted(client.referer())
                        .quoted(client.agent().text())
                        .plain(answer.version())
                        .plain(ids.hostId())
                        .plain(sender.signature().version)
                        .plain(connection.tls().suite().name())
                        .plain(sender.signature().type)
                        .plain(connection.host())
                        .plain(connection.tls().version())
                        .plain("")
                        .plain(sender.usesList() ? "Yes" : "")
                        .toString();
        return new LogLine(time, text, sender.requester().equals(DELIVERY));
    }
}
