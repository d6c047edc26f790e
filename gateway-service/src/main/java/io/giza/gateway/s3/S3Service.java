package io.giza.gateway.s3;

import io.giza.concurrent.Claimant;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Trace;
import io.giza.gateway.s3.access.Authorizer;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.body.Documents;
import io.giza.gateway.s3.bucket.BucketConfiguration;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.ErrorRenderer;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.limit.RequestLimits;
import io.giza.gateway.s3.request.PresignedHeaders;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.AccountRequests;
import io.giza.gateway.s3.route.KnownHeaders;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.route.Routes;
import io.giza.gateway.s3.route.UnsetConfiguration;
import io.giza.gateway.s3.route.UnsupportedRequests;
import io.giza.gateway.s3.sts.StsAnswers;
import io.giza.gateway.s3.sts.StsHandler;
import io.giza.gateway.service.ClientOperation;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;

/** From a request's head to the handler of its operation: who asks, and for what. */
public final class S3Service implements RequestService {
    private final Authenticator authenticator;
    private final Authorizer authorizer;
    private final Surroundings surroundings;
    private final S3Handlers handlers;
    private final Documents documents;
    private final RequestLimits limits;

    /**
     * Makes the service.
     *
     * @param authorizer tells what senders may do
     * @param documents reads the documents that come with requests
     * @param limits how much callers may have done
     */
    public S3Service(
            Authenticator authenticator,
            Authorizer authorizer,
            Surroundings surroundings,
            S3Handlers handlers,
            Documents documents,
            RequestLimits limits) {
        this.authenticator = authenticator;
        this.authorizer = authorizer;
        this.surroundings = surroundings;
        this.handlers = handlers;
        this.documents = documents;
        this.limits = limits;
    }

    @Override
    public Resource resource(RawRequest request) {
        return AccountRequests.has(request) ? AccountRequests.NO_BUCKET : request.resource();
    }

    @Override
    public Operation route(RawRequest request, Resource resource) {
        if (AccountRequests.has(request)) {
            return AccountRequests.operation(request);
        }
        return StsHandler.takes(request, resource)
                ? Operation.SECURITY_TOKEN_SERVICE
                : Routes.find(PresignedHeaders.unfold(request), resource.shape());
    }

    @Override
    public Map<String, String> crossOriginHeaders(
            Operation operation, RawRequest request, Resource resource) {
        return operation == Operation.PREFLIGHT
                ? Map.of()
                : handlers.crossOrigin().headers(request, resource);
    }

    @Override
    public void serve(ServedRequest served, RawRequest rawRequest, Resource resource)
            throws IOException {
        Reply reply = served.reply();
        InputStream input = reply.client().input(served.exchange().body());
        RawRequest request = PresignedHeaders.unfold(rawRequest);
        UnsupportedRequests.check(request, resource.shape());
        switch (served.operation()) {
            // True for everybody, so S3 does not ask who it is.
            case METHOD_NOT_ALLOWED ->
                    throw new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                            .with("Method", request.method())
                            .with("ResourceType", resource.shape().name());
            case PREFLIGHT -> handlers.crossOrigin().preflight(request, resource, reply);
            case SECURITY_TOKEN_SERVICE ->
                    handlers.securityTokens()
                            .serve(rawRequest, input, served.observer(limits), reply);
            // Its signature is among its fields.
            case POST_OBJECT ->
                    Origins.ofForm(served)
                            .serve(
                                    () ->
                                            handlers.forms()
                                                    .post(
                                                            rawRequest,
                                                            resource,
                                                            input,
                                                            served.address(),
                                                            sender ->
                                                                    served.identified(
                                                                            sender, limits),
                                                            (sender, put, object) ->
                                                                    authorize(
                                                                            served,
                                                                            sender,
                                                                            Operation.POST_OBJECT,
                                                                            put,
                                                                            object),
                                                            reply));
            default -> {
                Caller caller =
                        Trace.step(
                                "authenticate",
                                () -> sender(served.operation(), rawRequest, request, resource));
                served.identified(caller, limits);
                Operation operation = served.operation();
                Access access =
                        Trace.step(
                                "authorize",
                                () -> authorize(served, caller, operation, request, resource));
                Call call = call(served, request, resource, caller, access, input);
                Origins.of(operation, caller, served)
                        .serve(() -> serve(operation, call, served.address(), reply));
            }
        }
    }

    private Access authorize(
            ServedRequest served,
            Caller caller,
            Operation operation,
            RawRequest request,
            Resource resource) {
        return served.granted(
                authorizer.authorize(caller, operation, request, resource, served.address()));
    }

