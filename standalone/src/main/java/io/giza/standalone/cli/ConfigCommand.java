package io.giza.standalone.cli;

import io.giza.config.ClusterConfiguration;
import io.giza.console.ConsoleServiceApplication;
import io.giza.service.configuration.ConfigurationCheck;
import io.giza.service.configuration.ConfigurationCheck.UnreadableException;
import io.giza.standalone.config.Service;

import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds mistakes in configurations. It is beside the services, whose own records decide what is
 * one, and not among the commands that need none of them.
 */
@Command(
        name = "config",
        description = "Finds mistakes in the configuration of services.",
        synopsisSubcommandLabel = "check")
final class ConfigCommand {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int FINDING = 1;

    @Spec @Nullable CommandSpec spec;

    /** What is wrong, and with which file. */
    private record Finding(Path file, String sentence) {}

    @Command(
            name = "check",
            description = {
                "Checks files of configuration as services do at their start, and starts nothing:"
                        + " keys that nobody knows, values out of range, mistakes in topology and"
                        + " accounts, secrets that are missing.",
                "Of several files it says what differs though it must be the same. Variables such"
                        + " as GIZA_CLUSTERTOKEN count as they do for services. Exits with 1 if"
                        + " anything is wrong, and with 2 where a file is not there."
            })
    int check(
            @Parameters(
                            arity = "1..*",
                            paramLabel = "FILE",
                            description = "YAML, as services are given it.")
                    List<Path> files,
            @Option(
                            names = "--service",
                            paramLabel = "NAME",
                            split = ",",
                            description =
                                    "Whose configuration it is: metadata-service, fragment-service,"
                                            + " gateway-service, gc-worker, recovery-worker,"
                                            + " console-service"
                                            + " (default all of them).")
                    @Nullable List<String> services,
            @Option(names = "--json", description = "Prints JSON.") boolean json) {
        List<ConfigurationCheck> checks = checks(services);
        for (Path file : files) {
            if (!Files.isReadable(file) || Files.isDirectory(file)) {
                throw misuse(file + " is no file that can be read.");
            }
        }
        List<Finding> findings = findings(files, checks);
        print(files, findings, json);
        return findings.isEmpty() ? 0 : FINDING;
    }

    private List<ConfigurationCheck> checks(@Nullable List<String> services) {
        List<ConfigurationCheck> all =
                Stream.concat(
                                Arrays.stream(Service.values()).map(Service::check),
                                Stream.of(ConsoleServiceApplication.check()))
                        .toList();
        if (services == null) {
            return all;
        }
        for (String name : services) {
            if (all.stream().noneMatch(each -> each.service().equals(name))) {
                throw misuse(
                        "--service: there is no '"
                                + name
                                + "': name one of "
                                + all.stream()
                                        .map(ConfigurationCheck::service)
                                        .collect(Collectors.joining(", "))
                                + ".");
            }
        }
        return all.stream().filter(each -> services.contains(each.service())).toList();
    }

    private static List<Finding> findings(List<Path> files, List<ConfigurationCheck> checks) {
        List<Finding> findings = new ArrayList<>();
        Map<Path, ClusterConfiguration> clusters = new LinkedHashMap<>();
        for (Path file : files) {
            try {
                ConfigurableEnvironment told =
                        ConfigurationCheck.read(
                                List.of("--spring.config.location=file:" + file.toAbsolutePath()));
                Set<String> sentences = new LinkedHashSet<>();
                checks.forEach(each -> sentences.addAll(each.findings(told)));
                sentences.forEach(each -> findings.add(new Finding(file, each)));
                ConfigurationCheck.cluster(told).ifPresent(each -> clusters.put(file, each));
            } catch (UnreadableException e) {
                findings.add(new Finding(file, Objects.requireNonNull(e.getMessage())));
            }
        }
        findings.addAll(differences(clusters));
        return findings;
    }

    /** All are compared with the first. */
    private static List<Finding> differences(Map<Path, ClusterConfiguration> clusters) {
        List<Finding> findings = new ArrayList<>();
        if (clusters.isEmpty()) {
            return findings;
        }
        Map.Entry<Path, ClusterConfiguration> first = clusters.entrySet().iterator().next();
        clusters.forEach(
                (file, cluster) ->
                        ClusterDifferences.of(first.getValue(), cluster)
                                .forEach(
                                        key ->
                                                findings.add(
                                                        new Finding(
                                                                file,
                                                                key
                                                                        + " is another than in "
                                                                        + first.getKey()
                                                                        + ": it must be the same in"
                                                                        + " all processes."))));
        return findings;
    }

    private void print(List<Path> files, List<Finding> findings, boolean json) {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        if (json) {
            out.println(json(findings));
        } else {
            for (Path file : files) {
                List<Finding> own =
                        findings.stream().filter(each -> each.file().equals(file)).toList();
                own.forEach(each -> out.println(file + ": " + each.sentence()));
                if (own.isEmpty()) {
                    out.println(file + " is fine");
                }
            }
        }
        out.flush();
    }

    private static ObjectNode json(List<Finding> findings) {
        ObjectNode answer = JSON.createObjectNode().put("schema", "giza.config-check/1");
        answer.put("fine", findings.isEmpty());
        ArrayNode all = answer.putArray("findings");
        for (Finding each : findings) {
            all.addObject().put("file", each.file().toString()).put("finding", each.sentence());
        }
        return answer;
    }

    private ParameterException misuse(String sentence) {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        return new ParameterException(command, "giza: " + sentence);
    }
}
