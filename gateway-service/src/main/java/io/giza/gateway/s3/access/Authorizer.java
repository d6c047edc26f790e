package io.giza.gateway.s3.access;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.auth.Authenticator;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.exchange.Failures;
import io.giza.gateway.s3.policy.request.OperationActions;
import io.giza.gateway.s3.policy.request.RequestConditions.Arrival;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.replica.Account;

import java.util.Optional;

/**
 * Decides whether a request may do what it asks for. Whoever has an access key of the account that
 * owns a bucket may do all in it that the bucket's policy does not deny; others, and those who
 * signed nothing, may do what the policy allows, and what the bucket's access control list grants
 * them and the policy does not deny. Where lists mean something, what is of another account than
 * the bucket's may be read by those only to whom its own list grants that.
 */
public final class Authorizer {
    private final AccessLookup lookup;
    private final Accounts accounts;
    private final ObjectService objects;
    private final Surroundings surroundings;
    private final CanonicalIds canonicalIds;

    /**
     * Makes it.
     *
     * @param objects whose tags policies may ask for
     */
    public Authorizer(
            AccessLookup lookup,
            Accounts accounts,
            ObjectService objects,
            Surroundings surroundings) {
        this.lookup = lookup;
        this.accounts = accounts;
        this.objects = objects;
        this.surroundings = surroundings;
        this.canonicalIds = new CanonicalIds(accounts);
    }

    /**
     * Returns the sender of a request that nobody signed, which is charged to the account that owns
     * the bucket.
     *
     * @throws S3Exception AccessDenied if the request is about no bucket that is there or its
     *     bucket has neither a policy nor lists that may let everyone do something, NoSuchBucket,
     *     SlowDown, or ServiceUnavailable
     */
    public Caller anonymous(Operation operation, RawRequest request, Resource resource) {
        requireMayBeUnsigned(operation);
        if (resource.bucket().isEmpty()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        BucketAccess access =
                lookup.findUnsigned(resource).orElseThrow(() -> Failures.noSuchBucket(resource));
        if (!access.mayBeOpen()) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        return Caller.anonymous(account(access), Authenticator.unsignedPayload(request.headers()));
    }

    /** Some operations nobody may do without a signature, whatever a bucket's documents say. */
    private static void requireMayBeUnsigned(Operation operation) {
        String refusal =
                switch (operation) {
                    case CREATE_BUCKET, PUT_BUCKET_ACL, PUT_OBJECT_ACL ->
                            "Anonymous users cannot invoke this API. Please authenticate.";
                    case CREATE_MULTIPART_UPLOAD ->
                            "Anonymous users cannot initiate multipart uploads. Please"
                                    + " authenticate.";
                    case COPY_OBJECT -> "Anonymous users cannot copy objects. Please authenticate.";
                    case UPLOAD_PART_COPY -> S3Error.ACCESS_DENIED.message();
                    case PUT_BUCKET_OWNERSHIP, DELETE_BUCKET_OWNERSHIP ->
                            "s3:PutBucketOwnershipControls does not support Anonymous requests!";
                    case GET_BUCKET_OWNERSHIP ->
                            "s3:GetBucketOwnershipControls does not support Anonymous requests!";
                    default -> "";
                };
        if (!refusal.isEmpty()) {
            throw new S3Exception(S3Error.ACCESS_DENIED, refusal);
        }
    }

    /**
     * Lets a request do what it asks for.
     *
     * @param request the head
     * @param address the client's
     * @throws S3Exception AccessDenied, or ServiceUnavailable
     */
    public Access authorize(
            Caller caller,
            Operation operation,
            RawRequest request,
            Resource resource,
            String address) {
        Arrival arrival = new Arrival(address, surroundings.time().instant(), "");
        Optional<BucketAccess> bucket =
                resource.bucket().isEmpty() || operation == Operation.CREATE_BUCKET
                        ? Optional.empty()
                        : lookup.find(resource);
        Optional<CopySource> source = source(operation, request);
        GrantedAccess access =
                new GrantedAccess(
                        new GrantedAccess.Request(
                                caller,
                                request,
                                arrival,
                                SignatureFacts.of(operation, request, arrival.time()),
                                ClientOperation.once(surroundings.random()),
                                objects,
                                canonicalIds),
                        subject(caller, resource, request.query().first("versionId"), bucket),
                        source.map(each -> subject(caller, each)));
        OperationActions.of(operation, request).forEach(access::require);
        return access;
    }

    /** Forgets what was known of a bucket that is created or deleted here. */
    public void invalidate(String bucket) {
        lookup.invalidate(bucket);
    }

    /** A source that cannot be read is refused where the copy is. */
    private static Optional<CopySource> source(Operation operation, RawRequest request) {
        if (operation != Operation.COPY_OBJECT && operation != Operation.UPLOAD_PART_COPY) {
            return Optional.empty();
        }
        try {
            return Optional.of(CopySource.of(request.headers()));
        } catch (S3Exception e) {
            return Optional.empty();
        }
    }

    private GrantedAccess.Subject subject(Caller caller, CopySource source) {
        return subject(
                caller,
                source.resource(),
                Optional.ofNullable(source.version()).map(Object::toString),
                lookup.find(source.resource()));
    }

    private GrantedAccess.Subject subject(
            Caller caller,
            Resource resource,
            Optional<String> version,
            Optional<BucketAccess> bucket) {
        return new GrantedAccess.Subject(
                resource, version, bucket, bucket.map(this::account).orElse(caller.account()));
    }

    private Account account(BucketAccess access) {
        return accounts.find(access.owner())
                .orElseThrow(
                        () ->
                                new IllegalStateException(
                                        "the account " + access.owner() + " is not configured"));
    }
}
