package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.cluster.Credentials;
import io.giza.console.session.Allowed;
import io.giza.console.session.RefusedException;
import io.giza.console.session.Role;
import io.giza.console.view.Told;
import io.giza.console.view.TopologyChange;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The data centers: how they are, maintenance, replacement and topology. */
@RestController
@RequestMapping("/data-centers")
@Allowed(Role.AUDITOR)
public final class DataCentersController {
    private static final int BAD_REQUEST = 400;

    private final Pages pages;
    private final AdminApi cluster;
    private final JsonMapper json;

    /** Shows data centers. */
    public DataCentersController(Pages pages, AdminApi cluster, JsonMapper json) {
        this.pages = pages;
        this.cluster = cluster;
        this.json = json;
    }

    @GetMapping
    ResponseEntity<String> show(HttpServletRequest request) {
        Credentials who = Pages.who(request).credentials();
        Map<String, JsonNode> parts = new LinkedHashMap<>();
        for (String each : List.of("cluster", "topology", "maintenance", "upgrade")) {
            parts.put(each, orProblem(who, "/" + each));
        }
        parts.put("recovery", orProblem(who, "/jobs/recovery"));
        return pages.show(request, "data-centers", "Data centers", new Told(parts));
    }

    private JsonNode orProblem(Credentials who, String path) {
        try {
            return cluster.get(who, path);
        } catch (AdminException e) {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("problem", String.valueOf(e.getMessage()));
        }
    }

    @Allowed(Role.OPERATOR)
    @PostMapping("/maintenance")
    ResponseEntity<String> begin(
            HttpServletRequest request,
            @RequestParam("dc") String dc,
            @RequestParam("minutes") int minutes,
            @RequestParam(name = "reason", defaultValue = "") String reason) {
        cluster.post(
                Pages.who(request).credentials(),
                "/maintenance/" + AdminApi.segment(dc),
                Map.of("minutes", minutes, "reason", reason));
        return Pages.redirect("/data-centers");
    }

    @Allowed(Role.OPERATOR)
    @PostMapping("/{dc}/maintenance/end")
    ResponseEntity<String> end(HttpServletRequest request, @PathVariable("dc") String dc) {
        cluster.delete(Pages.who(request).credentials(), "/maintenance/" + AdminApi.segment(dc));
        return Pages.redirect("/data-centers");
    }

    /** Shows what a topology would change, or has the cluster decide it. */
    @Allowed(Role.OPERATOR)
    @PostMapping("/topology")
    ResponseEntity<String> change(
            HttpServletRequest request,
            @RequestParam("document") String document,
            @RequestParam("epoch") long epoch,
            @RequestParam(name = "apply", defaultValue = "false") boolean apply,
            @RequestParam(name = "loseData", defaultValue = "false") boolean losesData) {
        Credentials who = Pages.who(request).credentials();
        JsonNode wanted = read(document);
        JsonNode now = cluster.get(who, "/topology").path("data_centers");
        String refusal = "";
        long decided = 0;
        List<String> losses = List.of();
        try {
            JsonNode answer =
                    cluster.post(
                            who,
                            "/topology",
                            Map.of(
                                    "from_epoch", epoch,
                                    "data_centers", wanted,
                                    "lose_data", losesData,
                                    "dry_run", !apply));
            decided = answer.path("epoch").asLong(0);
            losses = answer.path("losses").valueStream().map(JsonNode::asString).toList();
        } catch (AdminException e) {
            refusal = String.valueOf(e.getMessage());
        }
        return pages.show(
                request,
                "topology-change",
                "Topology",
                new TopologyChange(
                        document,
                        epoch,
                        differences(now, wanted),
                        refusal,
                        losses,
                        losesData,
                        apply && refusal.isEmpty() ? decided : 0));
    }

    private JsonNode read(String document) {
        try {
            JsonNode read = json.readTree(document);
            JsonNode dataCenters = read.isObject() ? read.path("data_centers") : read;
            if (dataCenters.isArray()) {
                return dataCenters;
            }
        } catch (JacksonException e) {
            throw new RefusedException(
                    BAD_REQUEST, "The topology is no JSON: " + e.getOriginalMessage());
        }
        throw new RefusedException(BAD_REQUEST, "The topology must be a list of data centers.");
    }

    private static List<String> differences(JsonNode now, JsonNode wanted) {
        Map<String, JsonNode> before = byName(now);
        Map<String, JsonNode> after = byName(wanted);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<String> differences = new ArrayList<>();
        for (String name : names) {
            JsonNode old = before.get(name);
            JsonNode other = after.get(name);
            if (old == null) {
                differences.add(name + " is added");
            } else if (other == null) {
                differences.add(name + " is removed");
            } else {
                TreeSet<String> fields = new TreeSet<>(old.propertyNames());
                fields.addAll(other.propertyNames());
                for (String field : fields) {
                    if (!old.path(field).equals(other.path(field))) {
                        differences.add(
                                name
                                        + ": "
                                        + field
                                        + " was "
                                        + old.path(field)
                                        + ", becomes "
                                        + other.path(field));
                    }
                }
            }
        }
        return differences;
    }

    private static Map<String, JsonNode> byName(JsonNode dataCenters) {
        Map<String, JsonNode> names = new LinkedHashMap<>();
        dataCenters.forEach(each -> names.put(Told.text(each, "name"), each));
        return names;
    }
}