    @Override
    public void refuse(ServedRequest served, S3Exception error, String path) throws IOException {
        if (served.operation().isOfSecurityTokens()) {
            StsAnswers.render(served.reply(), error, served.ids());
            return;
        }
        ErrorRenderer.render(
                served.reply(),
                error,
                path,
                served.ids(),
                served.exchange().method().equals("HEAD"));
    }

    private Caller sender(
            Operation operation, RawRequest rawRequest, RawRequest request, Resource resource) {
        return Authenticator.isUnsigned(rawRequest)
                ? authorizer.anonymous(operation, request, resource)
                : authenticator.authenticate(rawRequest);
    }

    private Call call(
            ServedRequest served,
            RawRequest request,
            Resource resource,
            Caller caller,
            Access access,
            InputStream input) {
        handlers.encryptions().requireSafe(request, request.headers());
        KnownHeaders.check(
                served.operation(),
                request.headers(),
                Owner.of(access.account().name()).id(),
                Owner.of(access.sourceAccount().name()).id());
        ClientOperation invocation =
                Invocation.of(request, caller, surroundings.random())
                        .unless(served.reply()::isAbandoned);
        return new Call(request, resource, caller, access, invocation, input, documents);
    }

    /** Does what a caller asks for; what memory that takes is held under the access key. */
    private void serve(Operation operation, Call call, String address, Reply reply)
            throws IOException {
        new Claimant(call.caller().countedAs(), address)
                .serve(
                        () -> {
                            handle(operation, call, reply);
                            return true;
                        });
    }

