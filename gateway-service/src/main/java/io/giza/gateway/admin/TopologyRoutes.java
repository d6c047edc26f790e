package io.giza.gateway.admin;

import io.giza.concurrent.Time;
import io.giza.config.TopologyConfiguration;
import io.giza.config.TopologyConfiguration.DataCenterConfiguration;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.epoch.Backend;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.model.DcName;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.replica.Account;
import io.giza.replica.Topology;
import io.giza.replica.Topology.DataCenter;
import io.giza.topology.LiveTopology;
import io.giza.topology.LiveTopology.ChangeResult;
import io.giza.topology.TopologyOrder;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The topology of the cluster, shown and changed. */
public final class TopologyRoutes {
    private static final String PATH = "/topology";
    private static final Set<String> FIELDS =
            Set.of("from_epoch", "data_centers", "dry_run", "lose_data");
    private static final Set<String> OF_DATA_CENTER =
            Set.of("name", "metadata", "fragments", "gateway", "group", "since");

    /** Longer than a few round trips between any data centers. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final LiveTopology<Backend> topology;
    private final long configured;
    private final List<Account> accounts;
    private final Regions regions;
    private final LiveLevel level;
    private final Time time;

    /**
     * Shows and changes a topology.
     *
     * @param configured the epoch that the gateway was started with
     * @param accounts the accounts whose objects a change must leave readable
     * @param regions reaches the gateways of the data centers
     * @param level says whether all processes take up what the cluster decides
     */
    public TopologyRoutes(
            LiveTopology<Backend> topology,
            long configured,
            Collection<Account> accounts,
            Regions regions,
            LiveLevel level,
            Time time) {
        this.topology = topology;
        this.configured = configured;
        this.accounts = List.copyOf(accounts);
        this.regions = regions;
        this.level = level;
        this.time = time;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(PATH, Role.AUDITOR, Set.of(), _ -> shown(topology.topology())),
                AdminRoute.post(PATH, FIELDS, this::change));
    }

    private JsonAnswer shown(Topology shown) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("epoch", shown.epoch());
        json.put("configured_epoch", configured);
        json.put("data_centers", shown.dataCenters().stream().map(TopologyRoutes::json).toList());
        return JsonAnswer.of("topology", json);
    }

    private static Map<String, Object> json(DataCenter dc) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", dc.name().value());
        json.put("metadata", dc.metadata().toString());
        json.put("fragments", dc.fragments().toString());
        URI gateway = dc.gateway();
        if (gateway != null) {
            json.put("gateway", gateway.toString());
        }
        json.put("group", dc.group());
        json.put("since", dc.since());
        return json;
    }

    private JsonAnswer change(AdminCall call) {
        Topology next;
        try {
            next = next(call);
        } catch (IllegalArgumentException e) {
            return JsonAnswer.error(Fault.BAD_REQUEST, e.getMessage() + ".");
        }
        Optional<String> early =
                level.refusal(LevelRange.OPERATED, "a decided topology", time.after(PATIENCE));
        if (early.isPresent()) {
            return JsonAnswer.error(Fault.CONFLICT, early.get() + ".");
        }
        Optional<String> unreachable = refusalOfGateways(next);
        if (unreachable.isPresent()) {
            return JsonAnswer.error(Fault.CONFLICT, unreachable.get() + ".");
        }
        TopologyOrder order =
                new TopologyOrder(next, accounts, "true".equals(call.text("lose_data")));
        if ("true".equals(call.text("dry_run"))) {
            return switch (topology.judge(order, time.after(PATIENCE))) {
                case LiveTopology.Refused(String reason) ->
                        JsonAnswer.error(Fault.CONFLICT, reason + ".");
                case LiveTopology.Permitted(List<String> losses) -> changed(next, false, losses);
            };
        }
        return answer(topology.change(order, time.after(PATIENCE)), next);
    }

    /** A mistyped endpoint would make a gateway unreachable for other regions. */
    private Optional<String> refusalOfGateways(Topology next) {
        Map<DcName, DataCenter> before = topology.topology().byName();
        return next.dataCenters().stream()
                .filter(dc -> isMoved(before.get(dc.name()), dc))
                .filter(dc -> !isGatewayThere(dc))
                .findFirst()
                .map(
                        dc ->
                                "the gateway of %s does not answer at %s: start it there first, and check the URL"
                                        .formatted(dc.name(), dc.gateway()));
    }

    private static boolean isMoved(@Nullable DataCenter before, DataCenter dc) {
        return before != null
                && before.since() == dc.since()
                && dc.gateway() != null
                && !dc.gateway().equals(before.gateway());
    }

    private boolean isGatewayThere(DataCenter dc) {
        JsonNode said = regions.gatewayAt(dc.name(), Objects.requireNonNull(dc.gateway())).body();
        return said != null && said.path("dc").asString("").equals(dc.name().value());
    }

    private JsonAnswer answer(ChangeResult result, Topology next) {
        return switch (result) {
            case LiveTopology.Changed(boolean isServed, List<String> losses) ->
                    changed(next, isServed, losses);
            case LiveTopology.Refused(String reason) ->
                    JsonAnswer.error(Fault.CONFLICT, reason + ".");
            case LiveTopology.Superseded(Topology by) ->
                    JsonAnswer.error(
                            Fault.CONFLICT,
                            "another change was decided first, and the cluster's topology is of"
                                    + " epoch "
                                    + by.epoch()
                                    + ": begin with that one.");
            case LiveTopology.Unavailable(String detail) ->
                    JsonAnswer.error(Fault.UNAVAILABLE, "nothing was changed: " + detail + ".");
            case LiveTopology.Unknown(String detail) ->
                    JsonAnswer.error(
                            Fault.UNAVAILABLE,
                            "it may be changed or not, now or later: "
                                    + detail
                                    + ". Look at the topology before you ask again.");
        };
    }

    private static JsonAnswer changed(Topology next, boolean isServed, List<String> losses) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("epoch", next.epoch());
        json.put("served", isServed);
        json.put("losses", losses);
        return JsonAnswer.of("topology-change", json);
    }

    /** Whatever is not said of a data center is not kept from before, but as of none. */
    private static Topology next(AdminCall call) {
        JsonNode dcs = call.body().get("data_centers");
        if (dcs == null || !dcs.isArray()) {
            throw new IllegalArgumentException("data_centers must be an array");
        }
        long epoch = number(call.body().get("from_epoch"), "from_epoch") + 1;
        List<DataCenterConfiguration> all = new ArrayList<>();
        dcs.forEach(dc -> all.add(dataCenter(dc)));
        return new TopologyConfiguration(epoch, all).toTopology();
    }

    private static DataCenterConfiguration dataCenter(JsonNode dc) {
        dc.propertyNames().stream()
                .filter(name -> !OF_DATA_CENTER.contains(name))
                .findFirst()
                .ifPresent(
                        name -> {
                            throw new IllegalArgumentException(
                                    "a data center has no "
                                            + name
                                            + ", but it may have "
                                            + String.join(
                                                    ", ",
                                                    OF_DATA_CENTER.stream().sorted().toList()));
                        });
        return new DataCenterConfiguration(
                new DcName(dc.path("name").asString("")),
                dc.path("metadata").asString(""),
                dc.path("fragments").asString(""),
                optional(dc, "group"),
                dc.has("since") ? number(dc.get("since"), "since") : 0,
                optional(dc, "gateway"));
    }

    private static @Nullable String optional(JsonNode dc, String field) {
        return dc.hasNonNull(field) ? dc.get(field).asString("") : null;
    }

    private static long number(@Nullable JsonNode value, String field) {
        String text = value == null ? "" : value.asString("");
        if (!text.matches("\\d{1,10}")) {
            throw new IllegalArgumentException(field + " must be the number of an epoch");
        }
        return Long.parseLong(text);
    }
}
