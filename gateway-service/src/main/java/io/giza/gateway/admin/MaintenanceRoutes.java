package io.giza.gateway.admin;

import io.giza.concurrent.Time;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.maintenance.Maintenance;
import io.giza.gateway.maintenance.MaintenanceLease;
import io.giza.gateway.maintenance.MaintenanceLease.Outcome;
import io.giza.model.DcName;
import io.giza.record.AccessKeyRecord.Role;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** At which data center operators work. */
public final class MaintenanceRoutes {
    private static final String PATH = "/maintenance";
    private static final int LONGEST_MINUTES = 7 * 24 * 60;

    private final MaintenanceLease lease;
    private final Supplier<Set<DcName>> dcs;
    private final Time time;

    /**
     * Shows and changes it.
     *
     * @param dcs which data centers there are now
     */
    public MaintenanceRoutes(MaintenanceLease lease, Supplier<Set<DcName>> dcs, Time time) {
        this.lease = lease;
        this.dcs = dcs;
        this.time = time;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(PATH, Role.AUDITOR, Set.of(), _ -> answer(lease.current())),
                AdminRoute.post(PATH + "/{dc}", Set.of("minutes", "reason"), this::begin),
                AdminRoute.delete(PATH + "/{dc}", this::end));
    }

    private JsonAnswer begin(AdminCall call) {
        Optional<DcName> dc = dc(call);
        String minutes = call.text("minutes");
        if (dc.isEmpty()) {
            return noSuchDc(call);
        }
        if (minutes == null
                || !minutes.matches("[1-9]\\d{0,4}")
                || Integer.parseInt(minutes) > LONGEST_MINUTES) {
            return JsonAnswer.error(
                    Fault.BAD_REQUEST, "minutes must be 1 to " + LONGEST_MINUTES + ".");
        }
        @Nullable String reason = call.text("reason");
        try {
            return answer(
                    lease.begin(
                            new Maintenance(
                                    dc.get(),
                                    time.instant()
                                            .plus(Duration.ofMinutes(Integer.parseInt(minutes)))
                                            .truncatedTo(ChronoUnit.SECONDS),
                                    reason == null ? "" : reason,
                                    call.caller().accessKeyId())));
        } catch (IllegalArgumentException e) {
            return JsonAnswer.error(Fault.BAD_REQUEST, e.getMessage() + ".");
        }
    }

    private JsonAnswer end(AdminCall call) {
        return dc(call).map(dc -> answer(lease.end(dc))).orElseGet(() -> noSuchDc(call));
    }

    private Optional<DcName> dc(AdminCall call) {
        return dcs.get().stream().filter(dc -> dc.value().equals(call.name("dc"))).findFirst();
    }

    private static JsonAnswer noSuchDc(AdminCall call) {
        return JsonAnswer.error(
                Fault.NOT_FOUND, "there is no data center '" + call.name("dc") + "'.");
    }

    private static JsonAnswer answer(Outcome outcome) {
        return switch (outcome) {
            case MaintenanceLease.Held(Maintenance held) ->
                    JsonAnswer.of("maintenance", Map.of("data_centers", List.of(json(held))));
            case MaintenanceLease.Free() ->
                    JsonAnswer.of("maintenance", Map.of("data_centers", List.of()));
            case MaintenanceLease.Taken(Maintenance by) ->
                    JsonAnswer.error(
                            Fault.CONFLICT,
                            "%s is in maintenance until %s (%s, by %s), and two at once are too many: wait, or end that one."
                                    .formatted(by.dc(), by.until(), by.reason(), by.by()));
            case MaintenanceLease.Unavailable(String detail) ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE,
                            "it is not known whether it is so: " + detail + ". Ask again.");
        };
    }

    private static Map<String, Object> json(Maintenance maintenance) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", maintenance.dc().value());
        json.put("until", maintenance.until().toString());
        json.put("reason", maintenance.reason());
        json.put("by", maintenance.by());
        return json;
    }
}
