package io.giza.record;

import io.giza.model.Bytes;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What the newest version of an access key's row says of the key.
 *
 * @param account the name of the storage account that it belongs to
 * @param role what its holder may ask as an operator
 * @param limits how much its holder may have each gateway do
 * @param terms what its holder may ask of S3, and until when
 * @param state whether it is good
 * @param created when it was made
 * @param sealedSecret its secret, encrypted
 */
public record AccessKeyRecord(
        String account,
        Role role,
        KeyLimits limits,
        Terms terms,
        State state,
        Instant created,
        Bytes sealedSecret) {
    /** What the holder of an access key may ask beyond S3, each all that the one before may. */
    public enum Role {
        /** Nothing but what concerns its own account. */
        USER,
        /** To see how the cluster is, and to change nothing. */
        AUDITOR,
        /** To change it. */
        OPERATOR;

        /** Tells whether whoever has this role may do what asks for another. */
        public boolean covers(Role other) {
            return compareTo(other) >= 0;
        }
    }

    /**
     * What the holder of an access key may ask of S3, and until when.
     *
     * @param policy a policy as JSON, empty where the holder may do all that the account may
     * @param expires the first moment at which the key is no longer good, {@link #NEVER} for none
     */
    public record Terms(String policy, Instant expires) {
        /** The end of what has none. */
        public static final Instant NEVER = Instant.MAX.truncatedTo(ChronoUnit.SECONDS);

        /** Everything, for ever. */
        public static final Terms NONE = new Terms("", NEVER);

        public Terms {
            expires = expires.truncatedTo(ChronoUnit.SECONDS);
        }

        /** Tells whether there are none. */
        public boolean isNone() {
            return equals(NONE);
        }
    }

    /** Whether an access key is good. */
    public enum State {
        ACTIVE,
        /** Nobody gets in with it until it is enabled again. */
        DISABLED
    }

    /** Takes a key without terms. */
    public AccessKeyRecord(
            String account,
            Role role,
            KeyLimits limits,
            State state,
            Instant created,
            Bytes sealedSecret) {
        this(account, role, limits, Terms.NONE, state, created, sealedSecret);
    }

    /** Returns the key in another state. */
    public AccessKeyRecord withState(State other) {
        return new AccessKeyRecord(account, role, limits, terms, other, created, sealedSecret);
    }

    /** Returns the key with its secret encrypted in another way. */
    public AccessKeyRecord withSealedSecret(Bytes other) {
        return new AccessKeyRecord(account, role, limits, terms, state, created, other);
    }

    /** Returns the key with other limits. */
    public AccessKeyRecord withLimits(KeyLimits others) {
        return new AccessKeyRecord(account, role, others, terms, state, created, sealedSecret);
    }
}
