package io.giza.gateway.load;

import io.giza.gateway.admin.AdminRoute;
import io.giza.gateway.admin.JsonAnswer;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.admin.Regions.Said;
import io.giza.model.DcName;
import io.giza.record.AccessKeyRecord.Role;

import tools.jackson.databind.JsonNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** How many requests the gateways of all regions served lately, one gateway of each. */
public final class LoadRoutes {
    private static final String PATH = "/load";
    private static final String REQUESTS = "requests";
    private static final String FAILURES = "failures";

    private final RecentRequests own;
    private final Regions regions;
    private final Supplier<List<DcName>> dcs;

    /**
     * Asks the gateways of these data centers.
     *
     * @param own what this gateway served
     */
    public LoadRoutes(RecentRequests own, Regions regions, Supplier<List<DcName>> dcs) {
        this.own = own;
        this.regions = regions;
        this.dcs = dcs;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(AdminRoute.get(PATH, Role.AUDITOR, Set.of(), _ -> load()));
    }

    /** Returns what gateways of other regions are told. */
    public Regions.Fact fact() {
        return new Regions.Fact(PATH, () -> JsonAnswer.of("region-load", here()));
    }

    private Map<String, Object> here() {
        List<RecentRequests.Served> steps = own.steps();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(REQUESTS, steps.stream().map(RecentRequests.Served::requests).toList());
        json.put(FAILURES, steps.stream().map(RecentRequests.Served::failures).toList());
        return json;
    }

    private JsonAnswer load() {
        List<DcName> all = dcs.get();
        Map<DcName, Said> others = regions.others(all, PATH);
        Map<String, Object> told = new LinkedHashMap<>();
        for (DcName dc : all) {
            Said said = others.get(dc);
            told.put(dc.value(), said == null ? here() : there(said));
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("step_seconds", RecentRequests.STEP.toSeconds());
        json.put("data_centers", told);
        return JsonAnswer.of("load", json);
    }

    private static Map<String, Object> there(Said said) {
        JsonNode body = said.body();
        Map<String, Object> json = new LinkedHashMap<>();
        if (body == null) {
            json.put("error", said.error());
        } else {
            json.put(REQUESTS, body.path(REQUESTS));
            json.put(FAILURES, body.path(FAILURES));
        }
        return json;
    }
}
