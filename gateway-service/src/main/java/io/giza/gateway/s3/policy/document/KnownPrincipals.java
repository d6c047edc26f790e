package io.giza.gateway.s3.policy.document;

import io.giza.gateway.s3.policy.Principal;

/** Which accounts, keys and roles there are: a policy that names another is refused. */
@FunctionalInterface
public interface KnownPrincipals {
    /** Takes all for known, as of a policy that was checked when it was stored. */
    KnownPrincipals ALL = _ -> true;

    /**
     * Tells whether there is whom a policy names.
     *
     * @param principal neither {@link Principal.Everyone}, nor of another kind of directory, as
     *     {@link Principal.Federated} and {@link Principal.Service} are
     */
    boolean exists(Principal principal);
}
