package io.giza.gateway.s3.policy.request;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.giza.gateway.s3.exchange.CopySource;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.s3.policy.S3Action.Kind;
import io.giza.gateway.s3.policy.request.RequiredAction.Subject;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.s3.request.RawRequest;
import io.giza.gateway.s3.route.Operation;
import io.giza.gateway.s3.route.UnsetConfiguration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The actions that requests need. Most operations need the action of their own name; the tables
 * here name the others.
 */
public final class OperationActions {
    private static final String VERSION_ID = "versionId";
    private static final String BYPASS = "x-amz-bypass-governance-retention";

    /** What answers without asking who is there, or asks about each key by itself. */
    private static final Set<Operation> NOTHING =
            EnumSet.of(
                    Operation.PREFLIGHT,
                    Operation.NOT_IMPLEMENTED,
                    Operation.METHOD_NOT_ALLOWED,
                    Operation.UNROUTED,
                    Operation.DELETE_OBJECTS);

    private static final Map<String, S3Action> BY_NAME =
            Arrays.stream(S3Action.values())
                    .collect(
                            toUnmodifiableMap(
                                    each -> lower(each.text().substring("s3:".length())),
                                    each -> each));

    /** Operations, and sub-resources that are only read or deleted, by the action they need. */
    private static final Map<String, S3Action> OTHERS = others();

    private OperationActions() {}

    private static Map<String, S3Action> others() {
        return Arrays.stream(
                        """
                        ListBuckets ListAllMyBuckets
                        HeadBucket ListBucket
                        ListObjects ListBucket
                        ListObjectsV2 ListBucket
                        ListObjectVersions ListBucketVersions
                        ListMultipartUploads ListBucketMultipartUploads
                        ListParts ListMultipartUploadParts
                        HeadObject GetObject
                        CopyObject PutObject
                        PostObject PutObject
                        CreateMultipartUpload PutObject
                        UploadPart PutObject
                        UploadPartCopy PutObject
                        CompleteMultipartUpload PutObject
                        DeleteBucketCors PutBucketCORS
                        DeleteBucketTagging PutBucketTagging
                        DeleteBucketOwnershipControls PutBucketOwnershipControls
                        PutBucketLifecycleConfiguration PutLifecycleConfiguration
                        GetBucketLifecycleConfiguration GetLifecycleConfiguration
                        DeleteBucketLifecycle PutLifecycleConfiguration
                        PutPublicAccessBlock PutBucketPublicAccessBlock
                        GetPublicAccessBlock GetBucketPublicAccessBlock
                        DeletePublicAccessBlock PutBucketPublicAccessBlock
                        DeleteAccountPublicAccessBlock PutAccountPublicAccessBlock
                        PutBucketEncryption PutEncryptionConfiguration
                        GetBucketEncryption GetEncryptionConfiguration
                        DeleteBucketEncryption PutEncryptionConfiguration
                        PutObjectLockConfiguration PutBucketObjectLockConfiguration
                        GetObjectLockConfiguration GetBucketObjectLockConfiguration
                        get:abac GetBucketAbac
                        get:accelerate GetAccelerateConfiguration
                        get:analytics GetAnalyticsConfiguration
                        get:intelligent-tiering GetIntelligentTieringConfiguration
                        get:inventory GetInventoryConfiguration
                        get:metadataConfiguration GetBucketMetadataTableConfiguration
                        get:metadataTable GetBucketMetadataTableConfiguration
                        get:metrics GetMetricsConfiguration
                        get:replication GetReplicationConfiguration
                        get:requestPayment GetBucketRequestPayment
                        delete:analytics PutAnalyticsConfiguration
                        delete:intelligent-tiering PutIntelligentTieringConfiguration
                        delete:inventory PutInventoryConfiguration
                        delete:metadataConfiguration DeleteBucketMetadataTableConfiguration
                        delete:metadataTable DeleteBucketMetadataTableConfiguration
                        delete:metrics PutMetricsConfiguration
                        delete:replication PutReplicationConfiguration
                        """
                                .split("\n", -1))
                .filter(each -> !each.isEmpty())
                .map(each -> each.split(" ", -1))
                .collect(toUnmodifiableMap(each -> each[0], each -> action(each[1])));
    }

    private static S3Action action(String name) {
        return Optional.ofNullable(BY_NAME.get(lower(name)))
                .orElseThrow(() -> new IllegalStateException("no action: " + name));
    }

    /**
     * Returns the actions that a request needs, all of them. There are none where nobody has to be
     * asked, and for DeleteObjects, of whose keys each needs {@link #ofDeletion}.
     */
    public static List<RequiredAction> of(Operation operation, RawRequest request) {
        if (NOTHING.contains(operation) || operation.isOfSecurityTokens()) {
            return List.of();
        }
        S3Action main = main(operation, request);
        List<RequiredAction> required = new ArrayList<>();
        required.add(RequiredAction.of(versioned(main, request.query().has(VERSION_ID))));
        switch (operation) {
            case COPY_OBJECT, UPLOAD_PART_COPY -> required.addFirst(source(request.headers()));
            case GET_OBJECT_ATTRIBUTES ->
                    required.addFirst(
                            RequiredAction.of(
                                    versioned(
                                            S3Action.GET_OBJECT, request.query().has(VERSION_ID))));
            default -> {}
        }
        required.addAll(ofHeaders(main, operation, request.headers()));
        return required;
    }

