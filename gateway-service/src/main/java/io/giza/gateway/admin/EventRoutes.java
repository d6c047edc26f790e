package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.system.SystemRows;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AuditRecord;
import io.giza.record.AuditRecordCodec;
import io.giza.record.FormatException;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What operators had done, oldest first. */
public final class EventRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(EventRoutes.class);
    private static final int PAGE = 1000;

    private final SystemRows rows;

    /** Shows the rows that {@link AuditTrail} writes. */
    public EventRoutes(SystemRows rows) {
        this.rows = rows;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get("/events", Role.AUDITOR, Set.of("after", "limit"), this::list));
    }

    private JsonAnswer list(AdminCall call) {
        String after = call.parameter("after");
        String limit = call.parameter("limit");
        if (after != null && !after.matches("[0-9TZ.a-f-]{1,40}")) {
            return JsonAnswer.error(
                    Fault.BAD_REQUEST,
                    "after must be the id of an event, or begin like one: 20261126T150000");
        }
        if (limit != null && !limit.matches("[1-9]\\d{0,3}")) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "limit must be 1 to 9999.");
        }
        int most = limit == null ? PAGE : Integer.parseInt(limit);
        return switch (rows.list(ObjectKey.AUDIT, after == null ? "" : after, most)) {
            case SystemRows.Listed(var found, boolean more) ->
                    JsonAnswer.of(
                            "events",
                            Map.of(
                                    "events",
                                    found.stream().flatMap(EventRoutes::readable).toList(),
                                    "more",
                                    more));
            case SystemRows.Unavailable failure ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE, "it cannot be told now: " + failure.detail() + ".");
        };
    }

    /** What a later release wrote is for that to read. */
    private static Stream<Map<String, Object>> readable(SystemRows.Named row) {
        try {
            return Stream.of(json(row.name(), AuditRecordCodec.decode(row.record())));
        } catch (FormatException e) {
            LOG.atWarn().addKeyValue("audit", row.name()).log("not read: {}", e.getMessage());
            return Stream.empty();
        }
    }

    static Map<String, Object> json(String id, AuditRecord record) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("time", record.time().toString());
        json.put("access_key", record.accessKey());
        json.put("account", record.account());
        json.put("remote", record.remote());
        json.put("dc", record.dc());
        json.put("method", record.method());
        json.put("path", record.path());
        json.put("fields", record.fields());
        json.put("status", record.status());
        json.put("error", record.error());
        return json;
    }
}
