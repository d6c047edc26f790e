package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.cluster.Credentials;
import io.giza.console.picture.ClusterMap;
import io.giza.console.picture.Sparkline;
import io.giza.console.session.Allowed;
import io.giza.console.session.Role;
import io.giza.console.view.Overview;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How the cluster is, at a glance. */
@RestController
@Allowed(Role.AUDITOR)
public final class OverviewController {
    private static final double HOUR = 3600;

    private final Pages pages;
    private final AdminApi cluster;

    /** Shows the cluster. */
    public OverviewController(Pages pages, AdminApi cluster) {
        this.pages = pages;
        this.cluster = cluster;
    }

    @GetMapping("/overview")
    ResponseEntity<String> show(HttpServletRequest request) {
        Credentials who = Pages.who(request).credentials();
        JsonNode answer = cluster.get(who, "/cluster");
        JsonNode asked = answer.path("asked");
        String from = asked.path("dc").asString("");
        Overview overview =
                new Overview(
                        answer.path("cluster_id").asString(""),
                        asked.path("version").asString(""),
                        asked.path("epoch").asLong(0),
                        from,
                        ClusterMap.of(places(answer), from),
                        new Attention(
                                        answer,
                                        orNothing(who, "/jobs/recovery"),
                                        orNothing(who, "/jobs/gc"),
                                        orNothing(who, "/maintenance"))
                                .all(),
                        loads(orNothing(who, "/load")),
                        memories(answer),
                        accounts(who));
        return pages.show(request, "overview", "Overview", overview);
    }

    /** The rest can be shown without. */
    private JsonNode orNothing(Credentials who, String path) {
        try {
            return cluster.get(who, path);
        } catch (AdminException e) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private static List<ClusterMap.Place> places(JsonNode answer) {
        List<ClusterMap.Place> places = new ArrayList<>();
        for (JsonNode dc : answer.path("data_centers")) {
            String table = dc.path("table").asString("");
            String fragments = dc.path("fragments").asString("");
            boolean sound = isSound(table) && isSound(fragments);
            boolean silent = dc.path("gateway").has("error") || dc.path("reach").has("error");
            places.add(
                    new ClusterMap.Place(
                            dc.path("name").asString("?"),
                            sound && !silent ? "up" : silent ? "down" : "warn",
                            table.equals(fragments) ? table : table + ", " + fragments,
                            dc.path("reach").has("round_trip_ms")
                                    ? String.format(
                                            Locale.ROOT,
                                            "%.1f ms",
                                            dc.path("reach").path("round_trip_ms").asDouble())
                                    : ""));
        }
        return places;
    }

    private static List<Overview.Load> loads(JsonNode answer) {
        double step = Math.max(1, answer.path("step_seconds").asDouble(1));
        int most = (int) (HOUR / step);
        List<Overview.Load> loads = new ArrayList<>();
        for (var dc : answer.path("data_centers").properties()) {
            List<Long> requests = numbers(dc.getValue().path("requests"));
            List<Long> failures = numbers(dc.getValue().path("failures"));
            loads.add(
                    new Overview.Load(
                            dc.getKey(),
                            dc.getValue().path("error").asString(""),
                            Sparkline.of(requests, most),
                            requests.isEmpty() ? 0 : requests.getLast() / step,
                            Sparkline.of(failures, most),
                            failures.stream().mapToLong(Long::longValue).sum()));
        }
        return loads;
    }

    private static List<Overview.Memory> memories(JsonNode answer) {
        List<Overview.Memory> memories = new ArrayList<>();
        for (JsonNode dc : answer.path("data_centers")) {
            List<Overview.Budget> budgets = new ArrayList<>();
            for (JsonNode each : dc.path("gateway").path("memory")) {
                budgets.add(
                        new Overview.Budget(
                                each.path("kind").asString(""),
                                each.path("held").asLong(0),
                                each.path("limit").asLong(0),
                                each.path("refused_lately").asLong(0)));
            }
            memories.add(
                    new Overview.Memory(
                            dc.path("name").asString("?"),
                            dc.path("gateway").path("error").asString(""),
                            budgets));
        }
        return memories;
    }

    private static List<Long> numbers(JsonNode array) {
        List<Long> numbers = new ArrayList<>();
        array.forEach(each -> numbers.add(each.asLong(0)));
        return numbers;
    }

    private static boolean isSound(String state) {
        return state.equals("active") || state.equals("none");
    }

    private List<Overview.Account> accounts(Credentials who) {
        List<Overview.Account> accounts = new ArrayList<>();
        for (JsonNode account : cluster.get(who, "/accounts").path("accounts")) {
            String name = account.path("name").asString("");
            JsonNode held = orNothing(who, "/accounts/" + AdminApi.segment(name) + "/usage");
            JsonNode usage = held.path("usage");
            accounts.add(
                    new Overview.Account(
                            name,
                            account.path("coding").asString(""),
                            held.path("buckets").asLong(0),
                            usage.path("objects").asLong(0),
                            usage.path("bytes").asLong(0),
                            usage.path("stored_bytes").asLong(0),
                            held.path("quota").path("bytes").asLong(0)));
        }
        return accounts;
    }
}
