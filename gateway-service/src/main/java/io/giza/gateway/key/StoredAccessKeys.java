package io.giza.gateway.key;

import io.giza.concurrent.Expiry;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.memory.RateLimiter;
import io.giza.gateway.s3.auth.AccessKeys;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.AccessKeyCodec;
import io.giza.record.AccessKeyRecord;
import io.giza.record.AccessKeyRecord.State;
import io.giza.replica.Account;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks up access keys that {@link KeyService} made. What a quorum said is remembered for a while,
 * and so is that it knew no such key; a key that was disabled or deleted stops to work within that
 * time, counted from before the quorum was asked. While a key is in use it is read again before its
 * time is over, beside the requests that use it.
 *
 * <p>Nobody has signed anything when an id is looked up. So ids that no key was ever found for are
 * looked up at a limited rate, and remembered apart from those of keys, which they cannot displace.
 * Ids that bear the mark of the master key are of keys that were made here, and not limited.
 */
public final class StoredAccessKeys implements AccessKeys {
    private static final Logger LOG = LoggerFactory.getLogger(StoredAccessKeys.class);

    /** More keys than this are not remembered. */
    private static final int MAX_REMEMBERED = 10_000;

    private final SystemRows rows;
    private final Accounts accounts;
    private final Surroundings surroundings;
    private final @Nullable MasterKey master;
    private final Duration freshness;
    private final RateLimiter unknownIds;
    private final Map<String, CachedKey> remembered = new ConcurrentHashMap<>();

    /** Until when ids that no key was found for are known to have none. */
    private final Map<String, Expiry> absent = new ConcurrentHashMap<>();

    /** Which of those are being looked up again. */
    private final Set<String> beingLookedUp = ConcurrentHashMap.newKeySet();

    /**
     * Makes the lookup.
     *
     * @param master what secrets are encrypted with, or null where there are no keys to look up
     * @param freshness how long what was found may be remembered
     * @param unknownIds how often ids may be looked up that no key was found for before
     */
    public StoredAccessKeys(
            SystemRows rows,
            Accounts accounts,
            Surroundings surroundings,
            @Nullable MasterKey master,
            Duration freshness,
            RateLimiter unknownIds) {
        this.rows = rows;
        this.accounts = accounts;
        this.surroundings = surroundings;
        this.master = master;
        this.freshness = freshness;
        this.unknownIds = unknownIds;
    }

    /** What a quorum said of a key. */
    private record CachedKey(Holder holder, Expiry renewal, Expiry end, AtomicBoolean renewing) {}

    @Override
    public Optional<Holder> find(String accessKeyId) {
        // What cannot be an id costs nobody a round trip.
        if (master == null || !KeyService.isId(accessKeyId)) {
            return Optional.empty();
        }
        return found(accessKeyId, master)
                .filter(each -> !each.restrictions().haveExpired(surroundings.time().instant()));
    }

    private Optional<Holder> found(String accessKeyId, MasterKey masterKey) {
        CachedKey known = remembered.get(accessKeyId);
        if (known == null) {
            return lookUpUnknown(accessKeyId, masterKey);
        }
        if (known.end().hasPassed(surroundings.time())) {
            return lookUp(accessKeyId, masterKey);
        }
        if (known.renewal().hasPassed(surroundings.time())
                && known.renewing().compareAndSet(false, true)) {
            surroundings
                    .tasks()
                    .fork("renew-access-key", () -> renew(accessKeyId, masterKey, known));
        }
        return Optional.of(known.holder());
    }

    private Optional<Holder> lookUpUnknown(String id, MasterKey masterKey) {
        Expiry end = absent.get(id);
        if (end == null) {
            return lookUpWithinRate(id, masterKey);
        }
        // Of a deleted key, whose id has the mark, one look-up is under way at a time.
        if (!end.hasPassed(surroundings.time()) || !beingLookedUp.add(id)) {
            return Optional.empty();
        }
        try {
            return lookUpWithinRate(id, masterKey);
        } finally {
            beingLookedUp.remove(id);
        }
    }

