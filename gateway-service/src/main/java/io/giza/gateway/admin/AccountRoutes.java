package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.s3.auth.Accounts;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.usage.QuotaRecord;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What accounts hold in all their buckets, and how much they may. */
public final class AccountRoutes {
    private final Accounts accounts;
    private final QuotaRows quotas;
    private final QuotaChanges changes;

    /** Shows accounts, and changes their quotas. */
    public AccountRoutes(Accounts accounts, QuotaRows quotas, QuotaChanges changes) {
        this.accounts = accounts;
        this.quotas = quotas;
        this.changes = changes;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/accounts/{name}/usage",
                        Role.AUDITOR,
                        Set.of(),
                        call -> withAccount(call, this::usage)),
                AdminRoute.put(
                        "/accounts/{name}/quota",
                        QuotaChanges.FIELDS,
                        call ->
                                withAccount(
                                        call,
                                        name ->
                                                changes.set(
                                                        call,
                                                        ObjectKey.ofAccountQuota(name),
                                                        name))),
                AdminRoute.delete(
                        "/accounts/{name}/quota",
                        call ->
                                withAccount(
                                        call,
                                        name ->
                                                changes.lift(
                                                        call, ObjectKey.ofAccountQuota(name)))));
    }

    private JsonAnswer withAccount(AdminCall call, Function<String, JsonAnswer> action) {
        String name = call.name("name");
        return accounts.find(name)
                .map(account -> action.apply(account.name()))
                .orElseGet(
                        () ->
                                JsonAnswer.error(
                                        Fault.NOT_FOUND,
                                        "there is no account '" + name + "' in giza.accounts."));
    }

    private JsonAnswer usage(String account) {
        return BucketRoutes.told(
                quotas.sums(account),
                sums ->
                        BucketRoutes.told(
                                quotas.ofAccount(account), quota -> usage(account, sums, quota)));
    }

    private static JsonAnswer usage(
            String account, Map<String, UsageRecord> sums, Optional<QuotaRecord> quota) {
        Usage usage =
                sums.values().stream().map(UsageRecord::usage).reduce(Usage.NONE, Usage::plus);
        Optional<Instant> began =
                sums.values().stream().map(UsageRecord::began).min(Comparator.naturalOrder());
        Optional<Instant> ended =
                sums.values().stream().map(UsageRecord::ended).max(Comparator.naturalOrder());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("account", account);
        json.put("buckets", sums.size());
        json.put(
                "usage",
                began.flatMap(first -> ended.map(last -> UsageJson.of(usage, first, last)))
                        .orElse(null));
        json.put("quota", UsageJson.quota(quota, account));
        return JsonAnswer.of("account-usage", json);
    }
}
