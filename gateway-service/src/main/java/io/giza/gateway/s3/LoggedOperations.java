package io.giza.gateway.s3;

import io.giza.gateway.s3.route.Operation;

/** What server access logs of S3 call operations. */
final class LoggedOperations {
    private LoggedOperations() {}

    /**
     * Returns the name of an operation, as {@code REST.GET.OBJECT}.
     *
     * @param method of the request
     * @param isVisit whether it comes from a visitor of a web site
     */
    static String name(Operation operation, String method, boolean isVisit) {
        String verb =
                switch (operation) {
                    case COPY_OBJECT, UPLOAD_PART_COPY -> "COPY";
                    default -> method;
                };
        return (isVisit ? "WEBSITE." : "REST.") + verb + "." + subject(operation);
    }

    private static String subject(Operation operation) {
        return switch (operation) {
            case LIST_BUCKETS -> "SERVICE";
            case CREATE_BUCKET, HEAD_BUCKET, DELETE_BUCKET, LIST_OBJECTS, LIST_OBJECTS_V2 ->
                    "BUCKET";
            case LIST_OBJECT_VERSIONS -> "BUCKETVERSIONS";
            case GET_BUCKET_LOCATION -> "LOCATION";
            case PUT_BUCKET_VERSIONING, GET_BUCKET_VERSIONING -> "VERSIONING";
            case DELETE_OBJECTS -> "MULTI_OBJECT_DELETE";
            case PUT_OBJECT_TAGGING, GET_OBJECT_TAGGING, DELETE_OBJECT_TAGGING -> "OBJECT_TAGGING";
            case PUT_OBJECT_RETENTION, GET_OBJECT_RETENTION -> "OBJECT_LOCK_RETENTION";
            case PUT_OBJECT_LEGAL_HOLD, GET_OBJECT_LEGAL_HOLD -> "OBJECT_LOCK_LEGALHOLD";
            case PUT_OBJECT_LOCK_CONFIGURATION, GET_OBJECT_LOCK_CONFIGURATION ->
                    "OBJECT_LOCK_CONFIGURATION";
            case PUT_OBJECT, COPY_OBJECT, GET_OBJECT, HEAD_OBJECT, DELETE_OBJECT, POST_OBJECT ->
                    "OBJECT";
            case CREATE_MULTIPART_UPLOAD, LIST_MULTIPART_UPLOADS -> "UPLOADS";
            case UPLOAD_PART, UPLOAD_PART_COPY -> "PART";
            case COMPLETE_MULTIPART_UPLOAD, ABORT_MULTIPART_UPLOAD, LIST_PARTS -> "UPLOAD";
            case GET_OBJECT_ATTRIBUTES -> "OBJECT_ATTRIBUTES";
            case PUT_BUCKET_TAGGING, GET_BUCKET_TAGGING, DELETE_BUCKET_TAGGING -> "TAGGING";
            case PUT_BUCKET_CORS, GET_BUCKET_CORS, DELETE_BUCKET_CORS -> "CORS";
            case PUT_BUCKET_LIFECYCLE, GET_BUCKET_LIFECYCLE, DELETE_BUCKET_LIFECYCLE -> "LIFECYCLE";
            case PUT_BUCKET_OWNERSHIP, GET_BUCKET_OWNERSHIP, DELETE_BUCKET_OWNERSHIP ->
                    "OWNERSHIP_CONTROLS";
            case PUT_BUCKET_WEBSITE, GET_BUCKET_WEBSITE, DELETE_BUCKET_WEBSITE -> "WEBSITE";
            case PUT_BUCKET_NOTIFICATION, GET_BUCKET_NOTIFICATION -> "NOTIFICATION";
            case PUT_BUCKET_LOGGING, GET_BUCKET_LOGGING -> "LOGGING_STATUS";
            case PUT_BUCKET_ENCRYPTION, GET_BUCKET_ENCRYPTION, DELETE_BUCKET_ENCRYPTION ->
                    "ENCRYPTION";
            case PUT_BUCKET_ACL, GET_BUCKET_ACL, PUT_OBJECT_ACL, GET_OBJECT_ACL -> "ACL";
            case PUT_BUCKET_POLICY, GET_BUCKET_POLICY, DELETE_BUCKET_POLICY -> "BUCKETPOLICY";
            case GET_BUCKET_POLICY_STATUS -> "POLICY_STATUS";
            case PUT_PUBLIC_ACCESS_BLOCK, GET_PUBLIC_ACCESS_BLOCK, DELETE_PUBLIC_ACCESS_BLOCK ->
                    "PUBLIC_ACCESS_BLOCK";
            case PREFLIGHT,
                    PUT_ACCOUNT_BLOCK,
                    GET_ACCOUNT_BLOCK,
                    DELETE_ACCOUNT_BLOCK,
                    SECURITY_TOKEN_SERVICE,
                    ASSUME_ROLE,
                    ASSUME_ROLE_WITH_WEB_IDENTITY,
                    GET_CALLER_IDENTITY,
                    GET_UNSET,
                    DELETE_UNSET,
                    NOT_IMPLEMENTED,
                    METHOD_NOT_ALLOWED,
                    UNROUTED ->
                    "UNKNOWN";
        };
    }
}
