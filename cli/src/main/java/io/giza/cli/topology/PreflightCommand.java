package io.giza.cli.topology;

import io.giza.cli.call.Call;
import io.giza.cli.call.Durations;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.command.RecoveryCommand;
import io.giza.cli.output.Table;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Tells whether a data center may be taken down now. */
@Command(
        name = "preflight",
        description = {
            "Tells whether a data center may be taken down now: all others are well, nothing is"
                    + " filled or lacks fragments, and nobody works at another one.",
            "Exits with 4 if it may not."
        })
public final class PreflightCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final Duration PAUSE = Duration.ofSeconds(2);

    @Mixin private final Call call = new Call();

    @Parameters(paramLabel = "DC", description = "The data center that is to be taken down.")
    String dc = "";

    @Option(
            names = "--accept-degraded",
            description = "Objects may lack fragments, as long as the others can be read.")
    boolean acceptDegraded;

    @Option(
            names = "--wait",
            paramLabel = "DURATION",
            description =
                    "How long to ask again while something speaks against it, such as 5m: what was"
                            + " just restarted is soon whole.")
    @Nullable String wait;

    /** A thing that was looked at, and what speaks against it; empty if nothing does. */
    private record Finding(String about, String against) {}

    @Override
    public Integer call() {
        List<Finding> findings = await();
        boolean isFine = isFine(findings);
        ObjectNode answer = JSON.createObjectNode().put("schema", "giza.preflight/1");
        answer.put("data_center", dc).put("fine", isFine);
        ArrayNode all = answer.putArray("findings");
        findings.forEach(
                each ->
                        all.addObject()
                                .put("about", each.about())
                                .put("verdict", verdict(each))
                                .put("detail", each.against()));
        call.print(answer, "findings", () -> table(findings));
        return (isFine ? ExitCode.FINE : ExitCode.REFUSED).number();
    }

    private static boolean isFine(List<Finding> findings) {
        return findings.stream().allMatch(each -> each.against().isEmpty());
    }

    /** Looks until nothing speaks against it, or patience ends. */
    private List<Finding> await() {
        Duration patience = wait == null ? Duration.ZERO : Durations.parse("--wait", wait);
        long end = System.nanoTime() + patience.toNanos();
        List<Finding> findings = look();
        while (!isFine(findings) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE.toNanos());
            findings = look();
        }
        return findings;
    }

    /** Nobody who answers speaks against it too. */
    private List<Finding> look() {
        try {
            return call.ask(this::findings);
        } catch (CommandException e) {
            if (e.code() != ExitCode.UNREACHABLE || wait == null) {
                throw e;
            }
            return List.of(new Finding("gateways", String.valueOf(e.getMessage())));
        }
    }

    private static String verdict(Finding finding) {
        return finding.against().isEmpty() ? "ok" : "refused";
    }

    private static Table table(List<Finding> findings) {
        Table table = new Table("VERDICT", "ABOUT", "WHY NOT");
        findings.forEach(each -> table.row(verdict(each), each.about(), each.against()));
        return table;
    }

    private List<Finding> findings(AdminClient client) {
        JsonNode cluster = client.get("/cluster");
        JsonNode workers = client.get(RecoveryCommand.STATUS).path("data_centers");
        Attention attention = Attention.of(cluster, workers);
        List<Finding> findings = new ArrayList<>();
        boolean isThere = false;
        for (JsonNode each : cluster.path("data_centers")) {
            String name = Call.text(each, "name", "?");
            if (name.equals(dc)) {
                isThere = true;
            } else {
                findings.add(new Finding(name, against(attention, each)));
            }
        }
        if (!isThere) {
            return List.of(new Finding(dc, "there is no data center of this name"));
        }
        findings.add(new Finding("maintenance", maintenance(client)));
        findings.add(new Finding("fragments that lack", backlog(workers)));
        return findings;
    }

    private String against(Attention attention, JsonNode other) {
        List<String> reasons = new ArrayList<>(attention.opposes(other));
        if (!acceptDegraded) {
            attention.missed(Call.text(other, "name", "")).ifPresent(reasons::add);
        }
        return String.join("; ", reasons);
    }

    private String maintenance(AdminClient client) {
        for (JsonNode each : client.get(MaintenanceCommand.PATH).path("data_centers")) {
            if (!Call.text(each, "name", "").equals(dc)) {
                return Call.text(each, "name", "?")
                        + " is in maintenance until "
                        + Call.text(each, "until", "?")
                        + ": "
                        + Call.text(each, "reason", "");
            }
        }
        return "";
    }

    private String backlog(JsonNode workers) {
        long versions = 0;
        for (JsonNode worker : workers) {
            versions += worker.path("backlog").asLong(0);
        }
        return versions == 0 || acceptDegraded
                ? ""
                : versions
                        + " versions lack fragments: wait until they are repaired, or say"
                        + " --accept-degraded";
    }
}