    private static S3Action main(Operation operation, RawRequest request) {
        String name =
                switch (operation) {
                    case GET_UNSET -> "get:" + UnsetConfiguration.of(request).parameter();
                    case DELETE_UNSET -> "delete:" + UnsetConfiguration.of(request).parameter();
                    default -> operation.label();
                };
        S3Action other = OTHERS.get(name);
        return other == null ? action(name) : other;
    }

    /** Returns the actions that the deletion of one of several keys needs. */
    public static List<RequiredAction> ofDeletion(boolean namesVersion, Headers headers) {
        List<RequiredAction> required = new ArrayList<>();
        required.add(RequiredAction.of(versioned(S3Action.DELETE_OBJECT, namesVersion)));
        required.addAll(ofHeaders(S3Action.DELETE_OBJECT, Operation.DELETE_OBJECTS, headers));
        return required;
    }

    /** Returns the action that is about one version where a request names one. */
    private static S3Action versioned(S3Action action, boolean namesVersion) {
        return !namesVersion
                ? action
                : switch (action) {
                    case GET_OBJECT -> S3Action.GET_OBJECT_VERSION;
                    case GET_OBJECT_ACL -> S3Action.GET_OBJECT_VERSION_ACL;
                    case GET_OBJECT_ATTRIBUTES -> S3Action.GET_OBJECT_VERSION_ATTRIBUTES;
                    case GET_OBJECT_TAGGING -> S3Action.GET_OBJECT_VERSION_TAGGING;
                    case GET_OBJECT_TORRENT -> S3Action.GET_OBJECT_VERSION_TORRENT;
                    case PUT_OBJECT_ACL -> S3Action.PUT_OBJECT_VERSION_ACL;
                    case PUT_OBJECT_TAGGING -> S3Action.PUT_OBJECT_VERSION_TAGGING;
                    case DELETE_OBJECT -> S3Action.DELETE_OBJECT_VERSION;
                    case DELETE_OBJECT_TAGGING -> S3Action.DELETE_OBJECT_VERSION_TAGGING;
                    default -> action;
                };
    }

    private static RequiredAction source(Headers headers) {
        String source = headers.value(CopySource.HEADER).orElse("");
        int query = source.indexOf('?');
        boolean namesVersion =
                query >= 0 && Query.parse(source.substring(query + 1)).has(VERSION_ID);
        return new RequiredAction(versioned(S3Action.GET_OBJECT, namesVersion), Subject.SOURCE);
    }

    /** What headers ask for beside the operation needs the permission for that too. */
    private static List<RequiredAction> ofHeaders(
            S3Action main, Operation operation, Headers headers) {
        List<RequiredAction> required = new ArrayList<>();
        boolean grants =
                headers.names().stream()
                        .anyMatch(
                                each ->
                                        each.equals("x-amz-acl")
                                                || each.startsWith("x-amz-grant-"));
        boolean lockedUntil =
                headers.has("x-amz-object-lock-mode")
                        || headers.has("x-amz-object-lock-retain-until-date");
        if (main == S3Action.PUT_OBJECT && startsObject(operation)) {
            if (grants) {
                required.add(ofNewObject(S3Action.PUT_OBJECT_ACL));
            }
            if (headers.has("x-amz-tagging")) {
                required.add(ofNewObject(S3Action.PUT_OBJECT_TAGGING));
            }
            if (lockedUntil) {
                required.add(ofNewObject(S3Action.PUT_OBJECT_RETENTION));
            }
            if (headers.has("x-amz-object-lock-legal-hold")) {
                required.add(ofNewObject(S3Action.PUT_OBJECT_LEGAL_HOLD));
            }
        }
        if (main.kind() == Kind.OBJECT && isTrue(headers, BYPASS)) {
            required.add(RequiredAction.of(S3Action.BYPASS_GOVERNANCE_RETENTION));
        }
        if (main == S3Action.CREATE_BUCKET) {
            ofNewBucket(grants, headers).forEach(each -> required.add(RequiredAction.of(each)));
        }
        return required;
    }

    private static RequiredAction ofNewObject(S3Action action) {
        return new RequiredAction(action, Subject.NEW_OBJECT);
    }

    private static List<S3Action> ofNewBucket(boolean grants, Headers headers) {
        List<S3Action> required = new ArrayList<>();
        if (grants) {
            required.add(S3Action.PUT_BUCKET_ACL);
        }
        if (headers.has("x-amz-object-ownership")) {
            required.add(S3Action.PUT_BUCKET_OWNERSHIP_CONTROLS);
        }
        if (isTrue(headers, "x-amz-bucket-object-lock-enabled")) {
            required.add(S3Action.PUT_BUCKET_OBJECT_LOCK_CONFIGURATION);
            required.add(S3Action.PUT_BUCKET_VERSIONING);
        }
        return required;
    }

    /** Parts and completions have no such headers: what starts an upload was asked for them. */
    private static boolean startsObject(Operation operation) {
        return switch (operation) {
            case PUT_OBJECT, COPY_OBJECT, POST_OBJECT, CREATE_MULTIPART_UPLOAD -> true;
            default -> false;
        };
    }

    private static boolean isTrue(Headers headers, String name) {
        return headers.value(name).orElse("").equalsIgnoreCase("true");
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
