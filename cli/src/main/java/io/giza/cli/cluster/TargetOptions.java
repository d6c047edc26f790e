package io.giza.cli.cluster;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which cluster a command is about. */
public final class TargetOptions {
    private static final List<List<String>> KEYS =
            List.of(
                    List.of("GIZA_ACCESS_KEY", "GIZA_SECRET_KEY"),
                    List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"));

    /** Where {@code ./giza} looks for a cluster if nothing else is said. */
    private static final String DEFAULT_FOLDER = "giza.cli.folder";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "A cluster by the name that 'giza profile add' gave it.")
    @Nullable String profile;

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            split = ",",
            description =
                    "Its gateways; the access key is in GIZA_ACCESS_KEY and GIZA_SECRET_KEY, or in"
                            + " AWS's variables.")
    @Nullable List<String> endpoints;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "The folder of a cluster that 'giza up' runs on this machine.")
    @Nullable Path data;

    @Option(
            names = "--ca",
            paramLabel = "FILE",
            description =
                    "Certificates to trust in place of the system's, in PEM; GIZA_CA may name a"
                            + " file too, which is left out where it is not there.")
    @Nullable Path ca;

    private final Map<String, String> environment = System.getenv();

    /**
     * Returns the cluster: the one that options name, or else the environment, or else the current
     * profile.
     *
     * @throws CommandException if none is named
     */
    public Target target() {
        long named =
                Arrays.asList(profile, endpoints, data).stream()
                        .filter(each -> each != null)
                        .count();
        if (named > 1) {
            throw new CommandException(
                    ExitCode.MISUSE, "name the cluster once: --profile, --endpoint or --data.");
        }
        Target found = data != null ? LocalFolder.target(data) : ofNames();
        return ca == null ? found : found.trusting(ca);
    }

    private Target ofNames() {
        String name = profile == null ? environment.get("GIZA_PROFILE") : profile;
        if (endpoints != null) {
            return atEndpoints(endpoints);
        }
        if (name != null) {
            return Profiles.read(Profiles.file(environment)).target(name);
        }
        String endpoint =
                Optional.ofNullable(environment.get("GIZA_ENDPOINT"))
                        .orElse(environment.get("AWS_ENDPOINT_URL"));
        if (endpoint != null) {
            return atEndpoints(Arrays.asList(endpoint.split(",", -1)));
        }
        String folder = System.getProperty(DEFAULT_FOLDER);
        if (folder != null && LocalFolder.has(Path.of(folder))) {
            return LocalFolder.target(Path.of(folder));
        }
        return Profiles.read(Profiles.file(environment))
                .currentTarget()
                .orElseThrow(() -> nothingNamed(folder));
    }

    private static CommandException nothingNamed(@Nullable String folder) {
        return new CommandException(
                ExitCode.MISUSE,
                folder == null
                        ? "no cluster is named: add one with 'giza profile add NAME --endpoint URL',"
                                + " or use --endpoint."
                        : "no cluster runs on "
                                + folder
                                + ", and no other is named: start one with './giza up', or use"
                                + " --data, --profile or --endpoint.");
    }

    private Target atEndpoints(List<String> all) {
        List<String> key = accessKey(environment);
        String authority = environment.get("GIZA_CA");
        Target target =
                new Target(
                        String.join(",", all),
                        all.stream().map(Target::endpoint).toList(),
                        key.getFirst(),
                        key.getLast(),
                        null);
        return authority != null && Files.exists(Path.of(authority))
                ? target.trusting(Path.of(authority))
                : target;
    }

    /** The first pair of which anything is there, so that an id and a secret are not mixed. */
    static List<String> accessKey(Map<String, String> environment) {
        for (List<String> pair : KEYS) {
            List<String> missing =
                    pair.stream().filter(name -> !environment.containsKey(name)).toList();
            if (missing.isEmpty()) {
                return pair.stream().map(name -> environment.getOrDefault(name, "")).toList();
            }
            if (missing.size() < pair.size()) {
                throw new CommandException(
                        ExitCode.MISUSE,
                        missing.getFirst() + " is missing in the environment: set both.");
            }
        }
        throw new CommandException(
                ExitCode.MISUSE,
                "no access key is in the environment: set GIZA_ACCESS_KEY and GIZA_SECRET_KEY, or"
                        + " use --profile.");
    }
}
