package io.giza.gateway.admin;

import io.giza.gateway.admin.Regions.Said;
import io.giza.gateway.contention.HotKeys;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.BucketsResult;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.UploadRows;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.replica.Account;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The keys at which writers meet most, as the gateways of all regions know them together. */
public final class HotRoutes {
    private static final String PATH = "/hot";
    private static final int MOST = 100;

    private final HotKeys own;
    private final Regions regions;
    private final List<DcName> dcs;
    private final BucketService buckets;
    private final Collection<Account> accounts;

    /**
     * Asks the gateways of these data centers.
     *
     * @param own what this gateway knows
     * @param accounts whose buckets are given names
     */
    public HotRoutes(
            HotKeys own,
            Regions regions,
            List<DcName> dcs,
            BucketService buckets,
            Collection<Account> accounts) {
        this.own = own;
        this.regions = regions;
        this.dcs = List.copyOf(dcs);
        this.buckets = buckets;
        this.accounts = List.copyOf(accounts);
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(AdminRoute.get(PATH, Role.AUDITOR, Set.of(), _ -> hot()));
    }

    /** Returns what gateways of other regions are told. */
    public Regions.Fact fact() {
        return new Regions.Fact(PATH, () -> JsonAnswer.of("region-hot", tell(own.hottest(MOST))));
    }

    private static Map<String, Object> tell(HotKeys.Report report) {
        List<Map<String, Object>> keys = new ArrayList<>();
        for (HotKeys.Key each : report.keys()) {
            keys.add(
                    Map.of(
                            "bucket_id", each.key().bucket().toString(),
                            "name", each.key().name(),
                            "waits", each.waits(),
                            "conflicts", each.conflicts()));
        }
        return Map.of("from", report.from().toString(), "error", report.error(), "keys", keys);
    }

    private record RowName(String bucketId, String name) {}

    private record Counts(long waits, long conflicts) {
        Counts plus(Counts other) {
            return new Counts(waits + other.waits, conflicts + other.conflicts);
        }

        long sum() {
            return waits + conflicts;
        }
    }

    private JsonAnswer hot() {
        HotKeys.Report here = own.hottest(MOST);
        Map<RowName, Counts> all = new HashMap<>();
        for (HotKeys.Key each : here.keys()) {
            all.merge(
                    new RowName(each.key().bucket().toString(), each.key().name()),
                    new Counts(each.waits(), each.conflicts()),
                    Counts::plus);
        }
        Map<String, Object> told = new LinkedHashMap<>();
        Map<DcName, Said> others = regions.others(dcs, PATH);
        for (DcName dc : dcs) {
            Said said = others.get(dc);
            if (said == null) {
                told.put(dc.value(), window(here.from().toString(), here.error()));
            } else {
                told.put(dc.value(), add(said, all));
            }
        }
        return JsonAnswer.of("hot", Map.of("data_centers", told, "keys", keys(all)));
    }

    private static Map<String, Object> window(String from, long error) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("from", from);
        json.put("off_by", error);
        return json;
    }

    private static Object add(Said said, Map<RowName, Counts> all) {
        JsonNode body = said.body();
        if (body == null) {
            return said.json();
        }
        for (JsonNode key : body.path("keys")) {
            all.merge(
                    new RowName(key.path("bucket_id").asString(""), key.path("name").asString("")),
                    new Counts(key.path("waits").asLong(0), key.path("conflicts").asLong(0)),
                    Counts::plus);
        }
        return window(body.path("from").asString(""), body.path("error").asLong(0));
    }

    private List<Map<String, Object>> keys(Map<RowName, Counts> all) {
        Map<String, String> names = all.isEmpty() ? Map.of() : bucketNames();
        return all.entrySet().stream()
                .sorted(
                        Map.Entry.<RowName, Counts>comparingByValue(
                                        Comparator.comparingLong(Counts::sum).reversed())
                                .thenComparing(each -> each.getKey().name()))
                .limit(MOST)
                .map(each -> json(each.getKey(), each.getValue(), names))
                .toList();
    }

    /** A row that holds no object has a name of its own, which operators may have to know too. */
    private static Map<String, Object> json(RowName row, Counts counts, Map<String, String> names) {
        boolean isSystem = row.bucketId().equals(BucketId.SYSTEM.toString());
        boolean isUpload = names.containsKey(UPLOADS + row.bucketId());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("kind", isSystem ? "system" : isUpload ? "upload" : "object");
        json.put(
                "bucket",
                Objects.requireNonNullElse(
                        names.get((isUpload ? UPLOADS : "") + row.bucketId()), ""));
        json.put("bucket_id", row.bucketId());
        json.put(
                "key",
                isUpload
                        ? UploadRows.parse(row.name())
                                .map(UploadRows.UploadName::key)
                                .orElse(row.name())
                        : row.name());
        json.put("waits", counts.waits());
        json.put("conflicts", counts.conflicts());
        return json;
    }

    /** What stands before the identity of the space of a bucket's uploads. */
    private static final String UPLOADS = "uploads of ";

    /** Returns the names of all buckets by their identities; fewer where no quorum tells. */
    private Map<String, String> bucketNames() {
        Map<String, String> names = new HashMap<>();
        for (Account account : accounts) {
            if (buckets.list(account) instanceof BucketsResult.Buckets(var found)) {
                for (BucketService.Bucket bucket : found) {
                    names.put(bucket.id().toString(), bucket.name());
                    names.put(UPLOADS + bucket.id().uploads(), bucket.name());
                }
            }
        }
        return names;
    }
}
