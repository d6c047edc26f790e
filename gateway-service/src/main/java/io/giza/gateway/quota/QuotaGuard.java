package io.giza.gateway.quota;

import io.giza.concurrent.Expiry;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.quota.AccountLedger.Claim;
import io.giza.gateway.quota.AccountLedger.Subject;
import io.giza.gateway.quota.QuotaRows.Quotas;
import io.giza.gateway.quota.QuotaRows.Told;
import io.giza.gateway.quota.QuotaRows.Untold;
import io.giza.metrics.CounterFamily;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;
import io.giza.usage.UsageRecord;
import io.micrometer.core.instrument.MeterRegistry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Refuses what would exceed a quota: when what the last sweeps found, what this gateway itself
 * stored since they began or is storing, and what is to be stored are more together. It goes by
 * what it remembers, so no request waits for it; while it knows nothing yet, it lets everything in.
 * Quotas and sums are read again beside the requests. Where no quorum tells them, they stay in
 * force as they are.
 */
public final class QuotaGuard {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaGuard.class);

    /** What an account holds is not read again if nobody stored anything in it for so long. */
    private static final Duration IN_USE = Duration.ofHours(1);

    private final QuotaRows rows;
    private final Surroundings surroundings;
    private final Duration freshness;
    private final CounterFamily<Subject> refused;
    private final Map<String, KnownAccount> accounts = new ConcurrentHashMap<>();
    private final AtomicBoolean renewing = new AtomicBoolean();
    private volatile Quotas quotas = new Quotas(Map.of(), Map.of());
    private volatile Expiry renewal;

    /**
     * Makes a guard, which knows nothing yet.
     *
     * @param freshness how old quotas and sums may be while requests come
     */
    public QuotaGuard(
            QuotaRows rows, Surroundings surroundings, Duration freshness, MeterRegistry metrics) {
        this.rows = rows;
        this.surroundings = surroundings;
        this.freshness = freshness;
        this.renewal = surroundings.time().expiry(Duration.ZERO);
        this.refused =
                CounterFamily.of(
                        metrics,
                        "giza.quota.refused",
                        "Uploads that were refused because they would have exceeded a quota",
                        "of",
                        Subject.class);
    }

    /** Whether something may be stored. */
    sealed interface Decision {}

    /** It may, and {@code admission} is told once how it ended. */
    record Admitted(Admission admission) implements Decision {}

    /** It may not: it would exceed the quota of its account, or else of its bucket. */
    record Refused(boolean ofAccount) implements Decision {}

    /** Something that was let in. */
    @FunctionalInterface
    interface Admission {
        /**
         * Ends it.
         *
         * @param mayBeStored whether it was stored, or nobody knows
         */
        void end(boolean mayBeStored);
    }

    /** An account that something was stored in, and until when it counts as in use. */
    private static final class KnownAccount {
        private final AccountLedger ledger = new AccountLedger();
        private volatile Expiry end;

        KnownAccount(Expiry end) {
            this.end = end;
        }
    }

    /** Begins to learn what there is, while the caller goes on. */
    public void prepare() {
        if (renewal.hasPassed(surroundings.time()) && renewing.compareAndSet(false, true)) {
            surroundings.tasks().fork("renew-quotas", this::renew);
        }
    }

    /**
     * Decides whether something may be stored.
     *
     * @param account the name of the account whose bucket it is to be in
     * @param objects 1 for an object, 0 for a part of one
     */
    Decision admit(String account, String bucket, long bytes, long objects) {
        prepare();
        Quotas now = quotas;
        Quota ofBucket =
                Optional.ofNullable(now.buckets().get(bucket))
                        .filter(each -> each.account().equals(account))
                        .map(QuotaRecord::quota)
                        .orElse(Quota.NONE);
        Quota ofAccount =
                Optional.ofNullable(now.accounts().get(account))
                        .map(QuotaRecord::quota)
                        .orElse(Quota.NONE);
        if (ofBucket.isNone() && ofAccount.isNone()) {
            return new Admitted(_ -> {});
        }
        AccountLedger ledger = ledger(account);
        Claim claim = new Claim(bucket, bytes, objects);
        Optional<Subject> exceeded = ledger.claim(claim, ofBucket, ofAccount);
        exceeded.ifPresent(refused::increment);
        return exceeded.<Decision>map(subject -> new Refused(subject == Subject.ACCOUNT))
                .orElseGet(() -> new Admitted(stored -> settle(ledger, claim, stored)));
    }

    private void settle(AccountLedger ledger, Claim claim, boolean mayBeStored) {
        ledger.settle(claim, mayBeStored, surroundings.time().instant());
    }

    /** Notes an object that was made of parts, whose bytes were noted with them. */
    void noteCompleted(String account, String bucket) {
        KnownAccount known = accounts.get(account);
        if (known != null) {
            known.ledger.add(new Claim(bucket, 0, 1), surroundings.time().instant());
        }
    }

    private AccountLedger ledger(String account) {
        Expiry end = surroundings.time().expiry(IN_USE);
        KnownAccount known = accounts.get(account);
        if (known == null) {
            KnownAccount made = new KnownAccount(end);
            KnownAccount before = accounts.putIfAbsent(account, made);
            known = before == null ? made : before;
            if (before == null) {
                surroundings.tasks().fork("learn-usage", () -> learn(account, made.ledger));
            }
        }
        known.end = end;
        return known.ledger;
    }

    private void renew() {
        Expiry next = surroundings.time().expiry(freshness.dividedBy(2));
        try {
            switch (rows.quotas()) {
                case Untold<Quotas>(String detail) ->
                        LOG.warn("quotas are not renewed: {}", detail);
                case Told<Quotas>(Quotas found) -> {
                    quotas = found;
                    accounts.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue()));
                    accounts.forEach((account, known) -> learn(account, known.ledger));
                }
            }
        } finally {
            renewal = next;
            renewing.set(false);
        }
    }

    private boolean isOver(String account, KnownAccount known) {
        boolean hasQuota =
                quotas.accounts().containsKey(account)
                        || quotas.buckets().values().stream()
                                .anyMatch(each -> each.account().equals(account));
        return !hasQuota || known.end.hasPassed(surroundings.time());
    }

    private void learn(String account, AccountLedger ledger) {
        switch (rows.sums(account)) {
            case Untold<SortedMap<String, UsageRecord>>(String detail) ->
                    LOG.atWarn()
                            .addKeyValue("account", account)
                            .log("what it holds is not renewed: {}", detail);
            case Told<SortedMap<String, UsageRecord>>(var sums) ->
                    ledger.learn(sums, surroundings.time().instant());
        }
    }
}
