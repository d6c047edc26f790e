package io.giza.gateway.admin;

import io.giza.config.ClusterConfiguration;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.admin.Regions.Said;
import io.giza.gateway.admin.Regions.Worker;
import io.giza.http.server.Exchange;
import io.giza.service.BuildInformation;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Supplier;

/**
 * What the gateways of other regions ask this one for their operators, with the cluster's token,
 * below {@code /_giza/internal/v1/region}: what it is, with {@code /gc/...} or {@code
 * /recovery/...} what its own workers say, and whatever else it is asked by {@link Regions.Fact}.
 */
public final class RegionHandler {
    /** Where it is found below the prefix of {@link OperatorRoutes}. */
    static final String PATH = "/internal/v1/region";

    /** The field with the fingerprint of a gateway's master key. */
    public static final String MASTER_KEY = "master_key";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int OK = 200;

    private final Gateway gateway;
    private final Regions regions;
    private final List<Regions.Fact> facts;
    private final Map<String, Supplier<?>> state;

    /**
     * The identity of the gateway.
     *
     * @param cluster its current configuration
     * @param masterKey the fingerprint of the master key that it seals with
     */
    public record Gateway(
            Supplier<ClusterConfiguration> cluster, BuildInformation build, String masterKey) {}

    /**
     * Tells of a gateway, and asks its own workers.
     *
     * @param facts what else it tells
     * @param state the fields of its state
     */
    public RegionHandler(
            Gateway gateway,
            Regions regions,
            List<Regions.Fact> facts,
            SequencedMap<String, Supplier<?>> state) {
        this.gateway = gateway;
        this.regions = regions;
        this.facts = List.copyOf(facts);
        this.state = new LinkedHashMap<>(state);
    }

    /** Tells whether a path is one of its own. */
    static boolean has(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }

    /** Returns what this gateway is. */
    Map<String, Object> self() {
        ClusterConfiguration now = gateway.cluster().get();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dc", now.dc().value());
        json.put("version", gateway.build().version());
        json.put("commit", gateway.build().commit());
        json.put("epoch", now.topology().epoch());
        json.put("configuration", now.fingerprint());
        json.put(MASTER_KEY, gateway.masterKey());
        return json;
    }

    /** Returns the identity and the state of this gateway. */
    Map<String, Object> state() {
        Map<String, Object> json = self();
        state.forEach((field, value) -> json.put(field, value.get()));
        return json;
    }

    /** Answers a gateway. */
    void handle(String path, Exchange exchange) throws IOException {
        if (path.equals(PATH)) {
            JsonAnswer.of("region", state()).send(exchange);
            return;
        }
        for (Regions.Fact fact : facts) {
            if (path.equals(PATH + fact.path())) {
                fact.answer().get().send(exchange);
                return;
            }
        }
        String[] names = path.substring(PATH.length() + 1).split("/", -1);
        Optional<Worker> worker =
                Arrays.stream(Worker.values())
                        .filter(each -> names.length == 2 && each.label().equals(names[0]))
                        .findFirst();
        if (worker.isEmpty() || !names[1].matches("[a-z-]{1,40}")) {
            JsonAnswer.error(Fault.NOT_FOUND, "there is no such worker.").send(exchange);
            return;
        }
        Said said = regions.own(worker.get(), exchange.method(), names[1]);
        JsonNode body = said.body();
        if (body == null) {
            JsonAnswer.error(Fault.UNAVAILABLE, said.error()).send(exchange);
        } else {
            exchange.answer(OK, "application/json", JSON.writeValueAsBytes(body));
        }
    }
}
