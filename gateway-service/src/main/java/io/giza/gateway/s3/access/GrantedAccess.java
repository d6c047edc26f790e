package io.giza.gateway.s3.access;

import io.giza.acl.AccessControlList;
import io.giza.acl.Permission;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.document.ObjectOwnership;
import io.giza.gateway.s3.document.Tags;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.exchange.Access;
import io.giza.gateway.s3.exchange.Access.ObjectAccess;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.exchange.VersionIds;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.policy.Decision;
import io.giza.gateway.s3.policy.PolicyEvaluator;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.s3.policy.request.OperationActions;
import io.giza.gateway.s3.policy.request.RequestConditions;
import io.giza.gateway.s3.policy.request.RequestConditions.Arrival;
import io.giza.gateway.s3.policy.request.RequestConditions.Signature;
import io.giza.gateway.s3.policy.request.RequiredAction;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.request.Resource;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.lifecycle.LifecycleSchedule;
import io.giza.lifecycle.LifecycleSchedule.Data;
import io.giza.lifecycle.LifecycleSchedule.Due;
import io.giza.model.Manifest;
import io.giza.replica.Account;

import java.util.Optional;

/** What one request may do. */
final class GrantedAccess implements Access {
    private final Request request;
    private final Subject subject;
    private final Optional<Subject> source;
    private volatile boolean usesList;
    private final Requester requester;
    private final ObjectGrants object;
    private final ObjectGrants sourceObject;

    GrantedAccess(Request request, Subject subject, Optional<Subject> source) {
        this.request = request;
        this.subject = subject;
        this.source = source;
        this.requester = requester(request.caller());
        this.object = grants(subject);
        this.sourceObject = grants(source.orElse(subject));
    }

    private ObjectGrants grants(Subject about) {
        RequiredAction list =
                new RequiredAction(S3Action.LIST_BUCKET, RequiredAction.Subject.BUCKET);
        return new ObjectGrants(requester, about.bucket(), () -> decide(list, about).allowed());
    }

    /**
     * A request as policies see it.
     *
     * @param objects whose tags policies may ask for
     * @param accounts whose objects may be
     */
    record Request(
            Caller caller,
            RawRequest head,
            Arrival arrival,
            Signature signature,
            ClientOperation operation,
            ObjectService objects,
            CanonicalIds accounts) {}

    /**
     * What it is done to.
     *
     * @param version the id of the version that is named, empty for the newest
     * @param bucket empty if there is no such bucket, or none is asked
     * @param account that owns the bucket, the sender's without one
     */
    record Subject(
            Resource resource,
            Optional<String> version,
            Optional<BucketAccess> bucket,
            Account account) {}

    @Override
    public Account account() {
        return subject.account();
    }

    @Override
    public Account sourceAccount() {
        return source.map(Subject::account).orElseGet(request.caller()::account);
    }

    @Override
    public boolean usesList() {
        return usesList || object.usesList() || sourceObject.usesList();
    }

    @Override
    public ObjectAccess object() {
        return object;
    }

    @Override
    public ObjectAccess source() {
        return sourceObject;
    }

    @Override
    public ObjectOwnership ownership() {
        return subject.bucket()
                .map(BucketAccess::ownership)
                .orElse(ObjectOwnership.BUCKET_OWNER_ENFORCED);
    }

    @Override
    public boolean blocksPublicLists() {
        return subject.bucket().filter(each -> each.block().blockPublicAcls()).isPresent();
    }

    @Override
    public Owner ownerOf(Optional<AccessControlList> acl) {
        return acl.filter(_ -> subject.bucket().filter(BucketAccess::hasLists).isPresent())
                .map(list -> request.accounts().owner(list.ownerId()))
                .orElseGet(() -> Owner.of(account().name()));
    }

    @Override
    public Optional<Due> expiration(String key, Manifest manifest) {
        return subject.bucket()
                .flatMap(BucketAccess::lifecycle)
                .flatMap(
                        lifecycle ->
                                new LifecycleSchedule(lifecycle)
                                        .current(
                                                new Data(
                                                        key,
                                                        manifest.size(),
                                                        manifest.tags(),
                                                        manifest.created())));
    }

    @Override
    public void requireDelete(String key, boolean namesVersion) {
        Resource resource = new Resource(subject.resource().bucket(), key);
        Subject deleted =
                new Subject(resource, Optional.empty(), subject.bucket(), subject.account());
        OperationActions.ofDeletion(namesVersion, request.head().headers())
                .forEach(each -> require(each, deleted, grants(deleted)));
    }

    /**
     * Lets an action be done. Where the list of the object may let it be done, that is decided once
     * the object is read.
     *
     * @throws S3Exception AccessDenied
     */
    void require(RequiredAction required) {
        switch (required.subject()) {
            case SERVICE, BUCKET, OBJECT, NEW_OBJECT -> require(required, subject, object);
            case SOURCE -> source.ifPresent(each -> require(required, each, sourceObject));
        }
    }

