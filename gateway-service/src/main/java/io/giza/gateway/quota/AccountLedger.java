package io.giza.gateway.quota;

import io.giza.usage.Quota;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the buckets of one account hold, as far as this gateway knows: what sweeps found, and what
 * it stored by itself since each of them began, or is about to store.
 */
final class AccountLedger {
    /**
     * What no sweep counted in so long a time is forgotten: the bucket is gone, or no one sweeps.
     */
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Map<String, UsageRecord> sums = new HashMap<>();
    private final Set<String> missing = new HashSet<>();
    private final Map<String, Own> own = new HashMap<>();
    private Usage swept = Usage.NONE;
    private long ownBytes;
    private long ownObjects;

    /** What a quota is of. */
    enum Subject {
        BUCKET,
        ACCOUNT
    }

    /**
     * What is to be stored.
     *
     * @param objects 1 for an object, 0 for a part of one
     */
    record Claim(String bucket, long bytes, long objects) {}

    /** What this gateway stored in a bucket, and what of that is under way. */
    private static final class Own {
        private final OwnWrites writes = new OwnWrites();
        private long bytes;
        private long objects;
        private int underWay;

        void change(long moreBytes, long moreObjects) {
            bytes += moreBytes;
            objects += moreObjects;
        }

        boolean isNothing() {
            return underWay == 0 && writes.isEmpty();
        }
    }

    /**
     * Takes what is to be stored into account, until {@link #settle}, unless that exceeds a quota.
     *
     * @return which quota it exceeds; empty if it was taken into account
     */
    synchronized Optional<Subject> claim(Claim claim, Quota ofBucket, Quota ofAccount) {
        // Where not one object more may be, no part of one may be either.
        if (ofBucket.isExceededBy(
                bytesOf(claim.bucket()) + claim.bytes(), objectsOf(claim.bucket()) + 1)) {
            return Optional.of(Subject.BUCKET);
        }
        if (ofAccount.isExceededBy(
                swept.chargedBytes() + ownBytes + claim.bytes(),
                swept.versions() + ownObjects + 1)) {
            return Optional.of(Subject.ACCOUNT);
        }
        Own bucket = own.computeIfAbsent(claim.bucket(), _ -> new Own());
        bucket.underWay++;
        change(bucket, claim.bytes(), claim.objects());
        return Optional.empty();
    }

    /**
     * Ends what was claimed.
     *
     * @param mayBeStored whether it was stored, or nobody knows
     */
    synchronized void settle(Claim claim, boolean mayBeStored, Instant now) {
        Own bucket = own.get(claim.bucket());
        if (bucket == null) {
            return;
        }
        bucket.underWay--;
        if (mayBeStored) {
            bucket.writes.add(now, claim.bytes(), claim.objects());
        } else {
            change(bucket, -claim.bytes(), -claim.objects());
        }
        if (bucket.isNothing()) {
            own.remove(claim.bucket());
        }
    }

    /** Takes into account what was not asked for before: the object that an upload became. */
    synchronized void add(Claim stored, Instant now) {
        Own bucket = own.computeIfAbsent(stored.bucket(), _ -> new Own());
        change(bucket, stored.bytes(), stored.objects());
        bucket.writes.add(now, stored.bytes(), stored.objects());
    }

    /**
     * Learns what sweeps found, and forgets of its own what was before they began. A sum that is
     * missing once counts on: rows begin anew now and then.
     */
    synchronized void learn(Map<String, UsageRecord> found, Instant now) {
        sums.keySet().removeIf(name -> !found.containsKey(name) && !missing.add(name));
        missing.removeIf(name -> found.containsKey(name) || !sums.containsKey(name));
        found.forEach((name, sum) -> sums.merge(name, sum, AccountLedger::later));
        swept = sums.values().stream().map(UsageRecord::usage).reduce(Usage.NONE, Usage::plus);
        own.forEach((name, bucket) -> forget(bucket, sums.get(name), now));
        own.values().removeIf(Own::isNothing);
    }

    private static UsageRecord later(UsageRecord one, UsageRecord other) {
        return one.began().isAfter(other.began()) ? one : other;
    }

    private void forget(Own bucket, @Nullable UsageRecord sum, Instant now) {
        Instant oldest = now.minus(LONGEST);
        Instant end = sum == null || sum.began().isBefore(oldest) ? oldest : sum.began();
        OwnWrites.Stored seen = bucket.writes.forgetBefore(end);
        change(bucket, -seen.bytes(), -seen.objects());
    }

    private void change(Own bucket, long bytes, long objects) {
        bucket.change(bytes, objects);
        ownBytes += bytes;
        ownObjects += objects;
    }

    private long bytesOf(String name) {
        UsageRecord sum = sums.get(name);
        Own bucket = own.get(name);
        return (sum == null ? 0 : sum.usage().chargedBytes()) + (bucket == null ? 0 : bucket.bytes);
    }

    private long objectsOf(String name) {
        UsageRecord sum = sums.get(name);
        Own bucket = own.get(name);
        return (sum == null ? 0 : sum.usage().versions()) + (bucket == null ? 0 : bucket.objects);
    }
}
