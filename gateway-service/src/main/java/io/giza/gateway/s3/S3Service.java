package io.giza.gateway.s3;

import io.giza.concurrent.Claimant;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.bucket.AclHandler;
import io.giza.gateway.s3.bucket.BucketConfiguration;
import io.giza.gateway.s3.bucket.BucketDocuments;
import io.giza.gateway.s3.bucket.BucketHandler;
import io.giza.gateway.s3.bucket.ConfigurationHandler;
import io.giza.gateway.s3.bucket.CrossOrigin;
import io.giza.gateway.s3.bucket.OwnershipControls;
import io.giza.gateway.s3.bucket.VersioningHandler;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.KeepAliveResponse;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.S3Services;
import io.giza.gateway.s3.listing.ListHandler;
import io.giza.gateway.s3.listing.ListVersionsHandler;
import io.giza.gateway.s3.multipart.CompleteUploadHandler;
import io.giza.gateway.s3.multipart.PartCopyHandler;
import io.giza.gateway.s3.multipart.UploadHandler;
import io.giza.gateway.s3.multipart.UploadListHandler;
import io.giza.gateway.s3.object.AttributesHandler;
import io.giza.gateway.s3.object.CopyHandler;
import io.giza.gateway.s3.object.DeleteObjectsHandler;
import io.giza.gateway.s3.object.FormHandler;
import io.giza.gateway.s3.object.ReadHandler;
import io.giza.gateway.s3.object.TaggingHandler;
import io.giza.gateway.s3.object.WriteHandler;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.KnownHeaders;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.route.Routes;
import io.giza.gateway.s3.route.UnsetConfiguration;
import io.giza.gateway.s3.route.UnsupportedRequests;
import io.giza.gateway.service.ObjectService;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** From a request's head to the handler of its operation: who asks, and for what. */
public final class S3Service {
    private final Authenticator authenticator;
    private final Surroundings surroundings;
    private final Buckets bucketFinder;
    private final BucketHandler buckets;
    private final TaggingHandler taggings;
    private final VersioningHandler versionings;
    private final ListHandler listings;
    private final ListVersionsHandler versions;
    private final ReadHandler reads;
    private final WriteHandler writes;
    private final CopyHandler copies;
    private final UploadHandler uploads;
    private final CompleteUploadHandler completions;
    private final PartCopyHandler partCopies;
    private final UploadListHandler uploadLists;
    private final AttributesHandler attributes;
    private final DeleteObjectsHandler deletes;
    private final ConfigurationHandler configurations;
    private final AclHandler acls;
    private final CrossOrigin crossOrigin;
    private final FormHandler forms;
    private final Documents documents;

    /** Makes the service over those that do the work. */
    public S3Service(
            Authenticator authenticator,
            Surroundings surroundings,
            S3Services services,
            S3Limits limits) {
        this.authenticator = authenticator;
        this.surroundings = surroundings;
        this.documents = new Documents(limits.documents());
        ObjectService objects = services.objects();
        this.bucketFinder = new Buckets(services.buckets());
        OwnershipControls ownerships = new OwnershipControls(services.rows());
        this.crossOrigin =
                new CrossOrigin(
                        services,
                        surroundings.time(),
                        limits.crossOriginFreshness(),
                        new RateLimiter(surroundings.time(), limits.unknownLookups()));
        this.configurations =
                new ConfigurationHandler(bucketFinder, services.rows(), surroundings, crossOrigin);
        this.acls = new AclHandler(bucketFinder, objects, ownerships);
        this.buckets =
                new BucketHandler(
                        services.buckets(), new BucketDocuments(services.rows()), limits.region());
        this.taggings = new TaggingHandler(objects);
        this.versionings = new VersioningHandler(services.buckets());
        this.listings = new ListHandler(objects);
        this.versions = new ListVersionsHandler(objects);
        this.reads = new ReadHandler(objects, bucketFinder);
        this.writes = new WriteHandler(objects, limits.maxPutBytes());
        this.forms =
                new FormHandler(
                        authenticator,
                        surroundings,
                        new FormHandler.Checks(bucketFinder, acls),
                        writes,
                        new FormHandler.Limits(
                                limits.maxPutBytes(), limits.documents(), limits.formSpace()));
        KeepAliveResponse longAnswer =
                new KeepAliveResponse(surroundings, KeepAliveResponse.KEEP_ALIVE_INTERVAL);
        this.copies = new CopyHandler(objects, surroundings, longAnswer);
        this.uploads =
                new UploadHandler(
                        services.uploads(),
                        bucketFinder,
                        surroundings.time(),
                        limits.maxPutBytes());
        this.completions = new CompleteUploadHandler(services.uploads(), bucketFinder, longAnswer);
        this.partCopies = new PartCopyHandler(services, bucketFinder, surroundings, longAnswer);
        this.uploadLists = new UploadListHandler(services.uploads(), bucketFinder);
        this.attributes = new AttributesHandler(objects, bucketFinder);
        this.deletes =
                new DeleteObjectsHandler(
                        objects, surroundings, limits.deleteParallelism(), limits.deleteTimeout());
    }

    /** Tells what a request asks for; nothing is decided about whether it may. */
    Operation route(RawRequest request, Resource resource) {
        return Routes.find(PresignedHeaders.unfold(request), resource.shape());
    }

