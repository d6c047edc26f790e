package io.giza.gateway.s3;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.ErrorRenderer;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.request.Domains;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every S3 request enters here, whatever its path. Ids, errors, metrics and log fields are the same
 * for all of them; everything else is {@link S3Service}'s.
 */
public final class S3Endpoint implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(S3Endpoint.class);

    private final S3Service service;
    private final Surroundings surroundings;
    private final RequestWatch watch;
    private final SlowClientLimits slowClients;
    private final Domains domains;
    private final RefusalLog refusals;

    /**
     * Serves S3.
     *
     * @param watch is told of each request
     * @param slowClients how slow clients may be
     * @param domains by which names clients reach it
     */
    public S3Endpoint(
            S3Service service,
            Surroundings surroundings,
            RequestWatch watch,
            SlowClientLimits slowClients,
            Domains domains) {
        this.service = service;
        this.surroundings = surroundings;
        this.watch = watch;
        this.slowClients = slowClients;
        this.domains = domains;
        this.refusals = new RefusalLog(surroundings.time());
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        long started = surroundings.time().nanos();
        watch.begin();
        RequestIds ids = RequestIds.next(surroundings.random());
        MDC.put("requestId", ids.requestId());
        Reply reply = Reply.to(exchange, slowClients);
        Served served = new Served(exchange, reply, rawPath(exchange.path()), ids);
        try {
            serve(served);
            reply.finish();
        } finally {
            reply.client().end();
            MDC.remove("requestId");
            watch.end(served.trace, served.operation, reply, started, surroundings.time().nanos());
        }
    }

    /** A proxy may be told the whole URL, and may pass it on (RFC 9112, section 3.2.2). */
    private static String rawPath(String target) {
        if (target.startsWith("/")) {
            return target;
        }
        String lower = target.toLowerCase(Locale.ROOT);
        if (!lower.startsWith("http://") && !lower.startsWith("https://")) {
            return target;
        }
        int path = target.indexOf('/', target.indexOf("//") + 2);
        return path < 0 ? "/" : target.substring(path);
    }

    private void serve(Served served) throws IOException {
        Reply reply = served.reply;
        begin(reply, served.ids);
        try {
            RawRequest request = rawRequest(served);
            Resource resource = request.resource();
            served.operation = service.route(request, resource);
            served.crossOrigin = service.crossOriginHeaders(served.operation, request, resource);
            served.crossOrigin.forEach(reply::header);
            served.trace = watch.trace(served.operation, served.exchange, served.ids);
            served.trace.record(
                    () -> {
                        service.serve(
                                served.operation,
                                request,
                                resource,
                                reply.client().input(served.exchange.body()),
                                reply);
                        return true;
                    });
        } catch (S3Exception e) {
            fail(served, reply.client().isCutShort() ? slowDown() : e);
        } catch (IOException e) {
            if (reply.client().isCutShort() && !reply.isCommitted()) {
                fail(served, slowDown());
                return;
            }
            // The client went away, or the rest of a body that has begun cannot be had.
            LOG.debug("connection given up", e);
            throw served.exchange.abandoned(e);
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", served.rawPath).log("request failed");
            fail(served, new S3Exception(S3Error.INTERNAL_ERROR));
        }
    }

    /** Others waited for what this one held. */
    private static S3Exception slowDown() {
        return new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "1");
    }

    private void fail(Served served, S3Exception error) throws IOException {
        refusals.logIfDue(error, served.operation);
        if (served.reply.isCommitted()) {
            throw served.exchange.abandoned(error);
        }
        served.reply.reset();
        begin(served.reply, served.ids);
        served.crossOrigin.forEach(served.reply::header);
        ErrorRenderer.render(
                served.reply,
                error,
                served.rawPath,
                served.ids,
                served.exchange.method().equals("HEAD"));
    }

    private void begin(Reply reply, RequestIds ids) {
        reply.date(surroundings.time().instant());
        ids.addTo(reply);
    }

    private RawRequest rawRequest(Served served) {
        Map<String, List<String>> headers = new TreeMap<>();
        served.exchange.forEachHeader(
                (name, value) ->
                        headers.computeIfAbsent(name, each -> new ArrayList<>(1)).add(value));
        return domains.request(
                served.exchange.method(),
                served.rawPath,
                Query.parse(served.exchange.query()),
                Headers.of(headers),
                served.exchange.isSecure());
    }

    /** What is known of a request while it is served. */
    private static final class Served {
        private final Exchange exchange;
        private final Reply reply;
        private final String rawPath;
        private final RequestIds ids;
        private Operation operation = Operation.UNROUTED;
        private Map<String, String> crossOrigin = Map.of();
        private Trace trace = new Trace();

        Served(Exchange exchange, Reply reply, String rawPath, RequestIds ids) {
            this.exchange = exchange;
            this.reply = reply;
            this.rawPath = rawPath;
            this.ids = ids;
        }
    }
}
