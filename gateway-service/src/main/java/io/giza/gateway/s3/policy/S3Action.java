package io.giza.gateway.s3.policy;

import java.util.Locale;

/** The actions of S3 that policies speak of. */
public enum S3Action {
    GET_ACCOUNT_PUBLIC_ACCESS_BLOCK("GetAccountPublicAccessBlock", Kind.SERVICE),
    LIST_ALL_MY_BUCKETS("ListAllMyBuckets", Kind.SERVICE),
    PUT_ACCOUNT_PUBLIC_ACCESS_BLOCK("PutAccountPublicAccessBlock", Kind.SERVICE),
    CREATE_BUCKET("CreateBucket", Kind.BUCKET),
    CREATE_BUCKET_METADATA_TABLE_CONFIGURATION(
            "CreateBucketMetadataTableConfiguration", Kind.BUCKET),
    DELETE_BUCKET("DeleteBucket", Kind.BUCKET),
    DELETE_BUCKET_METADATA_TABLE_CONFIGURATION(
            "DeleteBucketMetadataTableConfiguration", Kind.BUCKET),
    DELETE_BUCKET_POLICY("DeleteBucketPolicy", Kind.BUCKET),
    DELETE_BUCKET_WEBSITE("DeleteBucketWebsite", Kind.BUCKET),
    GET_ACCELERATE_CONFIGURATION("GetAccelerateConfiguration", Kind.BUCKET),
    GET_ANALYTICS_CONFIGURATION("GetAnalyticsConfiguration", Kind.BUCKET),
    GET_BUCKET_ABAC("GetBucketAbac", Kind.BUCKET),
    GET_BUCKET_ACL("GetBucketAcl", Kind.BUCKET),
    GET_BUCKET_CORS("GetBucketCORS", Kind.BUCKET),
    GET_BUCKET_LOCATION("GetBucketLocation", Kind.BUCKET),
    GET_BUCKET_LOGGING("GetBucketLogging", Kind.BUCKET),
    GET_BUCKET_METADATA_TABLE_CONFIGURATION("GetBucketMetadataTableConfiguration", Kind.BUCKET),
    GET_BUCKET_NOTIFICATION("GetBucketNotification", Kind.BUCKET),
    GET_BUCKET_OBJECT_LOCK_CONFIGURATION("GetBucketObjectLockConfiguration", Kind.BUCKET),
    GET_BUCKET_OWNERSHIP_CONTROLS("GetBucketOwnershipControls", Kind.BUCKET),
    GET_BUCKET_POLICY("GetBucketPolicy", Kind.BUCKET),
    GET_BUCKET_POLICY_STATUS("GetBucketPolicyStatus", Kind.BUCKET),
    GET_BUCKET_PUBLIC_ACCESS_BLOCK("GetBucketPublicAccessBlock", Kind.BUCKET),
    GET_BUCKET_REQUEST_PAYMENT("GetBucketRequestPayment", Kind.BUCKET),
    GET_BUCKET_TAGGING("GetBucketTagging", Kind.BUCKET),
    GET_BUCKET_VERSIONING("GetBucketVersioning", Kind.BUCKET),
    GET_BUCKET_WEBSITE("GetBucketWebsite", Kind.BUCKET),
    GET_ENCRYPTION_CONFIGURATION("GetEncryptionConfiguration", Kind.BUCKET),
    GET_INTELLIGENT_TIERING_CONFIGURATION("GetIntelligentTieringConfiguration", Kind.BUCKET),
    GET_INVENTORY_CONFIGURATION("GetInventoryConfiguration", Kind.BUCKET),
    GET_LIFECYCLE_CONFIGURATION("GetLifecycleConfiguration", Kind.BUCKET),
    GET_METRICS_CONFIGURATION("GetMetricsConfiguration", Kind.BUCKET),
    GET_REPLICATION_CONFIGURATION("GetReplicationConfiguration", Kind.BUCKET),
    LIST_BUCKET("ListBucket", Kind.BUCKET),
    LIST_BUCKET_MULTIPART_UPLOADS("ListBucketMultipartUploads", Kind.BUCKET),
    LIST_BUCKET_VERSIONS("ListBucketVersions", Kind.BUCKET),
    PUT_ACCELERATE_CONFIGURATION("PutAccelerateConfiguration", Kind.BUCKET),
    PUT_ANALYTICS_CONFIGURATION("PutAnalyticsConfiguration", Kind.BUCKET),
    PUT_BUCKET_ABAC("PutBucketAbac", Kind.BUCKET),
    PUT_BUCKET_ACL("PutBucketAcl", Kind.BUCKET),
    PUT_BUCKET_CORS("PutBucketCORS", Kind.BUCKET),
    PUT_BUCKET_LOGGING("PutBucketLogging", Kind.BUCKET),
    PUT_BUCKET_NOTIFICATION("PutBucketNotification", Kind.BUCKET),
    PUT_BUCKET_OBJECT_LOCK_CONFIGURATION("PutBucketObjectLockConfiguration", Kind.BUCKET),
    PUT_BUCKET_OWNERSHIP_CONTROLS("PutBucketOwnershipControls", Kind.BUCKET),
    PUT_BUCKET_POLICY("PutBucketPolicy", Kind.BUCKET),
    PUT_BUCKET_PUBLIC_ACCESS_BLOCK("PutBucketPublicAccessBlock", Kind.BUCKET),
    PUT_BUCKET_REQUEST_PAYMENT("PutBucketRequestPayment", Kind.BUCKET),
    PUT_BUCKET_TAGGING("PutBucketTagging", Kind.BUCKET),
    PUT_BUCKET_VERSIONING("PutBucketVersioning", Kind.BUCKET),
    PUT_BUCKET_WEBSITE("PutBucketWebsite", Kind.BUCKET),
    PUT_ENCRYPTION_CONFIGURATION("PutEncryptionConfiguration", Kind.BUCKET),
    PUT_INTELLIGENT_TIERING_CONFIGURATION("PutIntelligentTieringConfiguration", Kind.BUCKET),
    PUT_INVENTORY_CONFIGURATION("PutInventoryConfiguration", Kind.BUCKET),
    PUT_LIFECYCLE_CONFIGURATION("PutLifecycleConfiguration", Kind.BUCKET),
    PUT_METRICS_CONFIGURATION("PutMetricsConfiguration", Kind.BUCKET),
    PUT_REPLICATION_CONFIGURATION("PutReplicationConfiguration", Kind.BUCKET),
    ABORT_MULTIPART_UPLOAD("AbortMultipartUpload", Kind.OBJECT),
    BYPASS_GOVERNANCE_RETENTION("BypassGovernanceRetention", Kind.OBJECT),
    DELETE_OBJECT("DeleteObject", Kind.OBJECT),
    DELETE_OBJECT_TAGGING("DeleteObjectTagging", Kind.OBJECT),
    DELETE_OBJECT_VERSION("DeleteObjectVersion", Kind.OBJECT),
    DELETE_OBJECT_VERSION_TAGGING("DeleteObjectVersionTagging", Kind.OBJECT),
    GET_OBJECT("GetObject", Kind.OBJECT),
    GET_OBJECT_ACL("GetObjectAcl", Kind.OBJECT),
    GET_OBJECT_ATTRIBUTES("GetObjectAttributes", Kind.OBJECT),
    GET_OBJECT_LEGAL_HOLD("GetObjectLegalHold", Kind.OBJECT),
    GET_OBJECT_RETENTION("GetObjectRetention", Kind.OBJECT),
    GET_OBJECT_TAGGING("GetObjectTagging", Kind.OBJECT),
    GET_OBJECT_TORRENT("GetObjectTorrent", Kind.OBJECT),
    GET_OBJECT_VERSION("GetObjectVersion", Kind.OBJECT),
    GET_OBJECT_VERSION_ACL("GetObjectVersionAcl", Kind.OBJECT),
    GET_OBJECT_VERSION_ATTRIBUTES("GetObjectVersionAttributes", Kind.OBJECT),
    GET_OBJECT_VERSION_TAGGING("GetObjectVersionTagging", Kind.OBJECT),
    GET_OBJECT_VERSION_TORRENT("GetObjectVersionTorrent", Kind.OBJECT),
    LIST_MULTIPART_UPLOAD_PARTS("ListMultipartUploadParts", Kind.OBJECT),
    PUT_OBJECT("PutObject", Kind.OBJECT),
    PUT_OBJECT_ACL("PutObjectAcl", Kind.OBJECT),
    PUT_OBJECT_LEGAL_HOLD("PutObjectLegalHold", Kind.OBJECT),
    PUT_OBJECT_RETENTION("PutObjectRetention", Kind.OBJECT),
    PUT_OBJECT_TAGGING("PutObjectTagging", Kind.OBJECT),
    PUT_OBJECT_VERSION_ACL("PutObjectVersionAcl", Kind.OBJECT),
    PUT_OBJECT_VERSION_TAGGING("PutObjectVersionTagging", Kind.OBJECT),
    RESTORE_OBJECT("RestoreObject", Kind.OBJECT),
    UPDATE_OBJECT_ENCRYPTION("UpdateObjectEncryption", Kind.OBJECT);

    /** What the names of all actions begin with. */
    static final String SERVICE = "s3:";

    private final String text;
    private final String lowerCaseText;
    private final Kind kind;

    S3Action(String name, Kind kind) {
        text = SERVICE + name;
        lowerCaseText = text.toLowerCase(Locale.ROOT);
        this.kind = kind;
    }

    /** What an action is done to. */
    public enum Kind {
        /** To none in particular. */
        SERVICE,
        BUCKET,
        OBJECT
    }

    /** Returns its name, as in {@code s3:GetObject}. */
    public String text() {
        return text;
    }

    String lowerCaseText() {
        return lowerCaseText;
    }

    /** Returns what it is done to. */
    public Kind kind() {
        return kind;
    }
}
