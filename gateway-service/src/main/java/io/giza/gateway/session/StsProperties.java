package io.giza.gateway.session;

import io.giza.gateway.identity.Issuer;
import io.giza.gateway.key.KeyTerms;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.policy.Glob;
import io.giza.gateway.s3.policy.Policy;
import io.giza.replica.Account;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The keys {@code giza.gateway.sts.*}: who may assume which role for a while, instead of having an
 * access key.
 *
 * @param issuers the identity providers by their names here
 * @param roles the roles by their names
 */
@ConfigurationProperties(StsProperties.PREFIX)
public record StsProperties(
        @DefaultValue Map<String, IssuerProperties> issuers,
        @DefaultValue Map<String, RoleProperties> roles) {
    static final String PREFIX = "giza.gateway.sts";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /**
     * An identity provider.
     *
     * @param url its URL, exactly as its tokens say it in {@code iss}
     * @param keys where its keys are, of https or file; empty to find that out by OpenID Connect
     *     Discovery
     * @param ca the file with the certificates that its server is verified by, PEM
     * @param tokenFile the file with the token that its server is asked with
     */
    public record IssuerProperties(
            @DefaultValue("") String url,
            @DefaultValue("") String keys,
            @DefaultValue("") String ca,
            @DefaultValue("") String tokenFile) {}

    /**
     * A role.
     *
     * @param account the account whose buckets it is for
     * @param policy readonly, readwrite, writeonly, or a document of JSON
     * @param prefix a bucket, and perhaps what its keys begin with, where the policy has a name
     * @param longest how long a session may last, 15 minutes to 12 hours
     * @param issuers names of the identity providers that may vouch for who assumes it
     * @param audiences for whom they must say so, one of these
     * @param subjects patterns of whom they may vouch for
     * @param accessKeys ids of access keys that may assume it
     * @param accounts accounts, each of whose access keys may assume it
     */
    public record RoleProperties(
            @DefaultValue("default") String account,
            @DefaultValue("") String policy,
            @DefaultValue("") String prefix,
            @DefaultValue("1h") Duration longest,
            @DefaultValue List<String> issuers,
            @DefaultValue List<String> audiences,
            @DefaultValue List<String> subjects,
            @DefaultValue List<String> accessKeys,
            @DefaultValue List<String> accounts) {
        public RoleProperties {
            issuers = List.copyOf(issuers);
            audiences = List.copyOf(audiences);
            subjects = List.copyOf(subjects);
            accessKeys = List.copyOf(accessKeys);
            accounts = List.copyOf(accounts);
        }
    }

    public StsProperties {
        issuers = Map.copyOf(issuers);
        roles = Map.copyOf(roles);
        issuers.forEach(StsProperties::toIssuer);
        roles.forEach(StsProperties::check);
        checkIssuers(issuers.keySet(), roles);
        Set<String> urls = new HashSet<>();
        issuers.forEach(
                (name, each) ->
                        require(
                                urls.add(each.url()),
                                "issuers." + name + ".url is that of another issuer too"));
    }

    private static void checkIssuers(Set<String> known, Map<String, RoleProperties> roles) {
        roles.forEach(
                (name, role) ->
                        role.issuers()
                                .forEach(
                                        each ->
                                                require(
                                                        known.contains(each),
                                                        "roles."
                                                                + name
                                                                + ".issuers names "
                                                                + each
                                                                + ", which "
                                                                + PREFIX
                                                                + ".issuers does not have")));
    }

    private static void check(String name, RoleProperties role) {
        String key = "roles." + name;
        require(
                NAME.matcher(name).matches(),
                key + " must have a name of 1 to 64 letters, digits, - and _");
        require(
                role.longest().compareTo(Duration.ofMinutes(15)) >= 0
                        && role.longest().compareTo(Duration.ofHours(12)) <= 0,
                key + ".longest must be 15m to 12h");
        policies(name, role);
        boolean hasIssuer = !role.issuers().isEmpty();
        require(
                hasIssuer == !role.audiences().isEmpty() && hasIssuer == !role.subjects().isEmpty(),
                key + " must have issuers, audiences and subjects together, or none of them");
        require(
                role.subjects().stream().noneMatch(each -> each.matches("\\*+")),
                key
                        + ".subjects must say whom it trusts: * alone is everybody that the issuer knows");
        require(
                hasIssuer || !role.accessKeys().isEmpty() || !role.accounts().isEmpty(),
                key + " trusts nobody: give it issuers, access-keys or accounts");
    }

    private static List<Policy> policies(String name, RoleProperties role) {
        String key = "roles." + name;
        require(
                !role.policy().isBlank(),
                key + ".policy must be readonly, readwrite, writeonly, or a document of JSON");
        try {
            return KeyTerms.restrictions(
                            KeyTerms.read(role.policy().strip(), role.prefix(), "", Instant.EPOCH))
                    .policies();
        } catch (KeyTerms.RefusedException e) {
            throw new IllegalArgumentException(PREFIX + "." + key + ": " + e.getMessage());
        }
    }

    private static Issuer toIssuer(String name, IssuerProperties each) {
        String key = "issuers." + name;
        require(
                NAME.matcher(name).matches(),
                key + " must have a name of 1 to 64 letters, digits, - and _");
        try {
            return new Issuer(each.url(), each.keys(), each.ca(), each.tokenFile());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(PREFIX + "." + key + "." + e.getMessage());
        }
    }

    /** Returns the identity providers. */
    public Collection<Issuer> toIssuers() {
        return issuers.entrySet().stream()
                .map(each -> toIssuer(each.getKey(), each.getValue()))
                .toList();
    }

    /**
     * Returns the roles.
     *
     * @throws IllegalArgumentException if one names an account that is not among these
     */
    public Roles toRoles(Accounts accounts) {
        return new Roles(
                roles.entrySet().stream()
                        .map(each -> toRole(each.getKey(), each.getValue(), accounts))
                        .toList());
    }

    private AssumableRole toRole(String name, RoleProperties role, Accounts accounts) {
        role.accounts().forEach(each -> account("roles." + name + ".accounts", each, accounts));
        return new AssumableRole(
                name,
                account("roles." + name + ".account", role.account(), accounts),
                policies(name, role),
                role.longest(),
                new Trust(
                        role.issuers().stream()
                                .map(each -> Objects.requireNonNull(issuers.get(each)).url())
                                .collect(Collectors.toSet()),
                        new HashSet<>(role.audiences()),
                        role.subjects().stream().map(Glob::of).toList(),
                        new HashSet<>(role.accessKeys()),
                        new HashSet<>(role.accounts())));
    }

    private static Account account(String key, String name, Accounts accounts) {
        return accounts.find(name)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        PREFIX
                                                + "."
                                                + key
                                                + " names "
                                                + name
                                                + ", which giza.accounts does not have"));
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalArgumentException(PREFIX + "." + problem);
        }
    }
}
