package io.giza.gateway.session;

import io.giza.gateway.s3.policy.Glob;

import java.util.List;
import java.util.Set;

/**
 * Who may assume a role.
 *
 * @param issuers the URLs of the identity providers that may vouch for somebody
 * @param audiences for whom they must say so, one of these
 * @param subjects patterns of whom they may vouch for
 * @param accessKeys ids of access keys
 * @param accounts names of accounts, each of whose access keys may
 */
record Trust(
        Set<String> issuers,
        Set<String> audiences,
        List<Glob> subjects,
        Set<String> accessKeys,
        Set<String> accounts) {
    Trust {
        issuers = Set.copyOf(issuers);
        audiences = Set.copyOf(audiences);
        subjects = List.copyOf(subjects);
        accessKeys = Set.copyOf(accessKeys);
        accounts = Set.copyOf(accounts);
    }

    /** Returns those of some audiences that are asked for. */
    List<String> audiencesOf(List<String> said) {
        return said.stream().filter(audiences::contains).toList();
    }

    /** Tells whether somebody may. */
    boolean includes(Assumer assumer) {
        return switch (assumer) {
            case Assumer.Key(String id, String account) ->
                    accessKeys.contains(id) || accounts.contains(account);
            case Assumer.Identity(String issuer, String subject, List<String> said) ->
                    issuers.contains(issuer)
                            && !audiencesOf(said).isEmpty()
                            && subjects.stream().anyMatch(each -> each.matches(subject));
        };
    }
}
