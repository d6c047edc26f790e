package io.giza.gateway.key;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.memory.Rate;
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
    private final Rate unknownIds;
    private final Map<String, Remembered> remembered = new ConcurrentHashMap<>();

    /** Until when ids that no key was found for are known to have none. */
    private final Map<String, Deadline> absent = new ConcurrentHashMap<>();

    /** Which of those are being looked up again. */
    private final Set<String> sought = ConcurrentHashMap.newKeySet();

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
            Rate unknownIds) {
        this.rows = rows;
        this.accounts = accounts;
        this.surroundings = surroundings;
        this.master = master;
        this.freshness = freshness;
        this.unknownIds = unknownIds;
    }

    /** What a quorum said of a key. */
    private record Remembered(
            Holder holder, Deadline renewal, Deadline end, AtomicBoolean renewing) {}

    @Override
    public Optional<Holder> find(String accessKeyId) {
        // What cannot be an id costs nobody a round trip.
        if (master == null || !KeyService.isId(accessKeyId)) {
            return Optional.empty();
        }
        Remembered known = remembered.get(accessKeyId);
        if (known == null) {
            return lookAtUnknown(accessKeyId, master);
        }
        if (known.end().hasPassed(surroundings.time())) {
            return look(accessKeyId, master);
        }
        if (known.renewal().hasPassed(surroundings.time())
                && known.renewing().compareAndSet(false, true)) {
            MasterKey opening = master;
            surroundings.tasks().fork("renew-access-key", () -> renew(accessKeyId, opening, known));
        }
        return Optional.of(known.holder());
    }

    private Optional<Holder> lookAtUnknown(String id, MasterKey opening) {
        Deadline end = absent.get(id);
        if (end == null) {
            return lookWithinRate(id, opening);
        }
        // Of a deleted key, whose id has the mark, one look-up is under way at a time.
        if (!end.hasPassed(surroundings.time()) || !sought.add(id)) {
            return Optional.empty();
        }
        try {
            return lookWithinRate(id, opening);
        } finally {
            sought.remove(id);
        }
    }

    private Optional<Holder> lookWithinRate(String id, MasterKey opening) {
        // Keys that were not used for a while are not for a flood of made-up ids to keep out.
        if (!KeyService.isMarked(id, opening) && !unknownIds.allows()) {
            throw new S3Exception(S3Error.SLOW_DOWN).withHeader("Retry-After", "1");
        }
        return look(id, opening);
    }

    private void renew(String id, MasterKey opening, Remembered known) {
        try {
            look(id, opening);
        } catch (S3Exception e) {
            LOG.atDebug().addKeyValue("accessKeyId", id).log("not renewed: {}", e.message());
            known.renewing().set(false);
        }
    }

    private Optional<Holder> look(String id, MasterKey opening) {
        Deadline renewal = surroundings.time().after(freshness.dividedBy(2));
        Deadline end = surroundings.time().after(freshness);
        Optional<Holder> holder =
                switch (rows.read(ObjectKey.ofAccessKey(id))) {
                    case SystemRows.Held(Optional<Value> record) ->
                            record.map(AccessKeyCodec::decode)
                                    .filter(each -> each.state() == State.ACTIVE)
                                    .map(each -> holder(id, each, opening));
                    case SystemRows.Unavailable failure -> throw unavailable(id, failure);
                };
        holder.ifPresentOrElse(
                found -> remember(id, new Remembered(found, renewal, end, new AtomicBoolean())),
                () -> rememberAbsent(id, end));
        return holder;
    }

    private Holder holder(String id, AccessKeyRecord record, MasterKey opening) {
        Optional<Account> account = accounts.find(record.account());
        if (account.isEmpty()) {
            LOG.atError()
                    .addKeyValue("accessKeyId", id)
                    .log("the key's account {} is not configured here", record.account());
            throw new S3Exception(S3Error.INTERNAL_ERROR);
        }
        try {
            String owner = KeyService.owner(id, record.account());
            return new Holder(opening.open(owner, record.sealedSecret()), account.get());
        } catch (MasterKey.NotMine e) {
            LOG.atError()
                    .addKeyValue("accessKeyId", id)
                    .log("the key's secret is not of this gateway's giza.master-key");
            throw new S3Exception(S3Error.INTERNAL_ERROR);
        }
    }

    private void remember(String id, Remembered found) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(each -> each.end().hasPassed(surroundings.time()));
        }
        if (remembered.size() < MAX_REMEMBERED || remembered.containsKey(id)) {
            remembered.merge(id, found, StoredAccessKeys::later);
        }
    }

    private void rememberAbsent(String id, Deadline end) {
        remembered.computeIfPresent(id, (_, each) -> isLater(each.end(), end) ? each : null);
        if (absent.size() >= MAX_REMEMBERED) {
            absent.values().removeIf(each -> each.hasPassed(surroundings.time()));
        }
        if (absent.size() < MAX_REMEMBERED) {
            absent.put(id, end);
        }
    }

    private static boolean isLater(Deadline one, Deadline other) {
        return !one.equals(other) && one.earlier(other).equals(other);
    }

    /** Of two looks the one that began later: the other may have seen an older state. */
    private static Remembered later(Remembered one, Remembered other) {
        return one.end().earlier(other.end()).equals(one.end()) ? other : one;
    }

    private static S3Exception unavailable(String id, SystemRows.Unavailable failure) {
        LOG.atWarn()
                .addKeyValue("accessKeyId", id)
                .log("access key cannot be looked up: {}", failure.detail());
        return new S3Exception(S3Error.SERVICE_UNAVAILABLE).withHeader("Retry-After", "1");
    }
}
