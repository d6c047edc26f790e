package io.giza.gateway.admin;

import io.giza.concurrent.ParallelTasks;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Ticks;
import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.Regions.Said;
import io.giza.gateway.admin.Regions.Worker;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.epoch.Backend;
import io.giza.gateway.s3.auth.Caller;
import io.giza.model.DcName;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica;
import io.giza.replica.ReplicaException;
import io.giza.replica.Topology.DataCenter;
import io.giza.topology.LiveTopology;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Who asks, what the cluster is made of, and how its data centers are seen from this one. */
public final class ClusterRoutes {
    private static final Map<String, Object> SILENT =
            Map.of("error", "no answer within " + Regions.GLANCE.toSeconds() + " s");
    private static final Duration MOST = Regions.GLANCE.plusMillis(500);

    private final ClusterConfiguration configuration;
    private final LiveTopology<Backend> topology;
    private final Regions regions;
    private final RegionHandler region;

    /** Shows a cluster as the gateway of this configuration sees it. */
    public ClusterRoutes(
            ClusterConfiguration configuration,
            LiveTopology<Backend> topology,
            Regions regions,
            RegionHandler region) {
        this.configuration = configuration;
        this.topology = topology;
        this.regions = regions;
        this.region = region;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get("/whoami", Role.USER, Set.of(), call -> whoAmI(call.caller())),
                AdminRoute.get("/cluster", Role.AUDITOR, Set.of(), _ -> cluster()),
                AdminRoute.get("/accounts", Role.AUDITOR, Set.of(), _ -> accounts()));
    }

    private static JsonAnswer whoAmI(Caller caller) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("access_key", caller.accessKeyId());
        json.put("account", caller.account().name());
        json.put("role", JsonAnswer.lower(caller.role()));
        return JsonAnswer.of("whoami", json);
    }

    private JsonAnswer accounts() {
        List<Map<String, Object>> all = new ArrayList<>();
        new TreeMap<>(configuration.toAccounts()).values().forEach(each -> all.add(json(each)));
        return JsonAnswer.of("accounts", Map.of("accounts", all));
    }

    private static Map<String, Object> json(Account account) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", account.name());
        json.put("coding", account.coding().toString());
        json.put("stripe_size", account.stripeSize());
        json.put("data_dcs", names(account.dataDcs()));
        json.put("metadata_dcs", names(account.metadataDcs()));
        return json;
    }

    private static List<String> names(List<DcName> dcs) {
        return dcs.stream().map(DcName::value).toList();
    }

    private JsonAnswer cluster() {
        List<DataCenter> dcs = topology.topology().dataCenters();
        Cluster cluster = topology.work().cluster();
        List<DcName> names = dcs.stream().map(DataCenter::name).toList();
        List<DcName> tables = List.copyOf(cluster.metadata().group().names());
        AtomicReference<Map<DcName, Said>> gateways = new AtomicReference<>(Map.of());
        AtomicReference<Map<String, JsonNode>> stores = new AtomicReference<>(Map.of());
        AtomicReference<Map<DcName, Map<String, Object>>> reach = new AtomicReference<>(Map.of());
        AtomicReference<Map<String, Object>> own = new AtomicReference<>(region.self());
        // At once, since each may take the whole time.
        ParallelTasks.runUntil(
                cluster.surroundings(),
                "cluster",
                List.of(
                        filling(gateways, () -> regions.others(names)),
                        filling(own, region::state),
                        filling(stores, this::stores),
                        filling(reach, () -> regions.glance(tables, this::reach, _ -> SILENT))),
                cluster.after(MOST));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cluster_id", configuration.clusterId());
        json.put("time", cluster.surroundings().time().instant().toString());
        json.put("asked", region.self());
        lostQuorum(tables, reach.get()).ifPresent(each -> json.put("quorum_lost", each));
        List<Map<String, Object>> all = new ArrayList<>();
        for (DataCenter dc : dcs) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("name", dc.name().value());
            each.put("group", dc.group());
            each.put("since_epoch", dc.since());
            JsonNode state = stores.get().get(dc.name().value());
            each.put("table", state == null ? "unknown" : state.path("table").asString());
            each.put("fragments", state == null ? "unknown" : state.path("fragments").asString());
            each.put("reach", reach.get().getOrDefault(dc.name(), Map.of()));
            Said gateway = gateways.get().get(dc.name());
            boolean isOwn = dc.name().equals(configuration.dc());
            each.put("gateway", isOwn ? own.get() : gateway == null ? SILENT : gateway.json());
            all.add(each);
        }
        json.put("data_centers", all);
        return JsonAnswer.of("cluster", json);
    }

    /**
     * Returns the consequence as a sentence; empty while a majority of the tables answers.
     *
     * @param reach the answers; a table without one did not answer
     */
    static Optional<String> lostQuorum(
            List<DcName> tables, Map<DcName, Map<String, Object>> reach) {
        List<String> silent =
                tables.stream()
                        .filter(dc -> reach.getOrDefault(dc, SILENT).containsKey("error"))
                        .map(DcName::value)
                        .toList();
        return 2 * silent.size() < tables.size()
                ? Optional.empty()
                : Optional.of(
                        "%d of %d tables do not answer (%s). Requests are answered 503 until a majority does."
                                .formatted(
                                        silent.size(), tables.size(), String.join(", ", silent)));
    }

    private static <T> Supplier<Boolean> filling(AtomicReference<T> place, Supplier<T> question) {
        return () -> {
            place.set(question.get());
            return true;
        };
    }

    /** How the stores of each data center stand, as the recovery worker of this one knows. */
    private Map<String, JsonNode> stores() {
        Map<String, JsonNode> states = new TreeMap<>();
        JsonNode members = regions.own(Worker.RECOVERY, "GET", "members").body();
        if (members != null) {
            members.forEach(each -> states.put(each.path("dc").asString(), each));
        }
        return states;
    }

    /** How far a table is, and what its clock says. */
    private Map<String, Object> reach(DcName dc) {
        Cluster cluster = topology.work().cluster();
        Surroundings surroundings = cluster.surroundings();
        Ticks began = surroundings.time().ticks();
        try {
            Instant theirs = cluster.metadata().group().call(dc, MetadataReplica::clock);
            Duration roundTrip = began.elapsed(surroundings.time());
            Duration ahead =
                    Duration.between(surroundings.time().instant(), theirs)
                            .plus(roundTrip.dividedBy(2));
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("round_trip_ms", millis(roundTrip));
            json.put("clock_ahead_ms", millis(ahead));
            return json;
        } catch (ReplicaException e) {
            return Map.of("error", Optional.ofNullable(e.getMessage()).orElse("no answer"));
        }
    }

    private static double millis(Duration duration) {
        return Math.round(duration.toNanos() / 1e4) / 100.0;
    }
}
