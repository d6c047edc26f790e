package io.giza.gateway.admin;

import io.giza.concurrent.ParallelTasks;
import io.giza.concurrent.Surroundings;
import io.giza.http.ServiceClient;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.replica.Topology.DataCenter;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What the gateways and workers of all data centers say of themselves, to a gateway that asks for
 * an operator: its own region's workers directly, those of others through their gateways.
 */
public final class Regions {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** How long a status waits for a region: operators ask during incidents. */
    static final Duration GLANCE = Duration.ofSeconds(2);

    private static final String SILENT = " does not answer within " + GLANCE.toSeconds() + " s.";
    private static final int REFUSAL = 300;
    private static final int MOST_SENTENCE = 300;

    private final DcName home;
    private final Supplier<Map<DcName, URI>> gateways;
    private final Map<Worker, URI> workers;
    private final Clients clients;
    private final Surroundings surroundings;

    /**
     * Something that a gateway tells those of other regions.
     *
     * @param path where, below {@link RegionHandler#PATH}
     * @param answer what it tells
     */
    public record Fact(String path, Supplier<JsonAnswer> answer) {}

    /**
     * How they are called.
     *
     * @param own calls services of this gateway's region
     * @param gateways calls the gateways of others, which show the certificate that S3's clients
     *     see
     */
    public record Clients(ServiceClient own, ServiceClient gateways) implements AutoCloseable {
        @Override
        public void close() {
            gateways.close();
        }
    }

    /** A kind of worker. */
    public enum Worker {
        GC("gc"),
        RECOVERY("recovery");

        private final String label;

        Worker(String label) {
            this.label = label;
        }

        /** Returns its name in paths and keys. */
        String label() {
            return label;
        }
    }

    /**
     * Reaches them.
     *
     * @param home where this gateway is
     * @param gateways where the gateways of the others listen now
     * @param workers where its own workers listen
     */
    public Regions(
            DcName home,
            Supplier<Map<DcName, URI>> gateways,
            Map<Worker, URI> workers,
            Clients clients,
            Surroundings surroundings) {
        this.home = home;
        this.gateways = gateways;
        this.workers = Map.copyOf(workers);
        this.clients = clients;
        this.surroundings = surroundings;
    }

    /**
     * What one said.
     *
     * @param body what it said, null if it did not
     * @param error why not, in a sentence; empty if it did
     * @param isThere whether it answered at all
     */
    public record Said(@Nullable JsonNode body, String error, boolean isThere) {
        /** Of one that did not answer. */
        public static Said nothing(String why) {
            return new Said(null, why, false);
        }

        /** Of one that answered something else. */
        public static Said refusal(String why) {
            return new Said(null, why, true);
        }

        /** Returns it for an answer: what was said, or why nothing was. */
        Object json() {
            return body == null ? Map.of("error", error) : body;
        }
    }

    /** Asks a worker of each region, all at once. */
    Map<DcName, Said> all(List<DcName> dcs, Worker worker, String method, String what) {
        return each(dcs, dc -> of(dc, worker, method, what));
    }

    /** Asks a worker of each region for its status. */
    Map<DcName, Said> statusOfAll(List<DcName> dcs, Worker worker, String what) {
        return glance(
                dcs,
                dc -> of(dc, worker, "GET", what),
                dc -> Said.nothing("the " + worker.label() + "-worker of " + dc + SILENT));
    }

    /** Asks the gateway of each region but this for what it is. */
    Map<DcName, Said> others(List<DcName> dcs) {
        return glance(
                dcs.stream().filter(dc -> !dc.equals(home)).toList(),
                dc -> gateway(dc, ""),
                dc -> Said.nothing("the gateway of " + dc + SILENT));
    }

    /**
     * Asks the gateway of each region but this.
     *
     * @param what what follows {@link RegionHandler#PATH}
     */
    public Map<DcName, Said> others(List<DcName> dcs, String what) {
        return each(dcs.stream().filter(dc -> !dc.equals(home)).toList(), dc -> gateway(dc, what));
    }

    /** Returns the state of the gateway of a region at an endpoint. */
    Said gatewayAt(DcName dc, URI endpoint) {
        return ask(clients.gateways(), dc, "GET", region(endpoint, RegionHandler.PATH));
    }

    /** Asks the gateway of another region, as {@link #others} does. */
    Said gateway(DcName dc, String what) {
        return viaGateway(dc, "GET", RegionHandler.PATH + what);
    }

    /**
     * Asks the stores and the workers of this gateway's own region, all at once.
     *
     * @param own where the stores are
     * @return what each said, by its service
     */
    public Map<String, Said> processes(DataCenter own, String path) {
        Map<String, URI> all = new LinkedHashMap<>();
        all.put("metadata-service", own.metadata());
        all.put("fragment-service", own.fragments());
        workers.forEach((worker, uri) -> all.put(worker.label() + "-worker", uri));
        List<Said> said =
                ParallelTasks.runAll(
                        surroundings,
                        "process",
                        all.values().stream()
                                .<Supplier<Said>>map(uri -> () -> tell(uri.resolve(path)))
                                .toList());
        Map<String, Said> answers = new LinkedHashMap<>();
        for (String service : all.keySet()) {
            answers.put(service, said.get(answers.size()));
        }
        return answers;
    }

