package io.giza.gateway.s3.acl;

import io.giza.acl.AccessControlList;
import io.giza.acl.Grant;
import io.giza.acl.Grantee;
import io.giza.acl.Permission;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The lists that have names. */
public enum CannedList {
    PRIVATE("private"),
    PUBLIC_READ("public-read"),
    PUBLIC_READ_WRITE("public-read-write"),
    AUTHENTICATED_READ("authenticated-read"),
    /** Lets Amazon's machines read images of theirs; there are none here, so it grants nothing. */
    AWS_EXEC_READ("aws-exec-read"),
    BUCKET_OWNER_READ("bucket-owner-read"),
    BUCKET_OWNER_FULL_CONTROL("bucket-owner-full-control"),
    LOG_DELIVERY_WRITE("log-delivery-write");

    private final String text;

    CannedList(String text) {
        this.text = text;
    }

    /** Finds the list of a name. */
    public static Optional<CannedList> named(String text) {
        return Arrays.stream(values()).filter(each -> each.text.equals(text)).findFirst();
    }

    /** Returns its name. */
    public String text() {
        return text;
    }

    /**
     * Returns what it grants.
     *
     * @param owners the owner of what it is for, and that of the bucket
     */
    public AccessControlList of(Owners owners) {
        List<Grant> grants = new ArrayList<>(AccessControlList.ofOwner(owners.ownerId()).grants());
        Grantee bucketOwner = new Grantee.Account(owners.bucketOwnerId());
        boolean foreign = !owners.ownerId().equals(owners.bucketOwnerId());
        switch (this) {
            case PRIVATE, AWS_EXEC_READ -> {}
            case PUBLIC_READ -> grants.add(new Grant(Grantee.Group.ALL_USERS, Permission.READ));
            case PUBLIC_READ_WRITE -> {
                grants.add(new Grant(Grantee.Group.ALL_USERS, Permission.READ));
                grants.add(new Grant(Grantee.Group.ALL_USERS, Permission.WRITE));
            }
            case AUTHENTICATED_READ ->
                    grants.add(new Grant(Grantee.Group.AUTHENTICATED_USERS, Permission.READ));
            case BUCKET_OWNER_READ -> {
                if (foreign) {
                    grants.add(new Grant(bucketOwner, Permission.READ));
                }
            }
            case BUCKET_OWNER_FULL_CONTROL -> {
                if (foreign) {
                    grants.add(new Grant(bucketOwner, Permission.FULL_CONTROL));
                }
            }
            case LOG_DELIVERY_WRITE -> {
                grants.add(new Grant(Grantee.Group.LOG_DELIVERY, Permission.WRITE));
                grants.add(new Grant(Grantee.Group.LOG_DELIVERY, Permission.READ_ACP));
            }
        }
        return new AccessControlList(owners.ownerId(), grants);
    }

    /**
     * Who owns what a list is for.
     *
     * @param ownerId the canonical id of its owner's account
     * @param bucketOwnerId that of the bucket's owner, who owns the bucket itself too
     */
    public record Owners(String ownerId, String bucketOwnerId) {
        /** One account owns both. */
        public static Owners of(String id) {
            return new Owners(id, id);
        }
    }
}
