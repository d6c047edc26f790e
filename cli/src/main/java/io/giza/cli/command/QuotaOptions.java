package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.call.Sizes;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.TreeMap;

/** What quota is set, if one is. */
final class QuotaOptions {
    @Option(
            names = "--bytes",
            paramLabel = "SIZE",
            description = "How many bytes, such as 10TiB: of all versions, and of open uploads.")
    @Nullable String bytes;

    @Option(
            names = "--objects",
            paramLabel = "N",
            description = "How many objects, all their versions counted.")
    @Nullable String objects;

    @Option(names = "--none", description = "Lifts the quota.")
    boolean none;

    /**
     * Does what the options say to the quota of a bucket or account, or shows it.
     *
     * @param path the bucket or account
     * @param name what it is called
     */
    int apply(Call call, String path, String name) {
        if (none && (bytes != null || objects != null)) {
            throw new CommandException(
                    ExitCode.MISUSE, "say --none, or what the quota is to be, but not both.");
        }
        if (none) {
            print(call, call.ask(client -> client.delete(path + "/quota")), name);
        } else if (bytes != null || objects != null) {
            Map<String, String> fields = fields();
            print(call, call.ask(client -> client.put(path + "/quota", fields)), name);
        } else {
            print(call, call.ask((AdminClient client) -> client.get(path + "/usage")), name);
        }
        return 0;
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        if (bytes != null) {
            fields.put("bytes", String.valueOf(Sizes.parse("--bytes", bytes)));
        }
        if (objects != null) {
            fields.put("objects", objects);
        }
        return fields;
    }

    private static void print(Call call, JsonNode answer, String name) {
        call.output()
                .print(
                        answer,
                        () ->
                                call.output()
                                        .say(
                                                "quota of "
                                                        + name
                                                        + ": "
                                                        + UsageTables.quota(answer.path("quota"))));
    }
}
