package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.Credentials;
import io.giza.console.picture.Waterfall;
import io.giza.console.session.Allowed;
import io.giza.console.session.Role;
import io.giza.console.view.ActivityPage;
import io.giza.console.view.ProbePage;
import io.giza.console.view.Told;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What helps to find out why something is slow, or who did what. */
@RestController
@Allowed(Role.AUDITOR)
public final class DiagnosisController {
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);
    private static final int MOST_DAYS = 90;

    private final Pages pages;
    private final AdminApi cluster;
    private final InstantSource clock;

    /** Shows diagnoses. */
    public DiagnosisController(Pages pages, AdminApi cluster, InstantSource clock) {
        this.pages = pages;
        this.cluster = cluster;
        this.clock = clock;
    }

    @GetMapping("/contention")
    ResponseEntity<String> contention(HttpServletRequest request) {
        return pages.show(
                request,
                "contention",
                "Contention",
                new Told(Map.of("hot", cluster.get(Pages.who(request).credentials(), "/hot"))));
    }

    @GetMapping("/probe")
    @Allowed(Role.OPERATOR)
    ResponseEntity<String> probe(HttpServletRequest request) {
        return pages.show(request, "probe", "Probe", new ProbePage(null, "", true, ""));
    }

    @PostMapping("/probe")
    @Allowed(Role.OPERATOR)
    ResponseEntity<String> probeNow(
            HttpServletRequest request,
            @RequestParam(name = "bucket", defaultValue = "") String bucket) {
        JsonNode probe =
                cluster.post(
                        Pages.who(request).credentials(),
                        "/probe",
                        bucket.isBlank() ? Map.of() : Map.of("bucket", bucket.strip()));
        String summary =
                "%s wrote, read and deleted %s bytes in %s ms."
                        .formatted(
                                Told.text(probe, "dc"),
                                Told.text(probe, "bytes"),
                                Told.text(probe, "took_ms"));
        return pages.show(
                request,
                "probe",
                "Probe",
                new ProbePage(
                        Waterfall.of(probe),
                        summary,
                        probe.path("fine").asBoolean(false),
                        Told.text(probe, "residue")));
    }

    @GetMapping("/activity")
    ResponseEntity<String> activity(
            HttpServletRequest request, @RequestParam(name = "days", defaultValue = "1") int days) {
        Credentials who = Pages.who(request).credentials();
        int asked = Math.clamp(days, 1, MOST_DAYS);
        String after = ID.format(clock.instant().minus(Duration.ofDays(asked)));
        JsonNode answer = cluster.get(who, "/events", Map.of("after", after, "limit", "9999"));
        List<ActivityPage.Event> events = new ArrayList<>();
        for (JsonNode each : answer.path("events")) {
            events.addFirst(event(each));
        }
        return pages.show(
                request,
                "activity",
                "Activity",
                new ActivityPage(asked, events, answer.path("more").asBoolean(false)));
    }

    private static ActivityPage.Event event(JsonNode event) {
        JsonNode fields = event.path("fields");
        return new ActivityPage.Event(
                Told.text(event, "time"),
                Told.text(event, "access_key"),
                Told.text(event, "account"),
                Told.text(event, "remote"),
                Told.text(event, "dc"),
                Told.text(event, "method") + " " + Told.text(event, "path"),
                fields.isEmpty() ? "" : fields.toString(),
                event.path("status").asInt(0),
                Told.text(event, "error"));
    }
}
