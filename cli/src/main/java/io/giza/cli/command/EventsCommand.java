package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.call.Durations;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Shows what operators had done. */
@Command(
        name = "events",
        description = {
            "Shows what operators had done, oldest first, and what came of it.",
            "It is kept for 90 days. '?' as a status: it may have been done or not."
        })
public final class EventsCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final Duration PAUSE = Duration.ofSeconds(2);

    /** Gateways name events by their own clocks, so one may come before another that is known. */
    private static final Duration OVERLAP = Duration.ofMinutes(5);

    @Mixin private final Call call = new Call();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "24h",
            description = "How long ago, such as 90m, 24h or 30d (default ${DEFAULT-VALUE}).")
    String since = "24h";

    @Option(names = "--follow", description = "Goes on with what comes, until Ctrl-C.")
    boolean follow;

    @Override
    public Integer call() {
        Instant from = Instant.now().minus(Durations.parse("--since", since));
        return call.ask(client -> follow ? follow(client, from) : show(client, from));
    }

    private int show(AdminClient client, Instant from) {
        JsonNode events = events(client, from);
        call.print(events, "events", () -> table(events));
        return 0;
    }

    private int follow(AdminClient client, Instant from) {
        Map<String, Integer> known = new LinkedHashMap<>();
        Instant next = from;
        while (true) {
            Instant asked = Instant.now();
            ArrayNode fresh = JSON.createArrayNode();
            for (JsonNode event : events(client, next).path("events")) {
                Integer before =
                        known.put(event.path("id").asString(), event.path("status").asInt());
                if (before == null || before != event.path("status").asInt()) {
                    fresh.add(event);
                }
            }
            if (!fresh.isEmpty()) {
                ObjectNode answer = JSON.createObjectNode();
                answer.put("schema", "giza.events/1");
                answer.set("events", fresh);
                call.print(answer, "events", () -> table(answer));
            }
            String oldest = ID.format(asked.minus(OVERLAP));
            known.keySet().removeIf(id -> id.compareTo(oldest) < 0);
            next = next.isAfter(asked.minus(OVERLAP)) ? next : asked.minus(OVERLAP);
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /** Of all pages one answer. */
    private static JsonNode events(AdminClient client, Instant from) {
        ArrayNode all = JSON.createArrayNode();
        String after = ID.format(from);
        while (true) {
            JsonNode page = client.get("/events", Map.of("after", after));
            page.path("events").forEach(all::add);
            if (!page.path("more").asBoolean()) {
                ObjectNode answer = JSON.createObjectNode();
                answer.put("schema", "giza.events/1");
                answer.set("events", all);
                answer.put("more", false);
                return answer;
            }
            after = all.get(all.size() - 1).path("id").asString();
        }
    }

    private static Table table(JsonNode events) {
        Table table = new Table("TIME", "ACCESS KEY", "FROM", "DC", "STATUS", "WHAT");
        for (JsonNode event : events.path("events")) {
            int status = event.path("status").asInt();
            String error = event.path("error").asString();
            table.row(
                    event.path("time").asString(),
                    event.path("access_key").asString(),
                    event.path("remote").asString(),
                    event.path("dc").asString(),
                    status == 0 ? "?" : String.valueOf(status),
                    event.path("method").asString()
                            + " "
                            + event.path("path").asString()
                            + fields(event.path("fields"))
                            + (error.isEmpty() ? "" : ": " + error));
        }
        return table;
    }

    private static String fields(JsonNode fields) {
        StringBuilder text = new StringBuilder();
        fields.properties()
                .forEach(
                        each ->
                                text.append(' ')
                                        .append(each.getKey())
                                        .append('=')
                                        .append(each.getValue().asString()));
        return text.toString();
    }
}
