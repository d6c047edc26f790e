package io.giza.cli.diagnosis;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.Progress;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gathers what those need who look for the cause of a fault. */
@Command(
        name = "support",
        description = "Gathers what those need who look for the cause of a fault.",
        synopsisSubcommandLabel = "bundle")
public final class SupportCommand {
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'giza-support-'yyyyMMdd'T'HHmmss'Z.zip'")
                    .withZone(ZoneOffset.UTC);

    private static final List<String> JOBS = List.of("gc", "recovery");

    @Command(
            name = "bundle",
            description = {
                "Writes an archive of what every process of every data center tells of itself:"
                        + " version, configuration without secrets, metrics, threads, and the last"
                        + " lines of its log; with the state of the cluster and of its jobs.",
                "Names of buckets, and keys of objects, may be in lines of logs. Nothing is"
                        + " written if the value of a secret is found in it. Exits with 1 if some"
                        + " did not answer; the manifest says who."
            })
    int bundle(
            @Mixin Call call,
            @Option(
                            names = "--file",
                            paramLabel = "FILE",
                            description =
                                    "Where it is written (default giza-support-TIME.zip here); no"
                                            + " file is overwritten.")
                    @Nullable Path file) {
        Instant now = Instant.now();
        Path named = file == null ? Path.of(NAME.format(now)) : file;
        return call.ask(client -> bundle(call, client, named, now));
    }

    private static int bundle(Call call, AdminClient client, Path file, Instant now) {
        JsonNode manifest;
        try (SupportBundle bundle = new SupportBundle(file, client.target().secretKey())) {
            JsonNode cluster = client.get("/cluster");
            bundle.add("cluster.json", cluster.toString());
            for (String job : JOBS) {
                addJobs(client, bundle, job);
            }
            addAll(client, bundle, names(cluster));
            manifest = bundle.end(Call.text(cluster, "cluster_id", ""), now);
        }
        call.output()
                .print(
                        manifest,
                        () -> {
                            call.output()
                                    .say(file + ", " + manifest.path("files").size() + " files");
                            for (JsonNode each : manifest.path("errors")) {
                                call.output()
                                        .say(
                                                Call.text(each, "what", "")
                                                        + " is left out: "
                                                        + Call.text(each, "error", ""));
                            }
                        });
        return (manifest.path("errors").isEmpty() ? ExitCode.FINE : ExitCode.FINDING).number();
    }

    private static List<String> names(JsonNode cluster) {
        List<String> names = new ArrayList<>();
        for (JsonNode dc : cluster.path("data_centers")) {
            String name = dc.path("name").asString("");
            // They become names of files.
            if (name.matches("[a-z][a-z0-9-]*")) {
                names.add(name);
            }
        }
        return names;
    }

    /** All else goes on without them; what is refused of processes ends everything. */
    private static void addJobs(AdminClient client, SupportBundle bundle, String job) {
        try {
            bundle.add("jobs-" + job + ".json", client.get("/jobs/" + job).toString());
        } catch (CommandException e) {
            bundle.lack("jobs of " + job, String.valueOf(e.getMessage()));
        }
    }

    private static void addAll(AdminClient client, SupportBundle bundle, List<String> dcs) {
        try (Progress progress = new Progress()) {
            for (String dc : dcs) {
                progress.show("asking " + dc);
                client.get("/support", Map.of("dc", dc))
                        .path("services")
                        .properties()
                        .forEach(each -> add(bundle, dc, each.getKey(), each.getValue()));
            }
        }
    }

    private static void add(SupportBundle bundle, String dc, String service, JsonNode told) {
        if (!service.matches("[a-z][a-z-]*") || told.has("error")) {
            bundle.lack(dc + " " + service, Call.text(told, "error", "it has no name"));
            return;
        }
        String folder = dc + "/" + service + "/";
        bundle.add(folder + "process.json", told.path("process").toString());
        bundle.add(folder + "configuration.json", told.path("configuration").toString());
        bundle.add(folder + "metrics.txt", told.path("metrics").asString(""));
        bundle.add(folder + "threads.txt", told.path("threads").asString(""));
        bundle.add(folder + "log.txt", told.path("log").asString(""));
    }
}
