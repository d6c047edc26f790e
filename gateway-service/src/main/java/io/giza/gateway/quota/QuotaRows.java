package io.giza.gateway.quota;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.record.FormatException;
import io.giza.usage.QuotaCodec;
import io.giza.usage.QuotaRecord;
import io.giza.usage.UsageCodec;
import io.giza.usage.UsageRecord;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Quotas that operators set, and what buckets held when a sweep went over them, as system rows.
 * What a later release wrote is passed over, as if it were not there.
 *
 * @param rows where they are
 */
public record QuotaRows(SystemRows rows) {
    private static final Logger LOG = LoggerFactory.getLogger(QuotaRows.class);
    private static final int PAGE = 1000;

    /** What a quorum said. */
    public sealed interface Answer<T> {}

    /** It is this. */
    public record Told<T>(T value) implements Answer<T> {}

    /** Too few data centers answered. */
    public record Untold<T>(String detail) implements Answer<T> {}

    /**
     * All quotas.
     *
     * @param buckets those of buckets, by their names
     * @param accounts those of accounts, by theirs
     */
    public record Quotas(Map<String, QuotaRecord> buckets, Map<String, QuotaRecord> accounts) {
        public Quotas {
            buckets = Map.copyOf(buckets);
            accounts = Map.copyOf(accounts);
        }
    }

    /** Returns all quotas. */
    public Answer<Quotas> quotas() {
        return switch (all(ObjectKey.BUCKET_QUOTAS, "", "", QuotaCodec::decode)) {
            case Untold<SortedMap<String, QuotaRecord>>(String detail) -> new Untold<>(detail);
            case Told<SortedMap<String, QuotaRecord>>(var buckets) ->
                    switch (all(ObjectKey.ACCOUNT_QUOTAS, "", "", QuotaCodec::decode)) {
                        case Untold<SortedMap<String, QuotaRecord>>(String detail) ->
                                new Untold<>(detail);
                        case Told<SortedMap<String, QuotaRecord>>(var accounts) ->
                                new Told<>(new Quotas(buckets, accounts));
                    };
        };
    }

    /** Returns the quotas of buckets in a range of names, by name. */
    public Answer<SortedMap<String, QuotaRecord>> bucketQuotas(String after, String last) {
        return all(ObjectKey.BUCKET_QUOTAS, after, last, QuotaCodec::decode);
    }

    /** Returns the quota of a bucket. */
    public Answer<Optional<QuotaRecord>> ofBucket(String bucket) {
        return one(ObjectKey.ofBucketQuota(bucket), QuotaCodec::decode);
    }

    /** Returns the quota of an account. */
    public Answer<Optional<QuotaRecord>> ofAccount(String account) {
        return one(ObjectKey.ofAccountQuota(account), QuotaCodec::decode);
    }

    /** Returns what all buckets of an account held, by their names. */
    public Answer<SortedMap<String, UsageRecord>> sums(String account) {
        return sums(account, "", "");
    }

    /**
     * Returns what buckets of an account held, by their names.
     *
     * @param after the name after which to begin, empty for the first
     * @param last the last name, empty for all
     */
    public Answer<SortedMap<String, UsageRecord>> sums(String account, String after, String last) {
        return all(ObjectKey.usageOf(account), after, last, UsageCodec::decode);
    }

    /** Returns what a bucket held. */
    public Answer<Optional<UsageRecord>> sum(String account, String bucket) {
        return one(ObjectKey.ofUsage(account, bucket), UsageCodec::decode);
    }

    /** Sets a quota, or lifts it where there is to be none. */
    public SystemRows.ChangeResult set(
            ObjectKey key, ClientOperation operation, QuotaRecord quota) {
        return rows.change(
                key,
                operation,
                quota.quota().isNone()
                        ? Change.removal()
                        : Change.to(QuotaCodec.FORMAT, QuotaCodec.encode(quota)));
    }

    private <T> Answer<Optional<T>> one(ObjectKey key, Function<Value, T> decoder) {
        return switch (rows.read(key)) {
            case SystemRows.Held(Optional<Value> record) ->
                    new Told<>(record.flatMap(value -> readable(key.name(), value, decoder)));
            case SystemRows.Unavailable failure -> new Untold<>(failure.detail());
        };
    }

    private <T> Answer<SortedMap<String, T>> all(
            String prefix, String after, String last, Function<Value, T> decoder) {
        SortedMap<String, T> found = new TreeMap<>();
        String next = after;
        while (true) {
            switch (rows.list(prefix, next, PAGE)) {
                case SystemRows.Unavailable failure -> {
                    return new Untold<>(failure.detail());
                }
                case SystemRows.Listed(var records, boolean more) -> {
                    for (SystemRows.Named row : records) {
                        next = row.name();
                        if (!last.isEmpty() && next.compareTo(last) > 0) {
                            return new Told<>(found);
                        }
                        String name = next;
                        readable(prefix + name, row.record(), decoder)
                                .ifPresent(each -> found.put(name, each));
                    }
                    if (!more) {
                        return new Told<>(found);
                    }
                }
            }
        }
    }

    private static <T> Optional<T> readable(String name, Value value, Function<Value, T> decoder) {
        try {
            return Optional.of(decoder.apply(value));
        } catch (FormatException e) {
            LOG.atWarn().addKeyValue("row", name).log("not read: {}", e.getMessage());
            return Optional.empty();
        }
    }
}
