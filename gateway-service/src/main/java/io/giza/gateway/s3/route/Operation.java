package io.giza.gateway.s3.route;

/** The S3 operations, by the names that S3 and the metrics call them. */
public enum Operation {
    LIST_BUCKETS("ListBuckets"),
    CREATE_BUCKET("CreateBucket"),
    HEAD_BUCKET("HeadBucket"),
    DELETE_BUCKET("DeleteBucket"),
    GET_BUCKET_LOCATION("GetBucketLocation"),
    PUT_BUCKET_VERSIONING("PutBucketVersioning"),
    GET_BUCKET_VERSIONING("GetBucketVersioning"),
    LIST_OBJECT_VERSIONS("ListObjectVersions"),
    LIST_OBJECTS("ListObjects"),
    LIST_OBJECTS_V2("ListObjectsV2"),
    DELETE_OBJECTS("DeleteObjects"),
    PUT_OBJECT_TAGGING("PutObjectTagging"),
    GET_OBJECT_TAGGING("GetObjectTagging"),
    DELETE_OBJECT_TAGGING("DeleteObjectTagging"),
    PUT_OBJECT_RETENTION("PutObjectRetention"),
    GET_OBJECT_RETENTION("GetObjectRetention"),
    PUT_OBJECT_LEGAL_HOLD("PutObjectLegalHold"),
    GET_OBJECT_LEGAL_HOLD("GetObjectLegalHold"),
    PUT_OBJECT("PutObject"),
    COPY_OBJECT("CopyObject"),
    CREATE_MULTIPART_UPLOAD("CreateMultipartUpload"),
    UPLOAD_PART("UploadPart"),
    UPLOAD_PART_COPY("UploadPartCopy"),
    COMPLETE_MULTIPART_UPLOAD("CompleteMultipartUpload"),
    ABORT_MULTIPART_UPLOAD("AbortMultipartUpload"),
    LIST_PARTS("ListParts"),
    LIST_MULTIPART_UPLOADS("ListMultipartUploads"),
    GET_OBJECT_ATTRIBUTES("GetObjectAttributes"),
    GET_OBJECT("GetObject"),
    HEAD_OBJECT("HeadObject"),
    DELETE_OBJECT("DeleteObject"),
    PUT_BUCKET_TAGGING("PutBucketTagging"),
    GET_BUCKET_TAGGING("GetBucketTagging"),
    DELETE_BUCKET_TAGGING("DeleteBucketTagging"),
    PUT_BUCKET_CORS("PutBucketCors"),
    GET_BUCKET_CORS("GetBucketCors"),
    DELETE_BUCKET_CORS("DeleteBucketCors"),
    PUT_BUCKET_LIFECYCLE("PutBucketLifecycleConfiguration"),
    GET_BUCKET_LIFECYCLE("GetBucketLifecycleConfiguration"),
    DELETE_BUCKET_LIFECYCLE("DeleteBucketLifecycle"),
    PUT_BUCKET_OWNERSHIP("PutBucketOwnershipControls"),
    GET_BUCKET_OWNERSHIP("GetBucketOwnershipControls"),
    DELETE_BUCKET_OWNERSHIP("DeleteBucketOwnershipControls"),
    PUT_BUCKET_NOTIFICATION("PutBucketNotification"),
    GET_BUCKET_NOTIFICATION("GetBucketNotification"),
    PUT_BUCKET_WEBSITE("PutBucketWebsite"),
    GET_BUCKET_WEBSITE("GetBucketWebsite"),
    DELETE_BUCKET_WEBSITE("DeleteBucketWebsite"),
    PUT_BUCKET_LOGGING("PutBucketLogging"),
    GET_BUCKET_LOGGING("GetBucketLogging"),
    PUT_OBJECT_LOCK_CONFIGURATION("PutObjectLockConfiguration"),
    GET_OBJECT_LOCK_CONFIGURATION("GetObjectLockConfiguration"),
    PUT_BUCKET_ENCRYPTION("PutBucketEncryption"),
    GET_BUCKET_ENCRYPTION("GetBucketEncryption"),
    DELETE_BUCKET_ENCRYPTION("DeleteBucketEncryption"),
    PUT_BUCKET_ACL("PutBucketAcl"),
    GET_BUCKET_ACL("GetBucketAcl"),
    PUT_OBJECT_ACL("PutObjectAcl"),
    GET_OBJECT_ACL("GetObjectAcl"),
    PUT_BUCKET_POLICY("PutBucketPolicy"),
    GET_BUCKET_POLICY("GetBucketPolicy"),
    GET_BUCKET_POLICY_STATUS("GetBucketPolicyStatus"),
    DELETE_BUCKET_POLICY("DeleteBucketPolicy"),
    PUT_PUBLIC_ACCESS_BLOCK("PutPublicAccessBlock"),
    GET_PUBLIC_ACCESS_BLOCK("GetPublicAccessBlock"),
    DELETE_PUBLIC_ACCESS_BLOCK("DeletePublicAccessBlock"),
    PUT_ACCOUNT_BLOCK("PutAccountPublicAccessBlock"),
    GET_ACCOUNT_BLOCK("GetAccountPublicAccessBlock"),
    DELETE_ACCOUNT_BLOCK("DeleteAccountPublicAccessBlock"),
    /** A form for STS whose action is not known yet. */
    SECURITY_TOKEN_SERVICE("SecurityTokenService"),
    ASSUME_ROLE("AssumeRole"),
    ASSUME_ROLE_WITH_WEB_IDENTITY("AssumeRoleWithWebIdentity"),
    GET_CALLER_IDENTITY("GetCallerIdentity"),
    /** Reads what cannot be set here. */
    GET_UNSET("GetUnset"),
    /** Deletes what cannot be set here. */
    DELETE_UNSET("DeleteUnset"),
    /** A browser's form. */
    POST_OBJECT("PostObject"),
    /** A browser asks whether a page of another origin may ask. */
    PREFLIGHT("Preflight"),
    /** A part of S3 that is not here. */
    NOT_IMPLEMENTED("NotImplemented"),
    /** A method that S3 does not know for such a path. */
    METHOD_NOT_ALLOWED("MethodNotAllowed"),
    /** A request that was refused before it was routed. */
    UNROUTED("Unrouted");

    private final String label;

    Operation(String label) {
        this.label = label;
    }

    /** Tells whether it is not of S3 but of STS, whose answers are of another form. */
    public boolean isOfSecurityTokens() {
        return switch (this) {
            case SECURITY_TOKEN_SERVICE,
                    ASSUME_ROLE,
                    ASSUME_ROLE_WITH_WEB_IDENTITY,
                    GET_CALLER_IDENTITY ->
                    true;
            default -> false;
        };
    }

    /** Returns the name for metrics and logs. */
    public String label() {
        return label;
    }
}