    private void require(RequiredAction required, Subject about, ObjectGrants grants) {
        Verdict verdict = decide(required, about);
        boolean isOfObject =
                required.subject() != RequiredAction.Subject.NEW_OBJECT
                        && about.bucket().filter(BucketAccess::hasLists).isPresent();
        Optional<Permission> granted =
                ActionGrants.ofObject(required.action())
                        .filter(_ -> isOfObject && verdict.policy() != Decision.DENY);
        if (granted.isPresent()) {
            grants.need(granted.get(), verdict.allowed());
        } else if (!verdict.allowed()) {
            throw verdict.policy() == Decision.DENY
                    ? denied(verdict.asked())
                    : new S3Exception(S3Error.ACCESS_DENIED);
        } else if (isOfPolicy(required.action()) && !isOwn(about)) {
            // Whoever a policy lets in says nothing of it, even where it lets them.
            throw new S3Exception(S3Error.METHOD_NOT_ALLOWED)
                    .with("Method", request.head().method())
                    .with("ResourceType", "BUCKETPOLICY");
        }
    }

    /**
     * What the bucket says of an action.
     *
     * @param asked the action
     * @param policy what its policy says
     * @param allowed whether the bucket allows it, by whatever document
     */
    private record Verdict(PolicyRequest asked, Decision policy, boolean allowed) {}

    /**
     * Decides by the documents of the bucket.
     *
     * @throws S3Exception AccessDenied if the access key may not do it anywhere
     */
    private Verdict decide(RequiredAction required, Subject about) {
        S3Action action = required.action();
        PolicyRequest asked =
                new PolicyRequest(requester, action, arn(action, about), conditions(about));
        if (!request.caller().restrictions().allow(asked)) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        Decision policy =
                about.bucket()
                        .flatMap(BucketAccess::policy)
                        .map(each -> PolicyEvaluator.decide(each, asked))
                        .orElse(Decision.NONE);
        return new Verdict(asked, policy, bucketAllows(about, required, policy));
    }

    private boolean bucketAllows(Subject about, RequiredAction required, Decision policy) {
        boolean own = isOwn(about);
        return switch (policy) {
            // Or nobody could mend a policy that denies everything.
            case DENY -> own && isOfPolicy(required.action());
            case ALLOW -> own || about.bucket().filter(BucketAccess::isRestricted).isEmpty();
            case NONE -> own || isGranted(about, required);
        };
    }

    /** Who signed nothing never says what others may. */
    private boolean isGranted(Subject about, RequiredAction required) {
        boolean never =
                required.action() == S3Action.PUT_OBJECT_ACL && request.caller().isAnonymous();
        boolean granted =
                !never
                        && ActionGrants.ofBucket(required)
                                .flatMap(
                                        each ->
                                                about.bucket()
                                                        .filter(
                                                                bucket ->
                                                                        bucket.grants(
                                                                                requester, each)))
                                .isPresent();
        usesList |= granted;
        return granted;
    }

    /** Who signed is told that a policy forbids it, since no grant of any other kind would help. */
    private S3Exception denied(PolicyRequest asked) {
        if (request.caller().isAnonymous()) {
            return new S3Exception(S3Error.ACCESS_DENIED);
        }
        return new S3Exception(
                S3Error.ACCESS_DENIED,
                "User: %s is not authorized to perform: %s on resource: \"%s\" with an explicit deny in a resource-based policy"
                        .formatted(
                                request.caller().accessKeyId(),
                                asked.action().text(),
                                asked.resource()));
    }

    private boolean isOwn(Subject about) {
        return !request.caller().isAnonymous()
                && about.bucket()
                        .map(each -> each.owner().equals(request.caller().account().name()))
                        .orElse(true);
    }

    private static boolean isOfPolicy(S3Action action) {
        return action == S3Action.PUT_BUCKET_POLICY
                || action == S3Action.GET_BUCKET_POLICY
                || action == S3Action.DELETE_BUCKET_POLICY;
    }

    private static Requester requester(Caller caller) {
        if (caller.isAnonymous()) {
            return new Requester.Anonymous();
        }
        Owner owner = Owner.of(caller.account().name());
        Requester.AccountName account = new Requester.AccountName(owner.displayName(), owner.id());
        return caller.session()
                .<Requester>map(
                        each -> new Requester.RoleSession(account, each.role(), each.name()))
                .orElseGet(
                        () ->
                                new Requester.User(
                                        account, caller.accessKeyId(), caller.accessKeyId()));
    }

    private static String arn(S3Action action, Subject about) {
        Resource resource = about.resource();
        return switch (action.kind()) {
            case SERVICE -> PolicyRequest.ALL_BUCKETS;
            case BUCKET -> PolicyRequest.bucket(resource.bucket());
            case OBJECT -> PolicyRequest.object(resource.bucket(), resource.key());
        };
    }

    private RequestConditions conditions(Subject about) {
        return new RequestConditions(
                        request.head(),
                        request.arrival(),
                        request.signature(),
                        about.account().name(),
                        ConditionValues.NOTHING)
                .withObjectTags(() -> tags(about));
    }

    /** Of an object that cannot be read policies see no tags. */
    private Tags tags(Subject about) {
        Target target =
                new Target(
                        about.account(),
                        about.resource().bucket(),
                        about.resource().key(),
                        request.operation());
        GetRequest get = new GetRequest(target, VersionIds.requested(about.version()), false);
        if (request.objects().get(get) instanceof GetResult.Found(OpenObject object)) {
            try (object) {
                return Tags.of(object.manifest().tags());
            }
        }
        return Tags.NONE;
    }
}
