package io.giza.gateway.s3.access;

import io.giza.acl.Permission;
import io.giza.gateway.s3.policy.S3Action;
import io.giza.gateway.s3.policy.request.RequiredAction;
import io.giza.gateway.s3.policy.request.RequiredAction.Subject;

import java.util.Optional;

/** Which grant of a list lets an action be done. */
final class ActionGrants {
    private ActionGrants() {}

    /** Returns which grant on a bucket does, empty if none does. */
    static Optional<Permission> ofBucket(RequiredAction required) {
        return switch (required.action()) {
            case LIST_BUCKET, LIST_BUCKET_VERSIONS, LIST_BUCKET_MULTIPART_UPLOADS ->
                    Optional.of(Permission.READ);
            case PUT_OBJECT -> Optional.of(Permission.WRITE);
            // Whoever may put an object owns it, and says who may read it.
            case PUT_OBJECT_ACL ->
                    required.subject() == Subject.NEW_OBJECT
                            ? Optional.of(Permission.WRITE)
                            : Optional.empty();
            case GET_BUCKET_ACL -> Optional.of(Permission.READ_ACP);
            case PUT_BUCKET_ACL -> Optional.of(Permission.WRITE_ACP);
            default -> Optional.empty();
        };
    }

    /** Returns which grant on an object does, empty if its list says nothing of the action. */
    static Optional<Permission> ofObject(S3Action action) {
        return switch (action) {
            case GET_OBJECT, GET_OBJECT_VERSION -> Optional.of(Permission.READ);
            case GET_OBJECT_ACL, GET_OBJECT_VERSION_ACL -> Optional.of(Permission.READ_ACP);
            case PUT_OBJECT_ACL, PUT_OBJECT_VERSION_ACL -> Optional.of(Permission.WRITE_ACP);
            default -> Optional.empty();
        };
    }
}
