package io.giza.gateway.upgrade;

import io.giza.gateway.admin.JsonAnswer;
import io.giza.gateway.admin.Regions;
import io.giza.gateway.admin.Regions.Said;
import io.giza.model.DcName;
import io.giza.replica.Topology.DataCenter;
import io.giza.service.Management;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Asks the processes of all data centers what they run. */
public final class ProcessCensus {
    private static final String PATH = "/processes";
    private static final String INFO = "/actuator/info";
    private static final String GATEWAY = "gateway-service";

    private final DcName home;
    private final Supplier<Map<DcName, DataCenter>> dcs;
    private final Management management;
    private final Regions regions;

    /**
     * Asks them for a gateway.
     *
     * @param home where the gateway is
     * @param dcs the data centers that there are now
     * @param management what the gateway itself is
     */
    public ProcessCensus(
            DcName home,
            Supplier<Map<DcName, DataCenter>> dcs,
            Management management,
            Regions regions) {
        this.home = home;
        this.dcs = dcs;
        this.management = management;
        this.regions = regions;
    }

    /** Returns what gateways of other regions are told: the processes of this one. */
    public Regions.Fact fact() {
        return new Regions.Fact(
                PATH,
                () ->
                        JsonAnswer.of(
                                "processes",
                                Map.of(
                                        "processes",
                                        own().stream().map(SeenProcess::json).toList())));
    }

    /** Asks all processes of all data centers. */
    List<SeenProcess> all() {
        List<DcName> names = dcs.get().keySet().stream().sorted().toList();
        Map<DcName, Said> others = regions.others(names, PATH);
        List<SeenProcess> all = new ArrayList<>();
        for (DcName dc : names) {
            Said said = others.get(dc);
            all.addAll(said == null ? own() : of(dc.value(), said));
        }
        return all;
    }

    private List<SeenProcess> own() {
        List<SeenProcess> all = new ArrayList<>();
        JsonNode self = JsonMapper.shared().valueToTree(management.info());
        all.add(SeenProcess.of(home.value(), GATEWAY, self));
        DataCenter own = dcs.get().get(home);
        if (own != null) {
            regions.processes(own, INFO)
                    .forEach((service, said) -> all.add(of(home.value(), service, said)));
        }
        return all;
    }

    private static SeenProcess of(String dc, String service, Said said) {
        JsonNode body = said.body();
        return body == null
                ? SeenProcess.unseen(dc, service, said)
                : SeenProcess.of(dc, service, body);
    }

    private static List<SeenProcess> of(String dc, Said said) {
        JsonNode body = said.body();
        List<SeenProcess> all = new ArrayList<>();
        if (body != null) {
            body.path("processes")
                    .forEach(
                            each ->
                                    all.add(
                                            SeenProcess.of(
                                                    dc,
                                                    each.path("service").asString("process"),
                                                    each)));
        }
        return all.isEmpty()
                ? List.of(
                        SeenProcess.unseen(
                                dc,
                                GATEWAY,
                                body == null ? said : Said.refusal("it names no process")))
                : all;
    }
}
