package io.giza.gateway.session;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.key.MasterKey;
import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.AccessKeys.Holder;
import io.giza.gateway.s3.auth.Restrictions;
import io.giza.gateway.s3.auth.RoleSession;
import io.giza.gateway.s3.auth.SessionKeys;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.document.PolicyReader;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.FormatException;
import io.giza.record.KeyLimits;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Begins sessions of roles, and knows them again by their tokens alone: a token holds, sealed by
 * the master key, all that there is to know. So every gateway of every data center takes it at
 * once, and nothing is stored.
 *
 * <p>What a session rests on is looked at again with each request: its role must still be there and
 * trust who assumed it, and an access key that assumed it must still be good. A session may do what
 * each of these allows, and its own policy.
 */
public final class SealedSessions implements SessionKeys {
    /** The longest session policy of AWS. */
    public static final int MOST_POLICY = 2048;

    private static final int MOST_CHARACTERS = 8 << 10;
    private static final String ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final String PREFIX = "GIZS";
    private static final int ID_LENGTH = 16;
    private static final String SECRET_CHARACTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int SECRET_LENGTH = 40;

    private final Roles roles;
    private final AccessKeys accessKeys;
    private final @Nullable MasterKey master;
    private final Surroundings surroundings;

    /**
     * Makes it.
     *
     * @param accessKeys those that may assume roles
     * @param master what seals tokens, null where there are no sessions
     */
    public SealedSessions(
            Roles roles,
            AccessKeys accessKeys,
            @Nullable MasterKey master,
            Surroundings surroundings) {
        this.roles = roles;
        this.accessKeys = accessKeys;
        this.master = master;
        this.surroundings = surroundings;
    }

    /**
     * Begins a session.
     *
     * @param role trusts {@code assumer}
     * @param name what the session is called
     * @param policy what takes away from the role's, as JSON; empty for nothing
     * @throws S3Exception MalformedPolicy or PackedPolicyTooLarge; AccessDenied without a master
     *     key
     */
    public Credentials begin(
            AssumableRole role, String name, Assumer assumer, String policy, Duration lasting) {
        MasterKey with = master;
        if (with == null) {
            throw new S3Exception(S3Error.ACCESS_DENIED);
        }
        ofSession(policy);
        Instant now = surroundings.time().instant().truncatedTo(ChronoUnit.SECONDS);
        SessionToken token =
                new SessionToken(
                        PREFIX + randomText(ID_CHARACTERS, ID_LENGTH),
                        randomText(SECRET_CHARACTERS, SECRET_LENGTH),
                        role.account().name(),
                        role.name(),
                        name,
                        assumer,
                        policy,
                        now,
                        now.plus(lasting));
        byte[] sealed = with.sealToken(token.encode(), surroundings.random());
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
        if (text.length() > MOST_CHARACTERS) {
            throw new S3Exception(S3Error.PACKED_POLICY_TOO_LARGE);
        }
        return new Credentials(token.accessKeyId(), token.secret(), text, token.expires());
    }

    @Override
    public Holder find(String accessKeyId, String token) {
        SessionToken session =
                open(token)
                        .filter(each -> each.accessKeyId().equals(accessKeyId))
                        .orElseThrow(SealedSessions::invalid);
        if (!surroundings.time().instant().isBefore(session.expires())) {
            throw new S3Exception(S3Error.EXPIRED_TOKEN);
        }
        AssumableRole role =
                roles.find(session.account(), session.role())
                        .filter(each -> each.trusts(session.assumer()))
                        .orElseThrow(SealedSessions::invalid);
        List<Policy> policies = new ArrayList<>(role.policies());
        policies.addAll(ofSession(session.policy()));
        KeyLimits limits = KeyLimits.NONE;
        String parent = session.assumer().key();
        if (!parent.isEmpty()) {
            Holder assumer = accessKeys.find(parent).orElseThrow(SealedSessions::invalid);
            policies.addAll(assumer.restrictions().policies());
            limits = assumer.limits();
        }
        return new Holder(
                session.secret(),
                role.account(),
                Role.USER,
                limits,
                new Restrictions(policies, session.expires()),
                Optional.of(new RoleSession(role.name(), session.name(), parent)));
    }

    private Optional<SessionToken> open(String token) {
        MasterKey with = master;
        if (with == null || token.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        try {
            return with.openToken(Base64.getUrlDecoder().decode(token)).map(SessionToken::decode);
        } catch (IllegalArgumentException | FormatException e) {
            // No base 64, or of a later release.
            return Optional.empty();
        }
    }

    private static List<Policy> ofSession(String policy) {
        if (policy.isEmpty()) {
            return List.of();
        }
        byte[] json = policy.getBytes(StandardCharsets.UTF_8);
        if (json.length > MOST_POLICY) {
            throw new S3Exception(S3Error.PACKED_POLICY_TOO_LARGE);
        }
        return List.of(PolicyReader.ofKey(json));
    }

    private static S3Exception invalid() {
        return new S3Exception(S3Error.INVALID_TOKEN);
    }

    private String randomText(String characters, int count) {
        StringBuilder text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append(characters.charAt(surroundings.random().nextInt(characters.length())));
        }
        return text.toString();
    }
}
