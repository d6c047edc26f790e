package io.giza.gateway.s3.website;

import io.giza.gateway.s3.bucket.RememberedDocuments;
import io.giza.gateway.s3.document.RoutingRule;
import io.giza.gateway.s3.document.WebsiteConfiguration;
import io.giza.gateway.s3.document.WebsiteConfiguration.Pages;
import io.giza.gateway.s3.document.WebsiteConfiguration.RedirectAll;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ObjectHeaders;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.object.ReadHandler;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.OpenObject;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers the visitors of a web site. In this order: the site sends all of them elsewhere; a rule
 * sends away who asks for such a key; the object is a page, or says itself where to go; it is a
 * folder with an index; a rule sends away who would get such an error; the site has a page for
 * errors.
 */
public final class WebsiteHandler {
    private static final int MOVED_PERMANENTLY = 301;
    private static final int FOUND = 302;
    private static final Query NO_QUERY = new Query(List.of());

    private final RememberedDocuments<WebsiteConfiguration> sites;
    private final ReadHandler reads;

    /**
     * Makes the handler.
     *
     * @param sites what buckets say of themselves
     */
    public WebsiteHandler(RememberedDocuments<WebsiteConfiguration> sites, ReadHandler reads) {
        this.sites = sites;
        this.reads = reads;
    }

    /** Whoever asks for pages, and may not get all of them. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * Asks for a page.
         *
         * @throws S3Exception AccessDenied, or ServiceUnavailable
         */
        Call ask(RawRequest get, Resource page);
    }

    /**
     * A request for a page of a site.
     *
     * @param resource the bucket, and the key as the path has it
     */
    public record Visit(
            RawRequest request, Resource resource, Pages site, Visitor visitor, Reply reply) {
        private String key() {
            return resource.key();
        }

        /** Asks for an object of the bucket, whatever else the request says. */
        private Call ask(String key, String method) {
            RawRequest get =
                    new RawRequest(
                            method,
                            "/" + PercentCoding.encodePath(key),
                            NO_QUERY,
                            request.headers().without("x-amz-").without("authorization"),
                            request.secure(),
                            request.hostBucket());
            return visitor.ask(get, new Resource(resource.bucket(), key));
        }

        private Call ask(String key) {
            return ask(key, request.method());
        }
    }

    /**
     * Finds the site of a bucket.
     *
     * @throws S3Exception NoSuchBucket, NoSuchWebsiteConfiguration, SlowDown or ServiceUnavailable
     */
    public WebsiteConfiguration find(Resource resource) {
        return sites.find(resource)
                .orElseThrow(
                        () ->
                                new S3Exception(S3Error.NO_SUCH_WEBSITE_CONFIGURATION)
                                        .with("BucketName", resource.bucket()));
    }

    /** Sends a visitor elsewhere. */
    public static void redirect(RedirectAll site, RawRequest request, String key, Reply reply) {
        redirect(reply, MOVED_PERMANENTLY, location(request, site.protocol(), site.host(), key));
    }

    /**
     * Answers one visitor.
     *
     * @throws S3Exception what a GetObject would answer
     */
    public void serve(Visit visit) throws IOException {
        Optional<RoutingRule> rule = rule(visit, each -> each.appliesTo(visit.key()));
        if (rule.isPresent()) {
            redirect(visit, rule.get());
            return;
        }
        boolean isFolder = visit.key().isEmpty() || visit.key().endsWith("/");
        Call call;
        OpenObject page;
        try {
            call = visit.ask(isFolder ? visit.key() + visit.site().index() : visit.key());
            page = reads.open(call, null);
        } catch (S3Exception e) {
            fail(visit, e, isFolder);
            return;
        }
        try (page) {
            answer(call, visit.reply(), page);
        }
    }

    private void answer(Call call, Reply reply, OpenObject page) throws IOException {
        String elsewhere = page.manifest().headers().get(ObjectHeaders.REDIRECT_LOCATION);
        if (elsewhere != null) {
            redirect(reply, MOVED_PERMANENTLY, elsewhere);
        } else {
            reads.answer(call, reply, page);
        }
    }

    private void fail(Visit visit, S3Exception error, boolean isFolder) throws IOException {
        int status = error.error().status();
        if (status >= 500) {
            throw error;
        }
        if (!isFolder && hasIndex(visit)) {
            redirect(visit.reply(), FOUND, "/" + PercentCoding.encodePath(visit.key()) + "/");
            return;
        }
        Optional<RoutingRule> rule = rule(visit, each -> each.appliesTo(visit.key(), status));
        if (rule.isPresent()) {
            redirect(visit, rule.get());
        } else {
            answerError(visit, error);
        }
    }

    /** A site whose own page for errors cannot be had answers the error itself. */
    private void answerError(Visit visit, S3Exception error) throws IOException {
        Call call;
        OpenObject page;
        try {
            String key = visit.site().error();
            if (key == null) {
                throw error;
            }
            call = visit.ask(key);
            page = reads.open(call, null);
        } catch (S3Exception e) {
            throw error;
        }
        try (page) {
            ReadHandler.answer(call, visit.reply(), page, error.error().status());
        }
    }

    private boolean hasIndex(Visit visit) {
        String index = visit.key() + "/" + visit.site().index();
        try (OpenObject _ = reads.open(visit.ask(index, "HEAD"), null)) {
            return true;
        } catch (S3Exception e) {
            return false;
        }
    }

    private static Optional<RoutingRule> rule(Visit visit, Predicate<RoutingRule> applies) {
        return visit.site().rules().stream().filter(applies).findFirst();
    }

    private static void redirect(Visit visit, RoutingRule rule) {
        Integer code = rule.redirect().code();
        redirect(
                visit.reply(),
                code == null ? MOVED_PERMANENTLY : code,
                location(
                        visit.request(),
                        rule.redirect().protocol(),
                        rule.redirect().host(),
                        rule.replace(visit.key())));
    }

    private static void redirect(Reply reply, int status, String location) {
        reply.header("Location", location).empty(status);
    }

    /** What is null is as the request has it, and so is the query. */
    private static String location(
            RawRequest request, @Nullable String protocol, @Nullable String host, String key) {
        return (protocol == null ? request.scheme() : protocol)
                + "://"
                + (host == null ? request.headers().value("host").orElse("") : host)
                + "/"
                + PercentCoding.encodePath(key)
                + request.query().encoded();
    }
}
