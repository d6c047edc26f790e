package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.gateway.s3.acl.AclDocument;
import io.giza.gateway.s3.acl.AclHeaders;
import io.giza.gateway.s3.acl.CannedList;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Call;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.Reply;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.service.GrantRequest;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.TagResult;
import io.giza.gateway.service.OpenObject;
import io.giza.model.VersionName;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Access control lists of objects: whose they are, and what their owners grant to other accounts
 * and to groups. Where a bucket's ownership is enforced, all in it is the bucket's owner's alone,
 * and other lists are refused.
 */
public final class ObjectAclHandler {
    /** What makes a list of what its headers ask for. */
    private static final Set<Operation> WITH_LISTS =
            EnumSet.of(
                    Operation.CREATE_BUCKET,
                    Operation.PUT_BUCKET_ACL,
                    Operation.PUT_OBJECT_ACL,
                    Operation.PUT_OBJECT,
                    Operation.COPY_OBJECT,
                    Operation.CREATE_MULTIPART_UPLOAD);

    private final ObjectService objects;
    private final CanonicalIds accounts;
    private final AccessChanges documents;

    /**
     * Makes the handler.
     *
     * @param accounts to whom something may be granted
     * @param documents tells whether all gateways obey lists
     */
    public ObjectAclHandler(ObjectService objects, CanonicalIds accounts, AccessChanges documents) {
        this.objects = objects;
        this.accounts = accounts;
        this.documents = documents;
    }

    /**
     * Checks the list that comes with a request that makes none of it.
     *
     * @throws S3Exception NotImplemented, unless it is the one that means nothing
     */
    public void checkHeaders(Operation operation, Call call) {
        if (!WITH_LISTS.contains(operation)
                && !AclHeaders.read(call.headers(), AclRequest.owners(call), _ -> true)
                        .map(AccessControlList::isPrivate)
                        .orElse(true)) {
            throw Refusal.header(AclHeaders.names(call.headers()).getFirst());
        }
    }

    /**
     * Returns who is to own the object that a request puts, and what they grant; empty where it is
     * the bucket's owner's alone. What nobody signed is the bucket's owner's.
     *
     * @throws S3Exception AccessControlListNotSupported where ownership is enforced, AccessDenied
     *     where the bucket blocks public lists, or what is wrong with the headers
     */
    public Optional<AccessControlList> ofNew(Call call) {
        boolean enforced = isEnforced(call.access());
        Owner bucketOwner = AclRequest.owner(call);
        String owner = ownerOfNew(call, bucketOwner.id());
        Optional<AccessControlList> requested =
                AclHeaders.read(
                        call.headers(),
                        new CannedList.Owners(owner, bucketOwner.id()),
                        id -> enforced || accounts.exists(id));
        AccessControlList list = requested.orElseGet(() -> AccessControlList.ofOwner(owner));
        if (list.isPrivate() && owner.equals(bucketOwner.id())) {
            return Optional.empty();
        }
        requireAllowed(call.access(), list);
        if (requested.isPresent()) {
            documents.requireObeyed();
        }
        // To a gateway of the release before all in a bucket is its owner's.
        return Optional.of(list).filter(_ -> documents.areObeyed());
    }

    private static String ownerOfNew(Call call, String bucketOwner) {
        if (call.caller().isAnonymous()) {
            return bucketOwner;
        }
        String writer = Owner.of(call.caller().account().name()).id();
        return switch (call.access().ownership()) {
            case BUCKET_OWNER_ENFORCED -> bucketOwner;
            case BUCKET_OWNER_PREFERRED ->
                    AclHeaders.givesToBucketOwner(call.headers()) ? bucketOwner : writer;
            case OBJECT_WRITER -> writer;
        };
    }

    private static boolean isEnforced(Access access) {
        return access.ownership() == ObjectOwnership.BUCKET_OWNER_ENFORCED;
    }

    private static void requireAllowed(Access access, AccessControlList list) {
        if (isEnforced(access)) {
            throw new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED);
        }
        if (list.isPublic() && access.blocksPublicLists()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
    }

    /**
     * GetObjectAcl.
     *
     * @throws S3Exception NoSuchKey, NoSuchVersion, or MethodNotAllowed for a delete marker
     */
    public void get(Call call, Reply reply) throws IOException {
        AccessControlList list;
        try (OpenObject object = open(call)) {
            Optional<AccessControlList> kept =
                    object.manifest().acl().filter(_ -> !isEnforced(call.access()));
            list = kept.orElseGet(() -> AccessControlList.ofOwner(AclRequest.owner(call).id()));
        }
        reply.xml(200, AclDocument.write(list, id -> accounts.owner(id).displayName()));
    }

    private OpenObject open(Call call) {
        VersionName version = VersionIds.requested(call.query());
        GetRequest request = new GetRequest(call.target(), version, call.access().object());
        return switch (objects.get(request)) {
            case GetResult.Found(OpenObject object) -> object;
            case GetResult.Absent _ -> throw absent(call, version);
            case GetResult.Marker() -> throw marker(call);
            case Failure failure -> throw Failures.toError(failure, call.resource());
        };
    }

    /**
     * PutObjectAcl: the list takes the place of all that the version's owner granted.
     *
     * @throws S3Exception AccessControlListNotSupported for another list than the bucket owner's
     *     where ownership is enforced, AccessDenied for a public one where the bucket blocks those,
     *     or for a document of another owner; or as {@link #get}
     */
    public void put(Call call, Reply reply) throws IOException {
        boolean enforced = isEnforced(call.access());
        Function<String, AccessControlList> list =
                AclRequest.ofObject(call, id -> enforced || accounts.exists(id));
        String bucketOwner = AclRequest.owner(call).id();
        if (enforced) {
            open(call).close();
            if (!list.apply(bucketOwner).isPrivate()) {
                throw new S3Exception(S3Error.ACCESS_CONTROL_LIST_NOT_SUPPORTED);
            }
        } else {
            requireAllowed(call.access(), list.apply(bucketOwner));
            documents.requireObeyed();
            grant(call, list, bucketOwner);
        }
        reply.empty(200);
    }

    private void grant(Call call, Function<String, AccessControlList> list, String bucketOwner) {
        VersionName version = VersionIds.requested(call.query());
        GrantRequest request =
                new GrantRequest(
                        call.target(),
                        version,
                        bucketOwner,
                        list,
                        acl ->
                                call.access().object().admits(acl)
                                        && isOfOwner(list, acl, bucketOwner));
        switch (objects.grant(request)) {
            case TagResult.Tagged _ -> {}
            case TagResult.Absent _ -> throw absent(call, version);
            case TagResult.Marker() -> throw marker(call);
            case Failure failure -> throw Failures.toError(failure, call.resource());
        }
    }

    /** A document never gives an object to another owner. */
    private static boolean isOfOwner(
            Function<String, AccessControlList> list,
            Optional<AccessControlList> acl,
            String bucketOwner) {
        String owner = acl.map(AccessControlList::ownerId).orElse(bucketOwner);
        return list.apply(owner).ownerId().equals(owner);
    }

    private static S3Exception absent(Call call, @Nullable VersionName version) {
        return call.access()
                .object()
                .absent(
                        version == null
                                ? Failures.noSuchKey(call.resource())
                                : VersionIds.noSuchVersion(version.toString()));
    }

    private static S3Exception marker(Call call) {
        return call.access()
                .object()
                .absent(
                        new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                                .with("Method", call.request().method())
                                .withHeader(VersionIds.MARKER_HEADER, "true"));
    }
}
