package io.giza.gateway.s3;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.gateway.admission.RequestAdmission;
import io.giza.gateway.s3.connection.SlowClientLimits;
import io.giza.gateway.s3.connection.Standstill;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.RequestIds;
import io.giza.gateway.s3.request.Domains;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

import java.io.IOException;
import java.util.Locale;

/**
 * Every request enters here, whatever its path. Ids, metrics and log fields are the same for all of
 * them; everything else is {@link S3Service}'s, or {@link WebsiteService}'s by the host's name.
 */
public final class S3Endpoint implements RequestHandler {
    private static final Logger LOG = LoggerFactory.getLogger(S3Endpoint.class);

    private final S3Service service;
    private final WebsiteService websites;
    private final Surroundings surroundings;
    private final RequestAdmission admission;
    private final RequestWatch watch;
    private final SlowClientLimits slowClients;
    private final Standstill standstill;
    private final Domains domains;
    private final RefusalLog refusals;

    /**
     * Serves S3.
     *
     * @param websites serves visitors of web sites
     * @param admission bounds the requests at work
     * @param watch is told of each request
     * @param slowClients how slow clients may be
     * @param standstill when this process last stood still
     * @param domains by which names clients reach it
     */
    public S3Endpoint(
            S3Service service,
            WebsiteService websites,
            Surroundings surroundings,
            RequestAdmission admission,
            RequestWatch watch,
            SlowClientLimits slowClients,
            Standstill standstill,
            Domains domains) {
        this.service = service;
        this.websites = websites;
        this.surroundings = surroundings;
        this.admission = admission;
        this.watch = watch;
        this.slowClients = slowClients;
        this.standstill = standstill;
        this.domains = domains;
        this.refusals = new RefusalLog(surroundings.time());
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        Ticks started = surroundings.time().ticks();
        watch.begin();
        RequestIds ids = RequestIds.next(surroundings.random());
        MDC.put("requestId", ids.requestId());
        Reply reply = Reply.to(exchange, slowClients, standstill);
        ServedRequest served = new ServedRequest(exchange, reply, ids, started);
        try {
            serve(served);
            reply.finish();
            served.answered();
        } finally {
            reply.end();
            MDC.remove("requestId");
            watch.end(served, surroundings.time().ticks(), surroundings.time().instant());
        }
    }

    /** A proxy may be told the whole URL, and may pass it on (RFC 9112, section 3.2.2). */
    private static String rawPath(Exchange exchange) {
        String target = exchange.path();
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

    private void serve(ServedRequest served) throws IOException {
        RequestService asked = service(served.exchange());
        begin(served);
        try {
            admission.run(
                    served.exchange(),
                    () -> {
                        serve(served, asked);
                        return true;
                    });
        } catch (S3Exception e) {
            fail(served, e);
        } catch (IOException e) {
            // The client went away, or the rest of a body that has begun cannot be had.
            LOG.debug("connection given up", e);
            throw served.exchange().abandoned(e);
        } catch (RuntimeException e) {
            LOG.atError()
                    .setCause(e)
                    .addKeyValue("path", rawPath(served.exchange()))
                    .log("request failed");
            fail(served, new S3Exception(S3Error.INTERNAL_ERROR));
        }
    }

    private void serve(ServedRequest served, RequestService asked) throws IOException {
        RawRequest request = rawRequest(served.exchange());
        Resource resource = asked.resource(request);
        served.asks(asked.route(request, resource), resource, asked == websites);
        served.allows(asked.crossOriginHeaders(served.operation(), request, resource));
        served.crossOrigin().forEach(served.reply()::header);
        served.tracedAs(watch.trace(served));
        served.trace()
                .record(
                        () -> {
                            asked.serve(served, request, resource);
                            return true;
                        });
    }

    private void fail(ServedRequest served, S3Exception error) throws IOException {
        Reply reply = served.reply();
        Exchange exchange = served.exchange();
        refusals.logIfDue(error, served.operation());
        served.failed(error.error());
        if (reply.isCommitted()) {
            throw exchange.abandoned(error);
        }
        reply.reset();
        begin(served);
        served.crossOrigin().forEach(reply::header);
        service(exchange).refuse(served, error, rawPath(exchange));
    }

    private RequestService service(Exchange exchange) {
        return domains.isOfWebsite(exchange.header("host")) ? websites : service;
    }

    private void begin(ServedRequest served) {
        served.reply().date(surroundings.time().instant());
        served.ids().addTo(served.reply());
    }

    private RawRequest rawRequest(Exchange exchange) {
        return domains.request(
                exchange.method(),
                rawPath(exchange),
                Query.parse(exchange.query()),
                Headers.of(exchange),
                exchange.isSecure());
    }
}
