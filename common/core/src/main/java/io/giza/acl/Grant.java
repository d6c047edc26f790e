package io.giza.acl;

/**
 * One line of a list.
 *
 * @param grantee to whom
 * @param permission what
 */
public record Grant(Grantee grantee, Permission permission) {
    /** Tells whether it is for strangers: anyone at all, or anyone who has an account. */
    boolean isPublic() {
        return grantee == Grantee.Group.ALL_USERS || grantee == Grantee.Group.AUTHENTICATED_USERS;
    }
}
