package io.giza.cli.command;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.cluster.Profiles;
import io.giza.cli.cluster.Profiles.Profile;
import io.giza.cli.cluster.Secret;
import io.giza.cli.cluster.Target;
import io.giza.cli.output.OutputOptions;
import io.giza.cli.output.Table;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gives names to clusters. */
@Command(
        name = "profile",
        description = {
            "Gives names to clusters, and keeps how they are reached and with which access key.",
            "They are in ~/.config/giza/config.json, which nobody else may read."
        },
        synopsisSubcommandLabel = "(add | list | use | remove | check)")
public final class ProfileCommand {
    private final Path file = Profiles.file(System.getenv());

    @Command(
            name = "add",
            description = {
                "Adds a cluster, or changes one. The first becomes the current one.",
                "The secret is read from --secret-file, from GIZA_SECRET_KEY, or asked for: never"
                        + " from the command line, which others can see."
            })
    int add(
            @Parameters(paramLabel = "NAME") String name,
            @Option(
                            names = "--endpoint",
                            paramLabel = "URL",
                            required = true,
                            split = ",",
                            description =
                                    "Its gateways: the next one is tried where one is silent.")
                    List<String> endpoints,
            @Option(
                            names = "--access-key",
                            paramLabel = "ID",
                            required = true,
                            description = "Who asks.")
                    String accessKey,
            @Option(
                            names = "--secret-file",
                            paramLabel = "FILE",
                            description =
                                    "The first line of it is the secret; - is standard input.")
                    @Nullable String secretFile,
            @Option(
                            names = "--ca",
                            paramLabel = "FILE",
                            description = "Certificates to trust in place of the system's, in PEM.")
                    @Nullable Path ca,
            @Mixin OutputOptions output) {
        if (!name.matches("[A-Za-z0-9._-]{1,63}")) {
            throw new CommandException(
                    ExitCode.MISUSE, "'" + name + "' is no name: use letters, digits, . _ and -.");
        }
        endpoints.forEach(Target::endpoint);
        Profile profile =
                new Profile(
                        endpoints,
                        accessKey,
                        Secret.read(secretFile, System.getenv()),
                        ca == null ? null : ca.toAbsolutePath().normalize().toString());
        Profiles all = Profiles.read(file).with(name, profile);
        all.write(file);
        output.say(
                name
                        + " is added"
                        + (name.equals(all.current()) ? ", and is the current profile." : "."));
        return 0;
    }

    @Command(name = "list", description = "Shows the profiles, without their secrets.")
    int list(@Mixin OutputOptions output) {
        Profiles all = Profiles.read(file);
        List<Map<String, Object>> json = new ArrayList<>();
        Table table = new Table("", "PROFILE", "ACCESS KEY", "ENDPOINTS");
        all.profiles()
                .forEach(
                        (name, each) -> {
                            boolean isCurrent = name.equals(all.current());
                            json.add(
                                    Map.of(
                                            "name",
                                            name,
                                            "current",
                                            isCurrent,
                                            "access_key",
                                            each.accessKey(),
                                            "endpoints",
                                            each.endpoints()));
                            table.row(
                                    isCurrent ? "*" : "",
                                    name,
                                    each.accessKey(),
                                    String.join(" ", each.endpoints()));
                        });
        JsonNode answer =
                JsonMapper.builder()
                        .build()
                        .valueToTree(Map.of("schema", "giza.profiles/1", "profiles", json));
        output.print(answer, "profiles", () -> table);
        return 0;
    }

    @Command(name = "use", description = "Makes a profile the current one.")
    int use(@Parameters(paramLabel = "NAME") String name, @Mixin OutputOptions output) {
        Profiles.read(file).using(name).write(file);
        output.say(name + " is the current profile.");
        return 0;
    }

    @Command(name = "remove", description = "Forgets a profile.")
    int remove(@Parameters(paramLabel = "NAME") String name, @Mixin OutputOptions output) {
        Profiles.read(file).without(name).write(file);
        output.say(name + " is forgotten.");
        return 0;
    }

    @Command(
            name = "check",
            description =
                    "Asks each gateway of a profile as whom it knows the caller. Exits with 1 if"
                            + " one does not answer.")
    int check(
            @Parameters(
                            paramLabel = "NAME",
                            arity = "0..1",
                            description = "Default: the current one.")
                    @Nullable String name,
            @Mixin OutputOptions output) {
        Profiles all = Profiles.read(file);
        String chosen = name == null ? all.current() : name;
        if (chosen == null) {
            throw new CommandException(ExitCode.MISUSE, "no profile is the current one: name one.");
        }
        Target target = all.target(chosen);
        Table table = new Table("ENDPOINT", "ANSWER");
        List<Map<String, Object>> json = new ArrayList<>();
        int failed = 0;
        for (var endpoint : target.endpoints()) {
            String answer;
            boolean isFine = true;
            try (AdminClient client =
                    new AdminClient(
                            new Target(
                                    chosen,
                                    List.of(endpoint),
                                    target.accessKey(),
                                    target.secretKey(),
                                    target.ca()))) {
                JsonNode me = client.get("/whoami");
                answer =
                        me.path("role").asString() + " of account " + me.path("account").asString();
            } catch (CommandException e) {
                answer = String.valueOf(e.getMessage());
                isFine = false;
                failed++;
            }
            table.row(endpoint.toString(), answer);
            json.add(Map.of("endpoint", endpoint.toString(), "fine", isFine, "answer", answer));
        }
        output.print(
                JsonMapper.builder()
                        .build()
                        .valueToTree(Map.of("schema", "giza.profile-check/1", "endpoints", json)),
                "endpoints",
                () -> table);
        return failed == 0 ? ExitCode.FINE.number() : ExitCode.FINDING.number();
    }
}
