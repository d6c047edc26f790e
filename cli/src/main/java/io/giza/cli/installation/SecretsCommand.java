package io.giza.cli.installation;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Draws the secrets of an installation. */
@Command(
        name = "secrets",
        description = "Draws the secrets of an installation.",
        synopsisSubcommandLabel = "new")
public final class SecretsCommand {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** What Kubernetes takes as a name (RFC 1123). */
    private static final String NAME = "[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?";

    @Spec @Nullable CommandSpec command;

    /** A form in which they are printed. */
    enum Format {
        KUBERNETES,
        ENV,
        JSON
    }

    @Command(
            name = "new",
            description = {
                "Draws the id of a cluster, its token, its master key and its first access key with"
                        + " the secret.",
                "With FOLDER it writes a file for each, which its owner alone may read and whose"
                        + " name is the key: Spring takes them by"
                        + " spring.config.import=configtree:FOLDER/, and kubectl by --from-file."
                        + " With -o it prints them instead. Nothing is ever overwritten, and nothing"
                        + " keeps what is printed."
            })
    int draw(
            @Parameters(
                            arity = "0..1",
                            paramLabel = "FOLDER",
                            description = "Where the files are written.")
                    @Nullable Path folder,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            description =
                                    "kubernetes: the manifest of a Secret, with the id of the"
                                            + " cluster as a comment. env: variables of the"
                                            + " environment of services, a line each. json.")
                    @Nullable Format format,
            @Option(
                            names = "--only",
                            paramLabel = "KEY",
                            split = ",",
                            description =
                                    "Draws these alone, such as giza.cluster-token to change it.")
                    @Nullable List<String> only,
            @Option(
                            names = "--name",
                            paramLabel = "NAME",
                            defaultValue = "giza",
                            description = "The name of the Secret (default ${DEFAULT-VALUE}).")
                    String name,
            @Option(
                            names = "--namespace",
                            paramLabel = "NAME",
                            description = "Its namespace (default that of who applies it).")
                    @Nullable String namespace) {
        if ((folder == null) == (format == null)) {
            throw misuse("name a FOLDER to write files, or a form with -o to print: one of both.");
        }
        requireName("--name", name);
        requireName("--namespace", Objects.requireNonNullElse(namespace, "none"));
        Map<Draw, String> drawn = Draw.all(chosen(only));
        PrintWriter out = Objects.requireNonNull(command).commandLine().getOut();
        if (folder != null) {
            new SecretFiles(folder).write(drawn).forEach(out::println);
        } else {
            out.print(
                    switch (Objects.requireNonNull(format)) {
                        case KUBERNETES -> manifest(drawn, name, namespace);
                        case ENV -> environment(drawn);
                        case JSON -> json(drawn) + "\n";
                    });
        }
        out.flush();
        return 0;
    }

    private static List<Draw> chosen(@Nullable List<String> only) {
        if (only == null) {
            return List.of(Draw.values());
        }
        return only.stream().map(SecretsCommand::named).toList();
    }

    private static Draw named(String key) {
        return Arrays.stream(Draw.values())
                .filter(each -> each.key().equals(key))
                .findFirst()
                .orElseThrow(
                        () ->
                                misuse(
                                        "--only: '"
                                                + key
                                                + "' is drawn by nobody: name one of "
                                                + String.join(", ", Draw.keys())
                                                + "."));
    }

    private static void requireName(String option, String name) {
        if (!name.matches(NAME)) {
            throw misuse(
                    option
                            + " is '"
                            + name
                            + "': Kubernetes takes lower-case letters, digits, dots and hyphens.");
        }
    }

    /** The id of the cluster is in the values of each region, where everybody may see it. */
    private static String manifest(
            Map<Draw, String> drawn, String name, @Nullable String namespace) {
        StringBuilder yaml = new StringBuilder();
        String id = drawn.get(Draw.CLUSTER_ID);
        if (id != null) {
            yaml.append("# No secret, and the same in all regions: topology.clusterId: \"")
                    .append(id)
                    .append("\"\n");
        }
        yaml.append("apiVersion: v1\nkind: Secret\nmetadata:\n  name: \"").append(name);
        if (namespace != null) {
            yaml.append("\"\n  namespace: \"").append(namespace);
        }
        yaml.append("\"\ntype: Opaque\nstringData:\n");
        drawn.forEach(
                (what, value) -> {
                    if (what != Draw.CLUSTER_ID) {
                        yaml.append("  ")
                                .append(what.key())
                                .append(": \"")
                                .append(value)
                                .append("\"\n");
                    }
                });
        return yaml.toString();
    }

    private static String environment(Map<Draw, String> drawn) {
        StringBuilder lines = new StringBuilder();
        drawn.forEach(
                (what, value) ->
                        lines.append(what.variable()).append('=').append(value).append('\n'));
        return lines.toString();
    }

    private static ObjectNode json(Map<Draw, String> drawn) {
        ObjectNode answer = JSON.createObjectNode().put("schema", "giza.secrets/1");
        ObjectNode secrets = answer.putObject("secrets");
        drawn.forEach((what, value) -> secrets.put(what.key(), value));
        return answer;
    }

    private static CommandException misuse(String sentence) {
        return new CommandException(ExitCode.MISUSE, sentence);
    }
}
