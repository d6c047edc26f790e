package io.giza.gateway.admin;

import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;
import io.giza.usage.Usage;
import io.giza.usage.UsageRecord;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Sums and quotas as operators are shown them; null where there are none. */
final class UsageJson {
    private UsageJson() {}

    static @Nullable Map<String, Object> of(Optional<UsageRecord> sum) {
        return sum.map(each -> of(each.usage(), each.began(), each.ended())).orElse(null);
    }

    /**
     * Returns a sum.
     *
     * @param began when the sweep began that found it, or the first of several
     * @param ended when it ended, or the last of several
     */
    static Map<String, Object> of(Usage usage, Instant began, Instant ended) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("objects", usage.objects());
        json.put("versions", usage.versions());
        json.put("markers", usage.markers());
        json.put("bytes", usage.bytes());
        json.put("uploads", usage.uploads());
        json.put("upload_bytes", usage.uploadBytes());
        json.put("stored_bytes", usage.storedBytes());
        json.put("began", began.toString());
        json.put("ended", ended.toString());
        return json;
    }

    /** Returns a quota, unless it is that of another account. */
    static @Nullable Map<String, Object> quota(Optional<QuotaRecord> record, String account) {
        return record.filter(each -> each.account().equals(account))
                .map(each -> quota(each.quota()))
                .orElse(null);
    }

    static @Nullable Map<String, Object> quota(Quota quota) {
        if (quota.isNone()) {
            return null;
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bytes", quota.bytes());
        json.put("objects", quota.objects());
        return json;
    }
}
