package io.giza.acl;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the owner of a bucket or an object granted.
 *
 * @param ownerId the canonical id of the owner's account
 * @param grants at most {@link #MOST_GRANTS}, none twice
 */
public record AccessControlList(String ownerId, List<Grant> grants) {
    /** How many grants a list may have. */
    public static final int MOST_GRANTS = 100;

    public AccessControlList {
        grants = List.copyOf(new LinkedHashSet<>(grants));
        if (grants.size() > MOST_GRANTS) {
            throw new IllegalArgumentException(grants.size() + " grants are too many");
        }
    }

    /** Returns the list that grants everything to the owner, and nothing to others. */
    public static AccessControlList ofOwner(String ownerId) {
        return new AccessControlList(
                ownerId, List.of(new Grant(new Grantee.Account(ownerId), Permission.FULL_CONTROL)));
    }

    /**
     * Tells whether who asks may do something. Owners may always read and replace their list.
     *
     * @param includesRequester tells whether who asks is one of those whom a grantee stands for
     */
    public boolean allows(Predicate<Grantee> includesRequester, Permission permission) {
        boolean ownList = permission == Permission.READ_ACP || permission == Permission.WRITE_ACP;
        return (ownList && includesRequester.test(new Grantee.Account(ownerId)))
                || grants.stream()
                        .anyMatch(
                                each ->
                                        each.permission().covers(permission)
                                                && includesRequester.test(each.grantee()));
    }

    /** Tells whether anything is granted to strangers: to everyone, or to all accounts. */
    public boolean isPublic() {
        return grants.stream().anyMatch(Grant::isPublic);
    }

    /** Returns the list without what is granted to strangers. */
    public AccessControlList withoutPublicGrants() {
        return new AccessControlList(
                ownerId, grants.stream().filter(each -> !each.isPublic()).toList());
    }

    /** Tells whether it grants everything to the owner, and nothing to others. */
    public boolean isPrivate() {
        Grantee owner = new Grantee.Account(ownerId);
        return grants.contains(new Grant(owner, Permission.FULL_CONTROL))
                && grants.stream().allMatch(each -> each.grantee().equals(owner));
    }

    /** Tells whether it grants nothing to others than these accounts. */
    public boolean isOnlyFor(Set<String> accountIds) {
        return grants.stream()
                .allMatch(
                        each ->
                                each.grantee() instanceof Grantee.Account account
                                        && accountIds.contains(account.id()));
    }
}