    /** Hands a request of a known caller to the handler of its operation. */
    private void handle(Operation operation, Call call, Reply reply) throws IOException {
        handlers.acls().checkHeaders(operation, call);
        switch (operation) {
            case LIST_BUCKETS -> handlers.buckets().list(call, reply);
            case CREATE_BUCKET -> createBucket(call, reply);
            case HEAD_BUCKET -> handlers.buckets().head(call, reply);
            case DELETE_BUCKET -> deleteBucket(call, reply);
            case GET_BUCKET_LOCATION -> handlers.buckets().location(call, reply);
            case PUT_OBJECT_TAGGING -> handlers.taggings().put(call, reply);
            case GET_OBJECT_TAGGING -> handlers.taggings().get(call, reply);
            case DELETE_OBJECT_TAGGING -> handlers.taggings().delete(call, reply);
            case PUT_OBJECT_RETENTION -> handlers.locks().putRetention(call, reply);
            case GET_OBJECT_RETENTION -> handlers.locks().getRetention(call, reply);
            case PUT_OBJECT_LEGAL_HOLD -> handlers.locks().putHold(call, reply);
            case GET_OBJECT_LEGAL_HOLD -> handlers.locks().getHold(call, reply);
            case PUT_OBJECT_LOCK_CONFIGURATION -> handlers.bucketLocks().put(call, reply);
            case GET_OBJECT_LOCK_CONFIGURATION -> handlers.bucketLocks().get(call, reply);
            case PUT_BUCKET_VERSIONING -> handlers.versionings().put(call, reply);
            case GET_BUCKET_VERSIONING -> handlers.versionings().get(call, reply);
            case LIST_OBJECT_VERSIONS -> handlers.versions().list(call, reply);
            case LIST_OBJECTS -> handlers.listings().listV1(call, reply);
            case LIST_OBJECTS_V2 -> handlers.listings().listV2(call, reply);
            case DELETE_OBJECTS -> handlers.deletes().delete(call, reply);
            case PUT_OBJECT -> handlers.writes().put(call, reply);
            case COPY_OBJECT -> handlers.copies().copy(call, reply);
            case CREATE_MULTIPART_UPLOAD -> handlers.uploads().create(call, reply);
            case UPLOAD_PART -> handlers.uploads().put(call, reply);
            case COMPLETE_MULTIPART_UPLOAD -> handlers.completions().complete(call, reply);
            case ABORT_MULTIPART_UPLOAD -> handlers.uploads().abort(call, reply);
            case UPLOAD_PART_COPY -> handlers.partCopies().copy(call, reply);
            case LIST_PARTS -> handlers.uploadLists().parts(call, reply);
            case LIST_MULTIPART_UPLOADS -> handlers.uploadLists().uploads(call, reply);
            case GET_OBJECT_ATTRIBUTES -> handlers.attributes().read(call, reply);
            case GET_OBJECT, HEAD_OBJECT -> handlers.reads().read(call, reply);
            case DELETE_OBJECT -> handlers.writes().delete(call, reply);
            case PUT_BUCKET_TAGGING,
                    PUT_BUCKET_CORS,
                    PUT_BUCKET_LIFECYCLE,
                    PUT_BUCKET_OWNERSHIP,
                    PUT_BUCKET_WEBSITE,
                    PUT_BUCKET_LOGGING ->
                    handlers.configurations().put(BucketConfiguration.of(operation), call, reply);
            case GET_BUCKET_TAGGING,
                    GET_BUCKET_CORS,
                    GET_BUCKET_LIFECYCLE,
                    GET_BUCKET_OWNERSHIP,
                    GET_BUCKET_WEBSITE,
                    GET_BUCKET_LOGGING ->
                    handlers.configurations().get(BucketConfiguration.of(operation), call, reply);
            case DELETE_BUCKET_TAGGING,
                    DELETE_BUCKET_CORS,
                    DELETE_BUCKET_LIFECYCLE,
                    DELETE_BUCKET_OWNERSHIP,
                    DELETE_BUCKET_WEBSITE ->
                    handlers.configurations()
                            .delete(BucketConfiguration.of(operation), call, reply);
            case PUT_BUCKET_NOTIFICATION -> handlers.notifications().put(call, reply);
            case GET_BUCKET_NOTIFICATION -> handlers.notifications().get(call, reply);
            case PUT_BUCKET_ENCRYPTION -> handlers.encryptions().put(call, reply);
            case GET_BUCKET_ENCRYPTION -> handlers.encryptions().get(call, reply);
            case DELETE_BUCKET_ENCRYPTION -> handlers.encryptions().delete(call, reply);
            case PUT_BUCKET_ACL -> handlers.bucketAcls().put(call, reply);
            case GET_BUCKET_ACL -> handlers.bucketAcls().get(call, reply);
            case PUT_OBJECT_ACL -> handlers.acls().put(call, reply);
            case GET_OBJECT_ACL -> handlers.acls().get(call, reply);
            case PUT_BUCKET_POLICY -> handlers.policies().put(call, reply);
            case GET_BUCKET_POLICY -> handlers.policies().get(call, reply);
            case GET_BUCKET_POLICY_STATUS -> handlers.policies().status(call, reply);
            case DELETE_BUCKET_POLICY -> handlers.policies().delete(call, reply);
            case PUT_PUBLIC_ACCESS_BLOCK -> handlers.accessBlocks().put(call, reply);
            case GET_PUBLIC_ACCESS_BLOCK -> handlers.accessBlocks().get(call, reply);
            case DELETE_PUBLIC_ACCESS_BLOCK -> handlers.accessBlocks().delete(call, reply);
            case PUT_ACCOUNT_BLOCK -> handlers.accessBlocks().putOfAccount(call, reply);
            case GET_ACCOUNT_BLOCK -> handlers.accessBlocks().getOfAccount(call, reply);
            case DELETE_ACCOUNT_BLOCK -> handlers.accessBlocks().deleteOfAccount(call, reply);
            case GET_UNSET -> unsetConfiguration(call).get(call, reply);
            case DELETE_UNSET -> unsetConfiguration(call).delete(call, reply);
            case NOT_IMPLEMENTED ->
                    throw Refusal.parameter(
                            Routes.refused(call.request(), call.resource().shape()));
            case METHOD_NOT_ALLOWED,
                    PREFLIGHT,
                    POST_OBJECT,
                    SECURITY_TOKEN_SERVICE,
                    ASSUME_ROLE,
                    ASSUME_ROLE_WITH_WEB_IDENTITY,
                    GET_CALLER_IDENTITY,
                    UNROUTED ->
                    throw new IllegalStateException("a request without a route");
        }
    }

    private void createBucket(Call call, Reply reply) throws IOException {
        forget(call.resource().bucket());
        handlers.buckets().create(call, reply);
    }

    private void deleteBucket(Call call, Reply reply) throws IOException {
        handlers.buckets().delete(call, reply);
        forget(call.resource().bucket());
    }

    private void forget(String bucket) {
        handlers.configurations().forget(bucket);
        authorizer.invalidate(bucket);
    }

    /** Finds what a bucket that is there never has set. */
    private UnsetConfiguration unsetConfiguration(Call call) {
        handlers.bucketFinder().of(call);
        return UnsetConfiguration.of(call.request());
    }
}
