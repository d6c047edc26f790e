package io.giza.console.session;

import io.giza.console.cluster.Credentials;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Somebody who signed in.
 *
 * @param accessKey with which access key
 * @param secretKey its secret, which is sealed in the browser and kept nowhere
 * @param account whose it is
 * @param role what it may
 * @param token what forms carry, so that no other page can send them
 * @param began when they signed in
 * @param used when they were last seen, to the minute
 */
public record Session(
        String accessKey,
        String secretKey,
        String account,
        Role role,
        String token,
        Instant began,
        Instant used) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 16;

    /** Begins one. */
    static Session begin(String accessKey, String secretKey, WhoAmI who, Instant now) {
        byte[] token = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(token);
        return new Session(
                accessKey,
                secretKey,
                who.account(),
                who.role(),
                HexFormat.of().formatHex(token),
                now,
                now);
    }

    /**
     * Who a key belongs to.
     *
     * @param account whose it is
     * @param role what it may
     */
    record WhoAmI(String account, Role role) {}

    Session usedAt(Instant now) {
        return new Session(accessKey, secretKey, account, role, token, began, now);
    }

    Session as(WhoAmI who) {
        return new Session(accessKey, secretKey, who.account(), who.role(), token, began, used);
    }

    boolean hasEnded(Instant now, Duration idle, Duration longest) {
        return now.isAfter(used.plus(idle)) || now.isAfter(began.plus(longest));
    }

    /** Returns what its requests are signed with. */
    public Credentials credentials() {
        return new Credentials(accessKey, secretKey);
    }

    /** Tells whether it may what a role may. */
    public boolean may(Role needed) {
        return role.covers(needed);
    }

    /** Leaves secret and token out. */
    @Override
    public String toString() {
        return "Session[accessKey=" + accessKey + ", role=" + role + "]";
    }
}