    /**
     * Asks the stores of this gateway's own region.
     *
     * @param paths the questions
     * @return the answers by store, in the order of the paths; stores that were late are left out
     */
    public Map<String, List<JsonNode>> stores(DataCenter own, List<String> paths) {
        Map<String, URI> all = new LinkedHashMap<>();
        all.put("metadata", own.metadata());
        all.put("fragments", own.fragments());
        List<Supplier<Said>> questions = new ArrayList<>();
        all.values()
                .forEach(
                        uri -> paths.forEach(path -> questions.add(() -> tell(uri.resolve(path)))));
        List<Optional<Said>> said =
                ParallelTasks.runUntil(
                        surroundings,
                        "store",
                        questions,
                        surroundings.time().after(GLANCE.dividedBy(2)));
        Map<String, List<JsonNode>> answers = new LinkedHashMap<>();
        int next = 0;
        for (String store : all.keySet()) {
            List<JsonNode> bodies =
                    said.subList(next, next + paths.size()).stream()
                            .flatMap(Optional::stream)
                            .map(Said::body)
                            .filter(Objects::nonNull)
                            .toList();
            next += paths.size();
            if (bodies.size() == paths.size()) {
                answers.put(store, bodies);
            }
        }
        return answers;
    }

    /** Asks something of or about each data center, all at once. */
    <T> Map<DcName, T> each(List<DcName> dcs, Function<DcName, T> question) {
        List<T> found =
                ParallelTasks.runAll(
                        surroundings,
                        "region",
                        dcs.stream().<Supplier<T>>map(dc -> () -> question.apply(dc)).toList());
        Map<DcName, T> all = new TreeMap<>();
        for (int i = 0; i < dcs.size(); i++) {
            all.put(dcs.get(i), found.get(i));
        }
        return all;
    }

    /** Does as {@link #each}, but for {@link #GLANCE} at most. */
    <T> Map<DcName, T> glance(
            List<DcName> dcs, Function<DcName, T> question, Function<DcName, T> silent) {
        List<Optional<T>> found =
                ParallelTasks.runUntil(
                        surroundings,
                        "region",
                        dcs.stream().<Supplier<T>>map(dc -> () -> question.apply(dc)).toList(),
                        surroundings.time().after(GLANCE));
        Map<DcName, T> all = new TreeMap<>();
        for (int i = 0; i < dcs.size(); i++) {
            DcName dc = dcs.get(i);
            all.put(dc, found.get(i).orElseGet(() -> silent.apply(dc)));
        }
        return all;
    }

    /** Asks a worker of this gateway's own region. */
    Said own(Worker worker, String method, String what) {
        return of(home, worker, method, what);
    }

    private Said of(DcName dc, Worker worker, String method, String what) {
        String path = "/" + worker.label() + "/" + what;
        if (!dc.equals(home)) {
            return viaGateway(dc, method, RegionHandler.PATH + path);
        }
        URI own = workers.get(worker);
        return own == null
                ? Said.nothing(
                        "the gateways of "
                                + home
                                + " are told of no "
                                + worker.label()
                                + "-worker: set giza.gateway.workers."
                                + worker.label()
                                + ".")
                : ask(clients.own(), dc, method, own.resolve("/internal" + path));
    }

    private Said viaGateway(DcName dc, String method, String path) {
        URI gateway = gateways.get().get(dc);
        return gateway == null
                ? Said.nothing("giza.topology.data-centers has no gateway of " + dc + ".")
                : ask(clients.gateways(), dc, method, region(gateway, path));
    }

    private static URI region(URI gateway, String path) {
        return gateway.resolve(OperatorRoutes.PREFIX + path);
    }

    private Said tell(URI own) {
        return ask(clients.own(), home, "GET", own);
    }

    private static Said ask(ServiceClient client, DcName dc, String method, URI uri) {
        try {
            ServiceClient.Reply reply = client.ask(dc, method, uri, PATIENCE);
            String text = new String(reply.body(), StandardCharsets.UTF_8);
            if (reply.status() >= REFUSAL) {
                return Said.refusal(uri.getAuthority() + " answered: " + sentence(text));
            }
            return new Said(JSON.readTree(text), "", true);
        } catch (ReplicaException e) {
            return Said.nothing(uri.getAuthority() + " does not answer: " + e.getMessage() + ".");
        } catch (JacksonException e) {
            return Said.refusal(uri.getAuthority() + " answers no JSON.");
        }
    }

    private static String sentence(String text) {
        String said = error(text);
        return said.substring(0, Math.min(said.length(), MOST_SENTENCE));
    }

    private static String error(String text) {
        try {
            return JSON.readTree(text).path("error").asString(text);
        } catch (JacksonException e) {
            return text;
        }
    }
}
