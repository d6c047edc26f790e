package io.giza.console.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How often somebody may fail to sign in: 5 times a minute from an address with an access key, and
 * 20 times from an address. What is counted is bounded, so nobody fills the memory with names.
 */
public final class SignInLimit {
    private static final int PER_KEY = 5;
    private static final int PER_ADDRESS = 20;
    private static final int REMEMBERED = 20_000;
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final Cache<String, AtomicInteger> failures;

    /** Counts by a clock. */
    public SignInLimit(Ticker ticker) {
        this.failures =
                Caffeine.newBuilder()
                        .ticker(ticker)
                        .expireAfterWrite(WINDOW)
                        .maximumSize(REMEMBERED)
                        .build();
    }

    boolean allows(String address, String accessKey) {
        return count(address).get() < PER_ADDRESS
                && count(pair(address, accessKey)).get() < PER_KEY;
    }

    void failed(String address, String accessKey) {
        count(address).incrementAndGet();
        count(pair(address, accessKey)).incrementAndGet();
    }

    private AtomicInteger count(String of) {
        return failures.get(of, _ -> new AtomicInteger());
    }

    private static String pair(String address, String accessKey) {
        return address + " " + accessKey;
    }
}
