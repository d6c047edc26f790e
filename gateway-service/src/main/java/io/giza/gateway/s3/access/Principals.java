package io.giza.gateway.s3.access;

import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.exchange.Owner;
import io.giza.gateway.s3.policy.Principal;
import io.giza.gateway.s3.policy.document.KnownPrincipals;

/**
 * The accounts and access keys that policies may name.
 *
 * @param accounts those of the cluster
 * @param keys all access keys
 */
public record Principals(Accounts accounts, AccessKeys keys) implements KnownPrincipals {
    @Override
    public boolean exists(Principal principal) {
        return switch (principal) {
            case Principal.Everyone _, Principal.Federated _, Principal.Service _ -> true;
            case Principal.Named(String text) -> isAccount(text) || keys.find(text).isPresent();
            case Principal.AccountRoot(String account) -> isAccount(account);
            case Principal.CanonicalUser(String id) ->
                    accounts.names().stream().anyMatch(name -> Owner.of(name).id().equals(id));
            case Principal.User(String account, String name) ->
                    isAccount(account) && keys.find(name).isPresent();
            case Principal.Role(String account, _) -> isAccount(account);
            case Principal.Session(String account, _, _) -> isAccount(account);
        };
    }

    private boolean isAccount(String name) {
        return accounts.find(name).isPresent();
    }
}
