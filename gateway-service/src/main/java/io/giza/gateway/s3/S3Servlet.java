package io.giza.gateway.s3;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.connection.ClientProtocol;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.ErrorRenderer;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Every S3 request enters here, whatever its path. Ids, errors, metrics and log fields are the same
 * for all of them; everything else is {@link S3Service}'s.
 */
public final class S3Servlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(S3Servlet.class);
    private static final String METRIC = "giza.s3.requests";

    /** The request attribute that holds the error which the container keeps from being written. */
    private static final String PENDING = "io.giza.gateway.s3.PENDING";

    private final transient S3Service service;
    private final transient Surroundings surroundings;
    private final transient MeterRegistry metrics;
    private final transient SlowClientLimits slowClients;
    private final transient RefusalLog refusals;
    private final long maxDrain;

    /**
     * Makes the servlet.
     *
     * @param slowClients how slow clients may be
     * @param maxDrain how many bytes of a refused body are read to keep its connection usable
     */
    public S3Servlet(
            S3Service service,
            Surroundings surroundings,
            MeterRegistry metrics,
            SlowClientLimits slowClients,
            long maxDrain) {
        this.service = service;
        this.surroundings = surroundings;
        this.metrics = metrics;
        this.slowClients = slowClients;
        this.maxDrain = maxDrain;
        this.refusals = new RefusalLog(surroundings.time());
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        if (request.getDispatcherType() == DispatcherType.ERROR) {
            renderPending(request, reply(response));
            return;
        }
        if (!(request.getAttribute(RawPathAdapter.RAW_PATH) instanceof String rawPath)) {
            // Asked for by its inner name, which is nobody's business.
            response.setStatus(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        long started = surroundings.time().nanos();
        RequestIds ids = RequestIds.next(surroundings.random());
        MDC.put("requestId", ids.requestId());
        Exchange exchange = new Exchange(request, reply(response), rawPath, ids);
        try {
            serve(exchange);
        } finally {
            exchange.reply.client().end();
            MDC.remove("requestId");
            Timer.builder(METRIC)
                    .description("S3 requests by operation and status")
                    .tag("operation", exchange.operation.label())
                    .tag("status", Integer.toString(response.getStatus()))
                    .register(metrics)
                    .record(surroundings.time().nanos() - started, TimeUnit.NANOSECONDS);
        }
    }

    private Reply reply(HttpServletResponse response) {
        return new Reply(response, slowClients.watch(ClientProtocol.connection()));
    }

    private void serve(Exchange exchange) throws IOException {
        addRequestIds(exchange.reply, exchange.ids);
        try {
            RawRequest request = rawRequest(exchange);
            Resource resource = Resource.parse(exchange.rawPath);
            exchange.operation = service.route(request, resource);
            exchange.crossOrigin =
                    service.crossOriginHeaders(exchange.operation, request, resource);
            exchange.crossOrigin.forEach(exchange.reply::header);
            service.serve(
                    exchange.operation,
                    request,
                    resource,
                    exchange.reply.client().input(exchange.request.getInputStream()),
                    exchange.reply);
        } catch (S3Exception e) {
            fail(exchange, exchange.reply.client().isCutShort() ? slowDown() : e);
        } catch (IOException e) {
            if (exchange.reply.client().isCutShort() && !exchange.reply.isCommitted()) {
                fail(exchange, slowDown());
                return;
            }
            // The client went away, or the rest of a body that has begun cannot be had.
            LOG.debug("connection given up", e);
            throw e;
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("path", exchange.rawPath).log("request failed");
            fail(exchange, new S3Exception(S3Error.INTERNAL_ERROR));
        }
    }

    /** Others waited for what this one held. */
    private static S3Exception slowDown() {
        return new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "1");
    }

    private void fail(Exchange exchange, S3Exception error) throws IOException {
        HttpServletRequest request = exchange.request;
        refusals.logIfDue(error, exchange.operation);
        Pending pending = new Pending(error, exchange.rawPath, exchange.ids, exchange.crossOrigin);
        if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) != null) {
            // The body could not be read, so the container has sealed the response against its
            // servlet. It will dispatch to the page of the status, which is here, unsealed.
            request.setAttribute(PENDING, pending);
            request.removeAttribute(RequestDispatcher.ERROR_EXCEPTION);
            return;
        }
        if (exchange.reply.isCommitted()) {
            throw new IOException("failed after the answer had begun", error);
        }
        exchange.reply.response().reset();
        sendContinue(request);
        render(pending, request, exchange.reply);
    }

    /**
     * Lets a client that waits for 100-continue send its body though the request is refused: some
     * clients take a final answer in that place only with a reason phrase, which the container does
     * not send. Reading one byte sends the 100, and the container drains the rest. A body too long
     * to drain is not invited.
     */
    private void sendContinue(HttpServletRequest request) {
        if (request.getHeader("Expect") == null || request.getContentLengthLong() > maxDrain) {
            return;
        }
        try {
            int first = request.getInputStream().read();
            LOG.trace("a refused client was let send its body, which begins with {}", first);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a refused client did not send its body", e);
        }
    }

    private static void renderPending(HttpServletRequest request, Reply reply) throws IOException {
        if (request.getAttribute(PENDING) instanceof Pending pending) {
            render(pending, request, reply);
        }
    }

    private static void render(Pending pending, HttpServletRequest request, Reply reply)
            throws IOException {
        addRequestIds(reply, pending.ids());
        pending.crossOrigin().forEach(reply::header);
        ErrorRenderer.render(
                reply,
                pending.error(),
                pending.rawPath(),
                pending.ids(),
                request.getMethod().equals("HEAD"));
    }

    /** An error on its way to the client. */
    private record Pending(
            S3Exception error, String rawPath, RequestIds ids, Map<String, String> crossOrigin) {}

    private static void addRequestIds(Reply reply, RequestIds ids) {
        ids.addTo(reply);
    }

    private static RawRequest rawRequest(Exchange exchange) {
        HttpServletRequest request = exchange.request;
        Map<String, List<String>> headers = new TreeMap<>();
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, new ArrayList<>(Collections.list(request.getHeaders(name))));
        }
        String query = request.getQueryString();
        return new RawRequest(
                request.getMethod(),
                exchange.rawPath,
                Query.parse(query == null ? "" : query),
                Headers.of(headers),
                request.isSecure());
    }

    /** What is known of a request while it is served. */
    private static final class Exchange {
        private final HttpServletRequest request;
        private final Reply reply;
        private final String rawPath;
        private final RequestIds ids;
        private Operation operation = Operation.UNROUTED;
        private Map<String, String> crossOrigin = Map.of();

        Exchange(HttpServletRequest request, Reply reply, String rawPath, RequestIds ids) {
            this.request = request;
            this.reply = reply;
            this.rawPath = rawPath;
            this.ids = ids;
        }
    }
}
