package io.giza.gateway.admin;

import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.AuditRecord;
import io.giza.record.AuditRecordCodec;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Who had what done. Before an operator's request changes anything, that it was asked for is a row
 * that a quorum keeps, and afterwards what came of it is. Where no quorum keeps it, nothing is
 * changed either: so nothing is ever changed that no row tells of. The same is logged, as lines of
 * JSON of the logger {@link #LOGGER}, with what was refused for want of a role beside it.
 *
 * <p>Rows are removed after 90 days, when others are written.
 */
public final class AuditTrail {
    /** The logger of the lines. */
    public static final String LOGGER = "io.giza.audit";

    /** How long rows are kept. */
    static final Duration KEPT = Duration.ofDays(90);

    private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
    private static final Logger LINES = LoggerFactory.getLogger(LOGGER);
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    /** In the order of time by their texts. */
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final Duration PRUNING_INTERVAL = Duration.ofMinutes(10);
    private static final int FAILED = 500;
    private static final int PAGE = 100;
    private static final int MOST_CHARACTERS = 500;

    private final DcName dc;
    private final SystemRows rows;
    private final Surroundings surroundings;
    private final AtomicReference<Deadline> nextPruning;

    /** Keeps the trail of the gateways of a data center. */
    public AuditTrail(DcName dc, SystemRows rows, Surroundings surroundings) {
        this.dc = dc;
        this.rows = rows;
        this.surroundings = surroundings;
        this.nextPruning = new AtomicReference<>(surroundings.time().after(Duration.ZERO));
    }

    /** Returns what the ids of rows of a time and later come after. */
    static String idBefore(Instant time) {
        return ID.format(time);
    }

    /** Has something done that changes something, between the two notes of it. */
    JsonAnswer around(AdminCall call, AdminRoute route, Supplier<JsonAnswer> action) {
        AuditRecord intent = record(call, route);
        String id = ID.format(intent.time()) + "-" + random();
        if (write(id, intent) instanceof SystemRows.Unavailable failure) {
            return JsonAnswer.error(
                    Fault.UNAVAILABLE,
                    "nothing was changed, since no quorum keeps that it was asked for: "
                            + failure.detail()
                            + ".");
        }
        log(id, intent, "asked");
        JsonAnswer answer;
        try {
            answer = action.get();
        } catch (RuntimeException e) {
            end(id, intent.ended(FAILED, "the gateway failed"));
            throw e;
        }
        end(id, intent.ended(answer.status(), error(answer)));
        pruneIfDue();
        return answer;
    }

    /**
     * Has something shown that not everybody may see, and notes it beside: what helps to find out
     * why no quorum answers must not need one. The lines of the log are always written.
     */
    JsonAnswer beside(AdminCall call, AdminRoute route, Supplier<JsonAnswer> action) {
        AuditRecord intent = record(call, route);
        String id = ID.format(intent.time()) + "-" + random();
        log(id, intent, "asked");
        JsonAnswer answer = action.get();
        AuditRecord ended = intent.ended(answer.status(), error(answer));
        surroundings.tasks().fork("audit", () -> end(id, ended));
        return answer;
    }

    private void end(String id, AuditRecord ended) {
        log(id, ended, "answered");
        if (write(id, ended) instanceof SystemRows.Unavailable failure) {
            LOG.atWarn()
                    .addKeyValue("audit", id)
                    .log("what came of it is in no row: {}", failure.detail());
        }
    }

    /** Notes that somebody asked for what their role does not allow. */
    void refused(AdminCall call, AdminRoute route, JsonAnswer answer) {
        AuditRecord record = record(call, route).ended(answer.status(), error(answer));
        log("", record, "refused");
    }

    private AuditRecord record(AdminCall call, AdminRoute route) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String name : route.parameters()) {
            String value = call.parameter(name);
            if (value != null) {
                fields.put(name, cut(value));
            }
        }
        call.body().forEach((name, value) -> fields.put(name, cut(text(value))));
        return new AuditRecord(
                surroundings.time().instant(),
                call.caller().label(),
                call.caller().account().name(),
                call.remote(),
                dc.value(),
                route.method(),
                cut(route.path(call.names())),
                fields,
                0,
                "");
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asString("") : value.toString();
    }

    private static String error(JsonAnswer answer) {
        return cut(String.valueOf(answer.body().getOrDefault("error", "")));
    }

    /** What strangers write is as long as they like, and a row is not. */
    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
    }

    private String random() {
        return String.format("%08x", surroundings.random().nextInt());
    }

    private SystemRows.ChangeResult write(String id, AuditRecord record) {
        return rows.change(
                ObjectKey.ofAudit(id),
                ClientOperation.once(surroundings.random()),
                Change.to(AuditRecordCodec.FORMAT, AuditRecordCodec.encode(record)));
    }

    private static void log(String id, AuditRecord record, String phase) {
        if (LINES.isInfoEnabled()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("phase", phase);
            line.putAll(EventRoutes.json(id, record));
            LINES.info(JSON.writeValueAsString(line));
        }
    }

    /** Removes rows that are too old, beside what the caller waits for. */
    private void pruneIfDue() {
        Deadline due = nextPruning.get();
        Deadline next = surroundings.time().after(PRUNING_INTERVAL);
        if (due.hasPassed(surroundings.time()) && nextPruning.compareAndSet(due, next)) {
            surroundings.tasks().fork("prune-audit", this::prune);
        }
    }

    private void prune() {
        String end = idBefore(surroundings.time().instant().minus(KEPT));
        while (rows.list(ObjectKey.AUDIT, "", PAGE) instanceof SystemRows.Listed oldest) {
            List<String> old =
                    oldest.records().stream()
                            .map(SystemRows.Named::name)
                            .filter(name -> name.compareTo(end) < 0)
                            .toList();
            boolean areGone = old.stream().allMatch(this::remove);
            if (old.size() < PAGE || !areGone) {
                return;
            }
        }
    }

    private boolean remove(String id) {
        ClientOperation operation = ClientOperation.once(surroundings.random());
        return rows.change(ObjectKey.ofAudit(id), operation, Change.removal())
                instanceof SystemRows.Changed;
    }
}
