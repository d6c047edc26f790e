package io.giza.gateway.s3;

import io.giza.concurrent.Claimant;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.access.Authorizer;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.bucket.CrossOrigin;
import io.giza.gateway.s3.document.WebsiteConfiguration.Pages;
import io.giza.gateway.s3.document.WebsiteConfiguration.RedirectAll;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.website.ErrorPage;
import io.giza.gateway.s3.website.WebsiteHandler;
import io.giza.gateway.s3.website.WebsiteHandler.Visit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/**
 * Serves the visitors of buckets that are web sites. They sign nothing, and whatever they send of a
 * signature is passed over: they see what the bucket's policy lets everybody get.
 */
public final class WebsiteService implements RequestService {
    private static final String METHODS = "GET, HEAD";

    private final Authorizer authorizer;
    private final Surroundings surroundings;
    private final CrossOrigin crossOrigin;
    private final WebsiteHandler pages;
    private final Documents documents;
    private final RequestLimits limits;

    /**
     * Makes the service.
     *
     * @param authorizer tells what everybody may get
     * @param documents reads the documents that come with requests, of which there are none
     * @param limits how much is done for the account of a bucket
     */
    public WebsiteService(
            Authorizer authorizer,
            Surroundings surroundings,
            CrossOrigin crossOrigin,
            WebsiteHandler pages,
            Documents documents,
            RequestLimits limits) {
        this.authorizer = authorizer;
        this.surroundings = surroundings;
        this.crossOrigin = crossOrigin;
        this.pages = pages;
        this.documents = documents;
        this.limits = limits;
    }

    @Override
    public Operation route(RawRequest request, Resource resource) {
        return switch (request.method()) {
            case "GET" -> Operation.GET_OBJECT;
            case "HEAD" -> Operation.HEAD_OBJECT;
            case "OPTIONS" -> Operation.PREFLIGHT;
            default -> Operation.METHOD_NOT_ALLOWED;
        };
    }

    @Override
    public Map<String, String> crossOriginHeaders(
            Operation operation, RawRequest request, Resource resource) {
        return operation == Operation.PREFLIGHT ? Map.of() : crossOrigin.headers(request, resource);
    }

    @Override
    public void serve(ServedRequest served, RawRequest request, Resource resource)
            throws IOException {
        switch (served.operation()) {
            case PREFLIGHT -> crossOrigin.preflight(request, resource, served.reply());
            case GET_OBJECT, HEAD_OBJECT -> visit(served, request, resource);
            default ->
                    throw new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                            .with("Method", request.method())
                            .with("ResourceType", resource.shape().name())
                            .withHeader("Allow", METHODS);
        }
    }

    private void visit(ServedRequest served, RawRequest request, Resource resource)
            throws IOException {
        switch (pages.find(resource)) {
            case RedirectAll site ->
                    WebsiteHandler.redirect(site, request, resource.key(), served.reply());
            case Pages site -> {
                Caller visitor = authorizer.anonymous(Operation.GET_OBJECT, request, resource);
                served.identified(visitor, limits);
                Visit visit =
                        new Visit(
                                request,
                                resource,
                                site,
                                (get, page) -> call(served, visitor, get, page),
                                served.reply());
                new Claimant(visitor.accessKeyId(), served.address())
                        .serve(
                                () -> {
                                    pages.serve(visit);
                                    return true;
                                });
            }
        }
    }

    /** Asks for an object as an S3 client would that signed nothing. */
    private Call call(ServedRequest served, Caller visitor, RawRequest get, Resource page) {
        Access access =
                authorizer.authorize(visitor, Operation.GET_OBJECT, get, page, served.address());
        return new Call(
                get,
                page,
                visitor,
                access,
                Invocation.of(get, visitor, surroundings.random()),
                InputStream.nullInputStream(),
                documents);
    }

    @Override
    public void refuse(ServedRequest served, S3Exception error, String path) throws IOException {
        ErrorPage.render(
                served.reply(), error, served.ids(), served.exchange().method().equals("HEAD"));
    }
}
