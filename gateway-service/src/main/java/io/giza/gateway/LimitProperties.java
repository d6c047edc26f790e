package io.giza.gateway;

import io.giza.config.ByteSize;
import io.giza.record.KeyLimits;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.util.HashMap;
import java.util.Map;

/**
 * The keys {@code giza.gateway.limits.*}: how much each account may have this gateway do, all its
 * access keys together, and how many connections each address may have. Limits of single keys are
 * kept with them.
 *
 * @param connectionsPerAddress how many connections one client address may have, 0 for no limit;
 *     trusted proxies have none
 * @param accounts by the account's name
 */
@ConfigurationProperties("giza.gateway.limits")
record LimitProperties(
        @DefaultValue("0") int connectionsPerAddress,
        @DefaultValue Map<String, AccountLimits> accounts) {
    private static final int MOST_CONNECTIONS = 64 << 10;

    LimitProperties {
        if (connectionsPerAddress < 0 || connectionsPerAddress > MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "giza.gateway.limits.connections-per-address must be 0 to 65,536, not "
                            + connectionsPerAddress);
        }
        accounts = Map.copyOf(accounts);
    }

    /**
     * The limits of an account; 0 is none.
     *
     * @param requests requests a second
     * @param received bytes a second that clients send
     * @param sent bytes a second that they are sent
     * @param uploads uploads of objects and parts at once
     */
    public record AccountLimits(
            @DefaultValue("0") int requests,
            @DefaultValue("0B") ByteSize received,
            @DefaultValue("0B") ByteSize sent,
            @DefaultValue("0") int uploads) {
        public AccountLimits {
            try {
                KeyLimits _ = new KeyLimits(requests, received.bytes(), sent.bytes(), uploads);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "giza.gateway.limits.accounts.*." + e.getMessage(), e);
            }
        }

        KeyLimits toKeyLimits() {
            return new KeyLimits(requests, received.bytes(), sent.bytes(), uploads);
        }
    }

    Map<String, KeyLimits> byAccount() {
        Map<String, KeyLimits> all = new HashMap<>();
        accounts.forEach((name, each) -> all.put(name, each.toKeyLimits()));
        return all;
    }
}
