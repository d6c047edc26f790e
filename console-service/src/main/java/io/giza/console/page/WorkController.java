package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.AdminException;
import io.giza.console.cluster.Credentials;
import io.giza.console.session.Allowed;
import io.giza.console.session.RefusedException;
import io.giza.console.session.Role;
import io.giza.console.view.Told;
import io.giza.console.view.WorkPage;
import io.giza.console.view.WorkPage.Job;
import io.giza.console.view.WorkPage.Order;
import io.giza.console.view.WorkPage.Worker;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What workers do, and what they are told to. */
@RestController
@RequestMapping("/work")
@Allowed(Role.AUDITOR)
public final class WorkController {
    private static final int BAD_REQUEST = 400;
    private static final int UNREADABLE = 4;
    private static final List<Order> COLLECTION = List.of(new Order("gc/sweep", "Sweep now"));
    private static final List<Order> RECOVERY =
            List.of(
                    new Order("recovery/catch-up", "Catch up and repair now"),
                    new Order("recovery/scrub", "Scrub now"),
                    new Order("recovery/audit", "Audit now"));

    private final Pages pages;
    private final AdminApi cluster;

    /** Shows work. */
    public WorkController(Pages pages, AdminApi cluster) {
        this.pages = pages;
        this.cluster = cluster;
    }

    @GetMapping
    ResponseEntity<String> show(HttpServletRequest request) {
        Credentials who = Pages.who(request).credentials();
        WorkPage work =
                new WorkPage(
                        List.of(
                                worker(who, "Garbage collection", "gc", COLLECTION),
                                worker(who, "Recovery", "recovery", RECOVERY)),
                        audit(who));
        return pages.show(request, "work", "Work", work);
    }

    private Worker worker(Credentials who, String name, String kind, List<Order> orders) {
        JsonNode all;
        try {
            all = cluster.get(who, "/jobs/" + kind).path("data_centers");
        } catch (AdminException e) {
            return new Worker(name, List.of(), orders, List.of(String.valueOf(e.getMessage())));
        }
        Map<String, Job> jobs = new TreeMap<>();
        List<String> problems = new ArrayList<>();
        all.properties()
                .forEach(
                        each -> {
                            String error = Told.text(each.getValue(), "error");
                            if (!error.isEmpty()) {
                                problems.add(each.getKey() + ": " + error);
                            }
                            for (JsonNode job : each.getValue().path("jobs")) {
                                Job seen = job(each.getKey(), job);
                                jobs.merge(seen.name(), seen, WorkController::nearer);
                            }
                        });
        return new Worker(name, List.copyOf(jobs.values()), orders, problems);
    }

    private static Job job(String dc, JsonNode job) {
        String state = Told.text(job, "state");
        return new Job(
                Told.text(job, "job"),
                state.equals("elsewhere") ? "" : dc,
                state,
                Told.text(job, "position"),
                Told.text(job, "ended"),
                Told.text(job, "detail"));
    }

    /** Who holds a job knows how far it is; of those who do not, whoever did it last. */
    private static Job nearer(Job one, Job other) {
        if (one.isRunning() != other.isRunning()) {
            return one.isRunning() ? one : other;
        }
        if (one.holder().isEmpty() != other.holder().isEmpty()) {
            Job holder = one.holder().isEmpty() ? other : one;
            String ended = one.ended().compareTo(other.ended()) >= 0 ? one.ended() : other.ended();
            return new Job(
                    holder.name(),
                    holder.holder(),
                    holder.state(),
                    holder.position(),
                    ended,
                    holder.detail());
        }
        return one.ended().compareTo(other.ended()) >= 0 ? one : other;
    }

    private WorkPage.Audit audit(Credentials who) {
        try {
            JsonNode audit = cluster.get(who, "/jobs/recovery/audit");
            return new WorkPage.Audit(
                    Told.text(audit, "state"),
                    audit.path("done").asLong(0),
                    audit.path("spaces").asLong(0),
                    Told.text(audit, "ended"),
                    audit.path("report").isObject() ? audit.path("report").toPrettyString() : "");
        } catch (AdminException e) {
            boolean isNone = e.status() / 100 == UNREADABLE;
            return new WorkPage.Audit(
                    isNone ? "none was asked for" : String.valueOf(e.getMessage()), 0, 0, "", "");
        }
    }

    @Allowed(Role.OPERATOR)
    @PostMapping
    ResponseEntity<String> order(HttpServletRequest request, @RequestParam("order") String order) {
        boolean isKnown =
                COLLECTION.stream().anyMatch(each -> each.path().equals(order))
                        || RECOVERY.stream().anyMatch(each -> each.path().equals(order));
        if (!isKnown) {
            throw new RefusedException(BAD_REQUEST, "No worker knows this order.");
        }
        cluster.post(Pages.who(request).credentials(), "/jobs/" + order, Map.of());
        return Pages.redirect("/work");
    }
}