    private Optional<Holder> lookUpWithinRate(String id, MasterKey masterKey) {
        // Keys that were not used for a while are not for a flood of made-up ids to keep out.
        if (!KeyService.isMarked(id, masterKey) && !unknownIds.tryAcquire()) {
            throw new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "1");
        }
        return lookUp(id, masterKey);
    }

    private void renew(String id, MasterKey masterKey, CachedKey known) {
        try {
            lookUp(id, masterKey);
        } catch (S3Exception e) {
            LOG.atDebug().addKeyValue("accessKeyId", id).log("not renewed: {}", e.message());
            known.renewing().set(false);
        }
    }

    private Optional<Holder> lookUp(String id, MasterKey masterKey) {
        Expiry renewal = surroundings.time().expiry(freshness.dividedBy(2));
        Expiry end = surroundings.time().expiry(freshness);
        Optional<Holder> holder =
                switch (rows.read(ObjectKey.ofAccessKey(id))) {
                    case SystemRows.Held(Optional<Value> record) ->
                            record.map(AccessKeyCodec::decode)
                                    .filter(each -> each.state() == State.ACTIVE)
                                    .map(each -> holder(id, each, masterKey));
                    case SystemRows.Unavailable failure -> throw unavailable(id, failure);
                };
        holder.ifPresentOrElse(
                found -> remember(id, new CachedKey(found, renewal, end, new AtomicBoolean())),
                () -> rememberAbsent(id, end));
        return holder;
    }

    private Holder holder(String id, AccessKeyRecord record, MasterKey masterKey) {
        Optional<Account> account = accounts.find(record.account());
        if (account.isEmpty()) {
            LOG.atError()
                    .addKeyValue("accessKeyId", id)
                    .log("the key's account {} is not configured here", record.account());
            throw new S3Exception(S3Error.INTERNAL_ERROR);
        }
        try {
            String secret = masterKey.open(KeyService.owner(id, record), record.sealedSecret());
            return new Holder(
                    secret,
                    account.get(),
                    record.role(),
                    record.limits(),
                    KeyTerms.restrictions(record.terms()),
                    Optional.empty());
        } catch (KeyTerms.RefusedException e) {
            LOG.atError()
                    .addKeyValue("accessKeyId", id)
                    .log("the key's policy is not one of this release: {}", e.getMessage());
            throw new S3Exception(S3Error.INTERNAL_ERROR);
        } catch (MasterKey.WrongMasterKeyException e) {
            LOG.atError()
                    .addKeyValue("accessKeyId", id)
                    .log("the key's secret is not of this gateway's giza.master-key");
            throw new S3Exception(S3Error.INTERNAL_ERROR);
        }
    }

    private void remember(String id, CachedKey found) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(each -> each.end().hasPassed(surroundings.time()));
        }
        if (remembered.size() < MAX_REMEMBERED || remembered.containsKey(id)) {
            remembered.merge(id, found, StoredAccessKeys::later);
        }
    }

    private void rememberAbsent(String id, Expiry end) {
        remembered.computeIfPresent(id, (_, each) -> each.end().isAfter(end) ? each : null);
        if (absent.size() >= MAX_REMEMBERED) {
            absent.values().removeIf(each -> each.hasPassed(surroundings.time()));
        }
        if (absent.size() < MAX_REMEMBERED) {
            absent.put(id, end);
        }
    }

    /** Of two looks the one that began later: the other may have seen an older state. */
    private static CachedKey later(CachedKey one, CachedKey other) {
        return one.end().isAfter(other.end()) ? one : other;
    }

    private static S3Exception unavailable(String id, SystemRows.Unavailable failure) {
        LOG.atWarn()
                .addKeyValue("accessKeyId", id)
                .log("access key cannot be looked up: {}", failure.detail());
        return new S3Exception(S3Error.SERVICE_UNAVAILABLE).withHeader("Retry-After", "1");
    }
}
