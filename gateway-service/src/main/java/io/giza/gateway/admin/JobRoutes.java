package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.admin.Regions.Said;
import io.giza.gateway.admin.Regions.Worker;
import io.giza.model.DcName;
import io.giza.record.AccessKeyRecord.Role;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What the workers of all regions do, and how they are told to do it now. */
public final class JobRoutes {
    private static final String STATUS = "status";

    private final Regions regions;
    private final Supplier<List<DcName>> dcs;

    /** Asks the workers of these data centers. */
    public JobRoutes(Regions regions, Supplier<List<DcName>> dcs) {
        this.regions = regions;
        this.dcs = dcs;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                shown("/jobs/gc", Worker.GC),
                shown("/jobs/recovery", Worker.RECOVERY),
                begun("/jobs/gc/sweep", Worker.GC, "sweep"),
                begun("/jobs/recovery/catch-up", Worker.RECOVERY, "catch-up"),
                begun("/jobs/recovery/scrub", Worker.RECOVERY, "scrub"),
                AdminRoute.get(
                        "/jobs/gc/preview",
                        Role.AUDITOR,
                        Set.of(),
                        _ -> own("gc-preview", Worker.GC, "GET", "preview")),
                AdminRoute.get(
                        "/jobs/recovery/audit",
                        Role.AUDITOR,
                        Set.of(),
                        _ -> own("account", Worker.RECOVERY, "GET", "audit")),
                AdminRoute.post(
                        "/jobs/recovery/audit",
                        Set.of(),
                        _ -> own("account", Worker.RECOVERY, "POST", "audit")));
    }

    private AdminRoute shown(String template, Worker worker) {
        return AdminRoute.get(
                template,
                Role.AUDITOR,
                Set.of(),
                _ -> all(worker, regions.statusOfAll(dcs.get(), worker, STATUS)));
    }

    private AdminRoute begun(String template, Worker worker, String what) {
        return AdminRoute.post(
                template, Set.of(), _ -> all(worker, regions.all(dcs.get(), worker, "POST", what)));
    }

    /** Each data center has its workers, and any of them may hold the lease on a job. */
    private static JsonAnswer all(Worker worker, Map<DcName, Said> all) {
        Map<String, Object> said = new LinkedHashMap<>();
        all.forEach((dc, each) -> said.put(dc.value(), each.json()));
        if (all.values().stream().allMatch(each -> each.body() == null)) {
            return JsonAnswer.error(
                    Fault.UNAVAILABLE,
                    "no worker answered: "
                            + all.values().stream()
                                    .map(Said::error)
                                    .collect(Collectors.joining(" ")));
        }
        return JsonAnswer.of("jobs", Map.of("worker", worker.label(), "data_centers", said));
    }

    /** Any worker can tell for all of them. */
    private JsonAnswer own(String kind, Worker worker, String method, String what) {
        Said said = regions.own(worker, method, what);
        JsonNode body = said.body();
        if (body == null) {
            return JsonAnswer.error(Fault.UNAVAILABLE, said.error());
        }
        Map<String, Object> json = new LinkedHashMap<>();
        body.properties().forEach(each -> json.put(each.getKey(), each.getValue()));
        return JsonAnswer.of(kind, json);
    }
}
