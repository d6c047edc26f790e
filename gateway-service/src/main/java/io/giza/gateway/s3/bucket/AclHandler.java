package io.giza.gateway.s3.bucket;

import io.giza.gateway.s3.access.AclRequest;
import io.giza.gateway.s3.access.OwnershipControls;
import io.giza.gateway.s3.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.acl.AclHeaders;
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
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.VersionName;

import java.io.IOException;

/**
 * Access control lists of objects, of which there is one: everything to the owner, nothing to
 * others. Asking for that one succeeds; asking for another is refused, as S3 refuses it where the
 * bucket's owner owns everything.
 */
public final class AclHandler {
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

    /**
     * GetObjectAcl: answers the one list that there is.
     *
     * @throws S3Exception NoSuchKey, NoSuchVersion, or MethodNotAllowed for a delete marker
     */
    public void getObject(Call call, Reply reply) throws IOException {
        requireObject(call);
        Owner owner = AclRequest.owner(call);
        reply.xml(
                200,
                AclDocument.write(AccessControlList.ofOwner(owner.id()), _ -> owner.displayName()));
    }

    /**
     * PutObjectAcl: succeeds, and changes nothing, if the list is the one that there is.
     *
     * @throws S3Exception AccessControlListNotSupported for another list, or NotImplemented where
     *     the bucket's ownership would allow one
     */
    public void putObject(Call call, Reply reply) throws IOException {
        requireObject(call);
        if (!AclRequest.read(call, _ -> true).isPrivate()) {
            throw refusal(call);
        }
        reply.empty(200);
    }

    /** Whether there are other accounts means nothing where they are granted nothing. */
    private static boolean headersRequestPrivate(Call call) {
        return AclHeaders.read(call.headers(), AclRequest.owners(call), _ -> true)
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
        return ownerships.isEnforced(call.resource(), buckets.of(call).id())
                ? new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED)
                : notImplemented(call);
    }

    private static S3Exception notImplemented(Call call) {
        return AclHeaders.names(call.headers()).stream()
                .findFirst()
                .map(Refusal::header)
                .orElseGet(() -> Refusal.element("Grant"));
    }
}
