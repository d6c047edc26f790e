package io.giza.gateway.admin;

import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.admin.Regions.Said;
import io.giza.model.DcName;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.replica.Topology.DataCenter;
import io.giza.service.support.SupportReport;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the processes of a data center tell of themselves for those who look for the cause of a
 * fault. Each process looks for its own secrets in what it tells, and the gateways that pass it on
 * look for theirs; where one is, nothing is told.
 */
public final class SupportRoutes {
    private static final String PATH = "/support";
    private static final String GATEWAY = "gateway-service";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DataCenter home;
    private final List<DcName> dcs;
    private final SupportReport own;
    private final SupportLeaks leaks;
    private final Regions regions;

    /**
     * Asks the processes of this gateway's region, and of others their gateways.
     *
     * @param home where this gateway is
     * @param dcs all data centers
     * @param own what this gateway tells
     */
    public SupportRoutes(DataCenter home, List<DcName> dcs, SupportReport own, Regions regions) {
        this.home = home;
        this.dcs = List.copyOf(dcs);
        this.own = own;
        this.leaks = new SupportLeaks(own);
        this.regions = regions;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(AdminRoute.get(PATH, Role.OPERATOR, Set.of("dc"), this::support));
    }

    /** Returns what gateways of other regions are told. */
    public Regions.Fact fact() {
        return new Regions.Fact(PATH, () -> JsonAnswer.of("region-support", here()));
    }

    private JsonAnswer support(AdminCall call) {
        String named = call.parameter("dc");
        Optional<DcName> dc =
                named == null
                        ? Optional.of(home.name())
                        : dcs.stream().filter(each -> each.value().equals(named)).findFirst();
        if (dc.isEmpty()) {
            return JsonAnswer.error(
                    Fault.NOT_FOUND, "there is no data center '" + named + "', but " + dcs + ".");
        }
        return dc.get().equals(home.name())
                ? checked(dc.get(), JSON.valueToTree(here()))
                : elsewhere(dc.get());
    }

    private JsonAnswer elsewhere(DcName dc) {
        Said said = regions.gateway(dc, PATH);
        JsonNode body = said.body();
        return body == null ? answer(dc, Map.of(GATEWAY, said.json())) : checked(dc, body);
    }

    /** What the processes of this region say, by their services. */
    private Map<String, Object> here() {
        Map<String, Object> services = new LinkedHashMap<>();
        services.put(GATEWAY, own.tell());
        regions.processes(home, SupportReport.PATH)
                .forEach((service, said) -> services.put(service, said.json()));
        return Map.of("services", services);
    }

    private JsonAnswer checked(DcName dc, JsonNode told) {
        JsonNode services = told.path("services");
        return leaks.findIn(services)
                .map(leak -> JsonAnswer.error(Fault.CONFLICT, dc + ": " + leak))
                .orElseGet(() -> answer(dc, services));
    }

    private static JsonAnswer answer(DcName dc, Object services) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dc", dc.value());
        json.put("services", services);
        return JsonAnswer.of("support", json);
    }
}
