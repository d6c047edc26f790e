package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.acl.AclHeaders;
import io.giza.gateway.s3.acl.CannedList;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Buckets;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.VersionName;

import java.io.IOException;

/**
 * Access control lists, of which there is one: everything to the owner, nothing to others. Asking
 * for that one succeeds; asking for another is refused, as S3 refuses it where the bucket's owner
 * owns everything.
 */
public final class AclHandler {
    private static final int MAX_DOCUMENT_BYTES = 256 << 10;
    private static final String OWNERSHIP_HEADER = "x-amz-object-ownership";

    private final Buckets buckets;
    private final ObjectService objects;
    private final OwnershipControls ownerships;

    public AclHandler(Buckets buckets, ObjectService objects, OwnershipControls ownerships) {
        this.buckets = buckets;
        this.objects = objects;
        this.ownerships = ownerships;
    }

    /** Checks the access control list that comes with a request about something else. */
    public void checkHeaders(Operation operation, Call call) {
        boolean isAclOperation =
                operation == Operation.PUT_BUCKET_ACL
                        || operation == Operation.PUT_OBJECT_ACL
                        || operation == Operation.CREATE_BUCKET;
        if (!isAclOperation
                && AclHeaders.isPresent(call.headers())
                && !headersRequestPrivate(call)) {
            throw refusal(call);
        }
    }

    /** Returns the ownership that a bucket is to be created with. */
    static ObjectOwnership ownershipOfNew(Call call) {
        String text = call.headers().value(OWNERSHIP_HEADER).orElse("BucketOwnerEnforced");
        ObjectOwnership ownership =
                ObjectOwnership.named(text)
                        .orElseThrow(
                                () ->
                                        new S3Exception(
                                                        S3Error.INVALID_ARGUMENT,
                                                        "Invalid "
                                                                + OWNERSHIP_HEADER
                                                                + " header: "
                                                                + text)
                                                .with("ArgumentName", OWNERSHIP_HEADER)
                                                .with("ArgumentValue", text));
        if (AclHeaders.isPresent(call.headers()) && !headersRequestPrivate(call)) {
            throw ownership == ObjectOwnership.BUCKET_OWNER_ENFORCED
                    ? new S3Exception(S3Error.INVALID_BUCKET_ACL_WITH_OBJECT_OWNERSHIP)
                    : notImplemented(call);
        }
        return ownership;
    }

    /**
     * GetBucketAcl: answers the one list that there is.
     *
     * @throws S3Exception NoSuchBucket, or AccessDenied where the bucket is another account's
     */
    public void getBucket(Call call, Reply reply) throws IOException {
        buckets.of(call);
        answer(call, reply);
    }

    /**
     * PutBucketAcl: succeeds, and changes nothing, if the list is the one that there is.
     *
     * @throws S3Exception AccessControlListNotSupported for another list, or NotImplemented where
     *     the bucket's ownership would allow one
     */
    public void putBucket(Call call, Reply reply) throws IOException {
        buckets.of(call);
        if (!requestsPrivate(call)) {
            throw refusal(call);
        }
        reply.empty(200);
    }

    /**
     * GetObjectAcl: answers the one list that there is.
     *
     * @throws S3Exception NoSuchKey, NoSuchVersion, or MethodNotAllowed for a delete marker
     */
    public void getObject(Call call, Reply reply) throws IOException {
        requireObject(call);
        answer(call, reply);
    }

    /** PutObjectAcl, which does for an object what {@link #putBucket} does for a bucket. */
    public void putObject(Call call, Reply reply) throws IOException {
        requireObject(call);
        if (!requestsPrivate(call)) {
            throw refusal(call);
        }
        reply.empty(200);
    }

    private static boolean requestsPrivate(Call call) throws IOException {
        boolean hasBody =
                call.headers().has("content-length") || call.headers().has("transfer-encoding");
        return hasBody
                ? call.read(call.body(MAX_DOCUMENT_BYTES), bytes -> requestsPrivate(call, bytes))
                : requestsPrivate(call, new byte[0]);
    }

    private static boolean requestsPrivate(Call call, byte[] document) {
        if (AclHeaders.isPresent(call.headers())) {
            if (document.length > 0) {
                throw new S3Exception(S3Error.UNEXPECTED_CONTENT);
            }
            return headersRequestPrivate(call);
        }
        if (document.length == 0) {
            throw new S3Exception(S3Error.MISSING_SECURITY_HEADER)
                    .with("MissingHeaderName", "x-amz-acl");
        }
        AccessControlList list =
                AclDocument.read(XmlReader.parse(document, AclDocument.ROOT), _ -> true);
        if (!list.ownerId().equals(owner(call).id())) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return list.isPrivate();
    }

    /** Whether there are other accounts means nothing where they are granted nothing. */
    private static boolean headersRequestPrivate(Call call) {
        return AclHeaders.read(call.headers(), CannedList.Owners.of(owner(call).id()), _ -> true)
                .map(AccessControlList::isPrivate)
                .orElse(true);
    }

    private void requireObject(Call call) {
        VersionName version = VersionIds.requested(call.query());
        switch (objects.get(new GetRequest(call.target(), version, false))) {
            case GetResult.Found(OpenObject object) -> object.close();
            case GetResult.Absent _ ->
                    throw version == null
                            ? Failures.noSuchKey(call.resource())
                            : VersionIds.noSuchVersion(version.toString());
            case GetResult.Marker() ->
                    throw new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                            .with("Method", call.request().method())
                            .withHeader("x-amz-delete-marker", "true");
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    private S3Exception refusal(Call call) {
        return ownerships.isEnforced(call, buckets.of(call).id())
                ? new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED)
                : notImplemented(call);
    }

    private static S3Exception notImplemented(Call call) {
        return AclHeaders.names(call.headers()).stream()
                .findFirst()
                .map(Refusal::header)
                .orElseGet(() -> Refusal.element("Grant"));
    }

    private static void answer(Call call, Reply reply) throws IOException {
        Owner owner = owner(call);
        reply.xml(
                200,
                AclDocument.write(AccessControlList.ofOwner(owner.id()), _ -> owner.displayName()));
    }

    private static Owner owner(Call call) {
        return Owner.of(call.account().name());
    }
}
