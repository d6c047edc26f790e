package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.quota.QuotaRows.Answer;
import io.giza.gateway.quota.QuotaRows.Told;
import io.giza.gateway.quota.QuotaRows.Untold;
import io.giza.gateway.s3.request.BucketName;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.Bucket;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.system.SystemRows;
import io.giza.model.BucketRecord;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.BucketRecordCodec;
import io.giza.usage.QuotaRecord;
import io.giza.usage.UsageRecord;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The buckets of all accounts: what they hold, and how much they may. */
public final class BucketRoutes {
    private static final String PREFIX = ObjectKey.ofBucketRecord("").name();
    private static final int MOST = 1000;

    private final BucketService buckets;
    private final SystemRows rows;
    private final QuotaRows quotas;
    private final QuotaChanges changes;

    /** Shows the buckets of a cluster, and changes their quotas. */
    public BucketRoutes(BucketService buckets, SystemRows rows, QuotaChanges changes) {
        this.buckets = buckets;
        this.rows = rows;
        this.quotas = new QuotaRows(rows);
        this.changes = changes;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/buckets", Role.AUDITOR, Set.of("account", "after", "limit"), this::list),
                AdminRoute.get(
                        "/buckets/{name}/usage",
                        Role.AUDITOR,
                        Set.of(),
                        call -> withBucket(call, this::usage)),
                AdminRoute.put(
                        "/buckets/{name}/quota",
                        QuotaChanges.FIELDS,
                        call -> withBucket(call, bucket -> setQuota(call, bucket))),
                // The bucket may be gone, and its quota not.
                AdminRoute.delete("/buckets/{name}/quota", this::liftQuota));
    }

    private JsonAnswer list(AdminCall call) {
        String after = call.parameter("after");
        String limit = call.parameter("limit");
        if (after != null && !after.matches("[a-z0-9.-]{1,63}")) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "after must be the name of a bucket.");
        }
        if (limit != null && !limit.matches("[1-9]\\d{0,2}|1000")) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "limit must be 1 to " + MOST + ".");
        }
        Page asked =
                new Page(
                        call.parameter("account"),
                        after == null ? "" : after,
                        limit == null ? MOST : Integer.parseInt(limit));
        return told(records(asked), found -> describe(asked, found));
    }

    /** Those of one account, or of all. */
    private record Page(@Nullable String account, String after, int limit) {
        boolean has(BucketRecord record) {
            return record.state() != BucketRecord.State.DELETED
                    && (account == null || account.equals(record.account()));
        }
    }

    /** Reads one bucket more than the page has, if there is one. */
    private Answer<SortedMap<String, BucketRecord>> records(Page page) {
        SortedMap<String, BucketRecord> found = new TreeMap<>();
        String next = page.after();
        while (true) {
            switch (rows.list(PREFIX, next, page.limit() + 1)) {
                case SystemRows.Unavailable failure -> {
                    return new Untold<>(failure.detail());
                }
                case SystemRows.Listed(var records, boolean more) -> {
                    for (SystemRows.Named row : records) {
                        next = row.name();
                        BucketRecord record = BucketRecordCodec.decode(row.record());
                        if (page.has(record)) {
                            found.put(row.name(), record);
                        }
                        if (found.size() > page.limit()) {
                            return new Told<>(found);
                        }
                    }
                    if (!more) {
                        return new Told<>(found);
                    }
                }
            }
        }
    }

    private JsonAnswer describe(Page page, SortedMap<String, BucketRecord> found) {
        boolean more = found.size() > page.limit();
        SortedMap<String, BucketRecord> shown = more ? found.headMap(found.lastKey()) : found;
        if (shown.isEmpty()) {
            return answer(List.of(), false);
        }
        String last = shown.lastKey();
        Map<String, UsageRecord> sums = new TreeMap<>();
        Set<String> accounts =
                shown.values().stream().map(BucketRecord::account).collect(Collectors.toSet());
        for (String account : accounts) {
            switch (quotas.sums(account, page.after(), last)) {
                case Told<SortedMap<String, UsageRecord>>(var some) ->
                        sums.putAll(ofLives(some, shown));
                case Untold<SortedMap<String, UsageRecord>>(String detail) -> {
                    return unavailable(detail);
                }
            }
        }
        return told(
                quotas.bucketQuotas(page.after(), last),
                set -> {
                    List<Map<String, Object>> all = new ArrayList<>();
                    shown.forEach(
                            (name, record) ->
                                    all.add(json(name, record, sums.get(name), set.get(name))));
                    return answer(all, more);
                });
    }

    /** A sum may be that of a bucket that was deleted, and had the name before. */
    private static Map<String, UsageRecord> ofLives(
            Map<String, UsageRecord> sums, Map<String, BucketRecord> shown) {
        Map<String, UsageRecord> ofLives = new TreeMap<>(sums);
        ofLives.entrySet()
                .removeIf(
                        sum -> {
                            BucketRecord record = shown.get(sum.getKey());
                            return record == null || !record.id().equals(sum.getValue().bucket());
                        });
        return ofLives;
    }

    private static JsonAnswer answer(List<Map<String, Object>> shown, boolean more) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("buckets", shown);
        json.put("more", more);
        return JsonAnswer.of("buckets", json);
    }

    private static Map<String, Object> json(
            String name,
            BucketRecord record,
            @Nullable UsageRecord sum,
            @Nullable QuotaRecord quota) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("account", record.account());
        json.put("created", record.created().toString());
        json.put("versioning", JsonAnswer.lower(record.reportedVersioning()));
        json.put("usage", UsageJson.of(Optional.ofNullable(sum)));
        json.put("quota", UsageJson.quota(Optional.ofNullable(quota), record.account()));
        return json;
    }

    private JsonAnswer withBucket(AdminCall call, Function<Bucket, JsonAnswer> action) {
        String name = call.name("name");
        if (!BucketName.isValid(name)) {
            return noSuchBucket(name);
        }
        return switch (buckets.find(name)) {
            case FindResult.Found(Bucket bucket) -> action.apply(bucket);
            case FindResult.Absent _, FindResult.Foreign _ -> noSuchBucket(name);
            case BucketService.Unavailable failure -> unavailable(failure.detail());
        };
    }

    private JsonAnswer usage(Bucket bucket) {
        return told(
                quotas.sum(bucket.account(), bucket.name()),
                sum -> told(quotas.ofBucket(bucket.name()), quota -> usage(bucket, sum, quota)));
    }

    private static JsonAnswer usage(
            Bucket bucket, Optional<UsageRecord> sum, Optional<QuotaRecord> quota) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", bucket.name());
        json.put("account", bucket.account());
        json.put("usage", UsageJson.of(sum.filter(each -> each.bucket().equals(bucket.id()))));
        json.put("quota", UsageJson.quota(quota, bucket.account()));
        return JsonAnswer.of("bucket-usage", json);
    }

    private JsonAnswer setQuota(AdminCall call, Bucket bucket) {
        return changes.set(call, ObjectKey.ofBucketQuota(bucket.name()), bucket.account());
    }

    private JsonAnswer liftQuota(AdminCall call) {
        String name = call.name("name");
        return BucketName.isValid(name)
                ? changes.lift(call, ObjectKey.ofBucketQuota(name))
                : noSuchBucket(name);
    }

    private static JsonAnswer noSuchBucket(String name) {
        return JsonAnswer.error(Fault.NOT_FOUND, "there is no bucket '" + name + "'.");
    }

    static <T> JsonAnswer told(Answer<T> answer, Function<T, JsonAnswer> use) {
        return switch (answer) {
            case Told<T>(T value) -> use.apply(value);
            case Untold<T>(String detail) -> unavailable(detail);
        };
    }

    private static JsonAnswer unavailable(String detail) {
        return JsonAnswer.error(Fault.UNAVAILABLE, "it cannot be told now: " + detail + ".");
    }
}
