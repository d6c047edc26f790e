package io.giza.gateway.admin;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.model.ObjectKey;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Changes of quotas.
 *
 * @param quotas where they are kept
 * @param level says whether all gateways obey quotas
 * @param surroundings chance, and the time
 */
public record QuotaChanges(QuotaRows quotas, LiveLevel level, Surroundings surroundings) {
    static final Set<String> FIELDS = Set.of("bytes", "objects");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** Sets what the body says in the place of the quota before; what it does not name is free. */
    JsonAnswer set(AdminCall call, ObjectKey key, String account) {
        for (String field : FIELDS) {
            String text = call.text(field);
            if (text != null && !text.matches("\\d{1,19}")) {
                return JsonAnswer.error(
                        Fault.BAD_REQUEST, field + " must be a number from 0, for no quota.");
            }
        }
        Quota quota;
        try {
            quota = new Quota(number(call, "bytes"), number(call, "objects"));
        } catch (IllegalArgumentException e) {
            return JsonAnswer.error(Fault.BAD_REQUEST, e.getMessage() + ".");
        }
        if (quota.isNone()) {
            return JsonAnswer.error(
                    Fault.BAD_REQUEST, "name bytes or objects, or both; DELETE lifts a quota.");
        }
        return level.refusal(LevelRange.OPERATED, "a quota", surroundings.time().after(PATIENCE))
                .map(why -> JsonAnswer.error(Fault.CONFLICT, why + "."))
                .orElseGet(() -> change(call, key, new QuotaRecord(account, quota)));
    }

    private static long number(AdminCall call, String field) {
        String text = call.text(field);
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    /** Lifts a quota, also one that is not there. */
    JsonAnswer lift(AdminCall call, ObjectKey key) {
        return change(call, key, new QuotaRecord("", Quota.NONE));
    }

    private JsonAnswer change(AdminCall call, ObjectKey key, QuotaRecord quota) {
        ClientOperation operation = ClientOperation.once(surroundings.random());
        return switch (quotas.set(key, operation, quota)) {
            case SystemRows.Changed _ -> {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("name", call.name("name"));
                json.put("quota", UsageJson.quota(quota.quota()));
                yield JsonAnswer.of("quota-change", json);
            }
            case SystemRows.Unavailable(String detail, boolean outcomeUnknown) ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE,
                            outcomeUnknown
                                    ? "it may have happened or not: " + detail + "."
                                    : "it cannot be done now: " + detail + ".");
        };
    }
}
