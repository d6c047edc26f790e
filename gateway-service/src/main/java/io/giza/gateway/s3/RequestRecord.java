package io.giza.gateway.s3;

import io.giza.concurrent.Ticks;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.logging.LoggedRequest;
import io.giza.gateway.s3.logging.LoggedRequest.Answer;
import io.giza.gateway.s3.logging.LoggedRequest.CipherSuite;
import io.giza.gateway.s3.logging.LoggedRequest.Client;
import io.giza.gateway.s3.logging.LoggedRequest.Connection;
import io.giza.gateway.s3.logging.LoggedRequest.RequestLine;
import io.giza.gateway.s3.logging.LoggedRequest.RequestTarget;
import io.giza.gateway.s3.logging.LoggedRequest.Sender;
import io.giza.gateway.s3.logging.LoggedRequest.SignatureKind;
import io.giza.gateway.s3.logging.LoggedRequest.Tls;
import io.giza.gateway.s3.logging.LoggedRequest.UserAgent;
import io.giza.gateway.s3.route.Operation;
import io.giza.http.server.Exchange;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import javax.net.ssl.SSLSession;

/** Tells of a request that is over as server access logs of buckets do. */
final class RequestRecord {
    private static final Set<Operation> READS = Set.of(Operation.GET_OBJECT, Operation.HEAD_OBJECT);
    private static final Set<Operation> WRITES =
            Set.of(Operation.PUT_OBJECT, Operation.UPLOAD_PART);
    private static final int OK = 200;
    private static final int MOST_DIGITS = 15;

    private RequestRecord() {}

    /**
     * Tells whether there is a record of a request. Whoever asks about buckets that are not there,
     * or whether a page may ask, is to cause no look-up of where records go.
     */
    static boolean isWanted(ServedRequest request) {
        return request.operation() != Operation.PREFLIGHT
                && request.error().filter(S3Error.NO_SUCH_BUCKET::equals).isEmpty();
    }

    /**
     * Tells of a request whose resource is known.
     *
     * @param ended when it was over
     * @param now the time then
     */
    static LoggedRequest of(ServedRequest request, Ticks ended, Instant now) {
        Duration duration = request.started().until(ended);
        Exchange exchange = request.exchange();
        return new LoggedRequest(
                request.resource().orElseThrow(),
                now.minus(duration),
                sender(request),
                request.ids(),
                LoggedOperations.name(request.operation(), exchange.method(), request.isVisit()),
                new RequestLine(
                        exchange.method(),
                        new RequestTarget(exchange.path(), exchange.query()),
                        exchange.protocol()),
                answer(request, ended),
                duration,
                new Client(
                        header(exchange, "Referer"), new UserAgent(header(exchange, "User-Agent"))),
                new Connection(header(exchange, "Host"), tls(exchange.tlsSession())));
    }

    private static String header(Exchange exchange, String name) {
        String value = exchange.header(name);
        return value == null ? "" : value;
    }

    private static Sender sender(ServedRequest request) {
        return new Sender(
                request.address(),
                request.caller().filter(each -> !each.isAnonymous()).map(Caller::arn).orElse(""),
                signature(request),
                request.usesList());
    }

    private static SignatureKind signature(ServedRequest request) {
        String query = "&" + request.exchange().query();
        if (header(request.exchange(), "Authorization").startsWith("AWS4-")) {
            return SignatureKind.V4_HEADER;
        }
        if (query.contains("&X-Amz-Algorithm=")) {
            return SignatureKind.V4_QUERY;
        }
        if (query.contains("&AWSAccessKeyId=")) {
            return SignatureKind.V2_QUERY;
        }
        return request.operation() == Operation.POST_OBJECT
                        && request.caller().filter(each -> !each.isAnonymous()).isPresent()
                ? SignatureKind.FORM
                : SignatureKind.NONE;
    }

    private static Answer answer(ServedRequest request, Ticks ended) {
        Reply reply = request.reply();
        String version = reply.header("x-amz-version-id");
        Ticks received = reply.client().lastReceived().orElse(request.started());
        Duration turnaround = received.until(reply.client().firstSent().orElse(ended));
        return new Answer(
                reply.status(),
                request.error().map(S3Error::code).orElse(""),
                reply.sentBytes(),
                objectBytes(request),
                version == null ? "" : version,
                turnaround.isNegative() ? Duration.ZERO : turnaround);
    }

    /** Of what was refused no object is known. */
    private static long objectBytes(ServedRequest request) {
        Reply reply = request.reply();
        if (request.error().isPresent()) {
            return 0;
        }
        if (WRITES.contains(request.operation())) {
            String decoded = request.exchange().header("x-amz-decoded-content-length");
            return number(decoded == null ? header(request.exchange(), "Content-Length") : decoded);
        }
        if (!READS.contains(request.operation())) {
            return 0;
        }
        String range = reply.header("Content-Range");
        if (range != null) {
            return number(range.substring(range.indexOf('/') + 1));
        }
        return reply.status() == OK ? reply.length() : 0;
    }

    private static long number(String text) {
        boolean isNumber =
                !text.isEmpty()
                        && text.length() <= MOST_DIGITS
                        && text.chars().allMatch(each -> each >= '0' && each <= '9');
        return isNumber ? Long.parseLong(text) : 0;
    }

    private static Tls tls(@Nullable SSLSession session) {
        return session == null
                ? Tls.NONE
                : new Tls(session.getProtocol(), new CipherSuite(session.getCipherSuite()));
    }
}