    /**
     * Returns the headers that let a page of another origin see the answer, whatever it is; none
     * where nobody asks for them.
     */
    Map<String, String> crossOriginHeaders(
            Operation operation, RawRequest request, Resource resource) {
        return operation == Operation.PREFLIGHT ? Map.of() : crossOrigin.headers(request, resource);
    }

    /** Authenticates a request and does what it asks for. */
    void serve(
            Operation operation,
            RawRequest rawRequest,
            Resource resource,
            InputStream input,
            Reply reply)
            throws IOException {
        RawRequest request = PresignedHeaders.unfold(rawRequest);
        UnsupportedRequests.check(request, resource.shape());
        if (operation == Operation.METHOD_NOT_ALLOWED) {
            // True for everybody, so S3 does not ask who it is.
            throw new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                    .with("Method", request.method())
                    .with("ResourceType", resource.shape().name());
        }
        if (operation == Operation.PREFLIGHT) {
            crossOrigin.preflight(request, resource, reply);
            return;
        }
        if (operation == Operation.POST_OBJECT) {
            // Its signature is among its fields.
            forms.post(rawRequest, resource, input, reply);
            return;
        }
        Caller caller = authenticator.authenticate(rawRequest);
        KnownHeaders.check(operation, request.headers(), Owner.of(caller.account().name()).id());
        Call call =
                new Call(
                        request,
                        resource,
                        caller,
                        Invocation.of(request, caller, surroundings.random()),
                        input,
                        documents);
        new Claimant(caller.accessKeyId(), reply.client())
                .serve(
                        () -> {
                            serve(operation, call, reply);
                            return true;
                        });
    }

    private void serve(Operation operation, Call call, Reply reply) throws IOException {
        Resource resource = call.resource();
        acls.checkHeaders(operation, call);
        switch (operation) {
            case LIST_BUCKETS -> buckets.list(call, reply);
            case CREATE_BUCKET -> {
                crossOrigin.invalidate(resource.bucket());
                buckets.create(call, reply);
            }
            case HEAD_BUCKET -> buckets.head(call, reply);
            case DELETE_BUCKET -> {
                buckets.delete(call, reply);
                crossOrigin.invalidate(resource.bucket());
            }
            case GET_BUCKET_LOCATION -> buckets.location(call, reply);
            case PUT_OBJECT_TAGGING -> taggings.put(call, reply);
            case GET_OBJECT_TAGGING -> taggings.get(call, reply);
            case DELETE_OBJECT_TAGGING -> taggings.delete(call, reply);
            case PUT_BUCKET_VERSIONING -> versionings.put(call, reply);
            case GET_BUCKET_VERSIONING -> versionings.get(call, reply);
            case LIST_OBJECT_VERSIONS -> versions.list(call, reply);
            case LIST_OBJECTS -> listings.listV1(call, reply);
            case LIST_OBJECTS_V2 -> listings.listV2(call, reply);
            case DELETE_OBJECTS -> deletes.delete(call, reply);
            case PUT_OBJECT -> writes.put(call, reply);
            case COPY_OBJECT -> copies.copy(call, reply);
            case CREATE_MULTIPART_UPLOAD -> uploads.create(call, reply);
            case UPLOAD_PART -> uploads.put(call, reply);
            case COMPLETE_MULTIPART_UPLOAD -> completions.complete(call, reply);
            case ABORT_MULTIPART_UPLOAD -> uploads.abort(call, reply);
            case UPLOAD_PART_COPY -> partCopies.copy(call, reply);
            case LIST_PARTS -> uploadLists.parts(call, reply);
            case LIST_MULTIPART_UPLOADS -> uploadLists.uploads(call, reply);
            case GET_OBJECT_ATTRIBUTES -> attributes.read(call, reply);
            case GET_OBJECT, HEAD_OBJECT -> reads.read(call, reply);
            case DELETE_OBJECT -> writes.delete(call, reply);
            case PUT_BUCKET_TAGGING, PUT_BUCKET_CORS, PUT_BUCKET_LIFECYCLE, PUT_BUCKET_OWNERSHIP ->
                    configurations.put(BucketConfiguration.of(operation), call, reply);
            case GET_BUCKET_TAGGING, GET_BUCKET_CORS, GET_BUCKET_LIFECYCLE, GET_BUCKET_OWNERSHIP ->
                    configurations.get(BucketConfiguration.of(operation), call, reply);
            case DELETE_BUCKET_TAGGING,
                    DELETE_BUCKET_CORS,
                    DELETE_BUCKET_LIFECYCLE,
                    DELETE_BUCKET_OWNERSHIP ->
                    configurations.delete(BucketConfiguration.of(operation), call, reply);
            case PUT_BUCKET_ACL -> acls.putBucket(call, reply);
            case GET_BUCKET_ACL -> acls.getBucket(call, reply);
            case PUT_OBJECT_ACL -> acls.putObject(call, reply);
            case GET_OBJECT_ACL -> acls.getObject(call, reply);
            case GET_UNSET -> {
                bucketFinder.of(call);
                UnsetConfiguration.of(call.request()).get(call, reply);
            }
            case DELETE_UNSET -> {
                bucketFinder.of(call);
                UnsetConfiguration.of(call.request()).delete(call, reply);
            }
            case NOT_IMPLEMENTED ->
                    throw Refusal.parameter(
                            Routes.refused(call.request(), call.resource().shape()));
            case METHOD_NOT_ALLOWED, PREFLIGHT, POST_OBJECT, UNROUTED ->
                    throw new IllegalStateException("a request without a route");
        }
    }
}
