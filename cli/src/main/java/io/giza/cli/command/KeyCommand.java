package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.call.Consent;
import io.giza.cli.call.Sizes;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.Table;
import io.giza.signature.PercentEncoding;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Makes, shows, disables, enables, replaces and deletes access keys. */
@Command(
        name = "key",
        description = {
            "Makes access keys, shows them, and decides whether they are good.",
            "Every gateway learns of it within five seconds. The key of the configuration is not"
                    + " among them."
        },
        synopsisSubcommandLabel =
                "(create | list | limit | disable | enable | rotate | reseal | delete)")
public final class KeyCommand {
    private static final String KEYS = "/keys";

    @Command(
            name = "create",
            description = "Makes a key. Its secret is shown this once and kept nowhere readable.")
    int create(
            @Mixin Call call,
            @Option(
                            names = "--account",
                            defaultValue = "default",
                            description = "Whose it is (default ${DEFAULT-VALUE}).")
                    String account,
            @Option(
                            names = "--role",
                            defaultValue = "user",
                            description =
                                    "user: S3 of its account. auditor: may also see all that"
                                            + " operators see. operator: may also change it"
                                            + " (default ${DEFAULT-VALUE}).")
                    String role,
            @Mixin KeyTermsOptions terms) {
        Map<String, String> fields = new TreeMap<>(terms.fields(Instant.now()));
        fields.put("account", account);
        fields.put("role", role);
        printCreated(call, call.ask(client -> client.post(KEYS, fields)));
        return 0;
    }

    private static void printCreated(Call call, JsonNode key) {
        call.output()
                .print(
                        key,
                        () -> {
                            call.output().say("access key " + key.path("id").asString());
                            call.output().say("secret     " + key.path("secret").asString());
                            call.output()
                                    .say(
                                            "Note the secret now: it is not shown again."
                                                    + " (account "
                                                    + key.path("account").asString()
                                                    + ", role "
                                                    + key.path("role").asString()
                                                    + ")");
                        });
    }

    @Command(name = "list", description = "Shows the keys, without their secrets.")
    int list(
            @Mixin Call call,
            @Option(names = "--account", description = "Those of one account only.")
                    @Nullable String account) {
        JsonNode keys = call.ask(client -> client.get(KEYS, parameters(account)));
        call.print(keys, "keys", () -> table(keys));
        if (keys.path("more").asBoolean()) {
            call.output().say("There are more: name an account with --account.");
        }
        return 0;
    }

    private static Map<String, String> parameters(@Nullable String account) {
        return account == null ? Map.of() : Map.of("account", account);
    }

    private static Table table(JsonNode keys) {
        Table table =
                new Table(
                        "ACCESS KEY",
                        "ACCOUNT",
                        "ROLE",
                        "STATE",
                        "CREATED",
                        "EXPIRES",
                        "POLICY",
                        "LIMITS");
        for (JsonNode key : keys.path("keys")) {
            table.row(
                    key.path("id").asString(),
                    key.path("account").asString(),
                    key.path("role").asString(),
                    key.path("state").asString(),
                    key.path("created").asString(),
                    key.path("expires").asString("never"),
                    key.has("policy") ? "yes" : "",
                    limits(key.path("limits")));
        }
        return table;
    }

    private static String limits(JsonNode limits) {
        return limits.properties().stream()
                .filter(each -> each.getValue().asLong(0) > 0)
                .map(each -> each.getKey() + " " + each.getValue().asString())
                .collect(Collectors.joining(", "));
    }

    @Command(name = "disable", description = "Lets nobody in with a key until it is enabled.")
    int disable(@Mixin Call call, @Parameters(paramLabel = "ID") String id) {
        return change(call, id, "disable", "disabled");
    }

    @Command(name = "enable", description = "Makes a disabled key good again.")
    int enable(@Mixin Call call, @Parameters(paramLabel = "ID") String id) {
        return change(call, id, "enable", "enabled");
    }

    private static int change(Call call, String id, String verb, String done) {
        JsonNode answer = call.ask(client -> client.post(path(id) + "/" + verb, Map.of()));
        call.output().print(answer, () -> call.output().say(id + " is " + done + "."));
        return 0;
    }

    @Command(
            name = "limit",
            description = {
                "Limits how much a key may have each gateway do, in the place of its limits before.",
                "Who exceeds one gets 503 SlowDown. What is left out has no limit; keys of operators"
                        + " never have."
            })
    int limit(
            @Mixin Call call,
            @Parameters(paramLabel = "ID") String id,
            @Option(
                            names = "--requests",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Requests a second.")
                    String requests,
            @Option(
                            names = "--received",
                            paramLabel = "SIZE",
                            defaultValue = "0",
                            description = "Bytes a second that clients send, such as 10MiB.")
                    String received,
            @Option(
                            names = "--sent",
                            paramLabel = "SIZE",
                            defaultValue = "0",
                            description = "Bytes a second that clients are sent.")
                    String sent,
            @Option(
                            names = "--uploads",
                            paramLabel = "N",
                            defaultValue = "0",
                            description = "Uploads at once.")
                    String uploads) {
        Map<String, String> limits =
                Map.of(
                        "requests",
                        requests,
                        "received",
                        bytes("--received", received),
                        "sent",
                        bytes("--sent", sent),
                        "uploads",
                        uploads);
        JsonNode answer = call.ask(client -> client.post(path(id) + "/limits", limits));
        call.output().print(answer, () -> call.output().say(id + " has these limits now."));
        return 0;
    }

    private static String bytes(String option, String text) {
        return String.valueOf(Sizes.parse(option, text));
    }

    @Command(name = "delete", description = "Deletes a key for good.")
    int delete(@Mixin Call call, @Parameters(paramLabel = "ID") String id, @Mixin Consent consent) {
        if (!consent.given("delete access key " + id, call.output())) {
            return 0;
        }
        JsonNode answer = call.ask(client -> client.delete(path(id)));
        call.output().print(answer, () -> call.output().say(id + " is deleted."));
        return 0;
    }

    @Command(
            name = "rotate",
            description = {
                "Makes a key of the same account, role, limits, policy and end as another.",
                "The other stays good until 'key disable' and 'key delete' end it, once nobody uses"
                        + " it any more."
            })
    int rotate(@Mixin Call call, @Parameters(paramLabel = "ID") String id) {
        JsonNode made =
                call.ask(
                        client -> {
                            for (JsonNode key : client.get(KEYS).path("keys")) {
                                if (key.path("id").asString().equals(id)) {
                                    return client.post(KEYS, likeness(key));
                                }
                            }
                            throw new CommandException(
                                    ExitCode.REFUSED, "there is no access key '" + id + "'.");
                        });
        printCreated(call, made);
        call.output()
                .say("Once its users have it: giza key disable " + id + ", and later key delete.");
        return 0;
    }

    /** What a key has that is to be another one's too. */
    private static Map<String, String> likeness(JsonNode key) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("account", key.path("account").asString());
        fields.put("role", key.path("role").asString());
        for (String field : List.of("policy", "expires")) {
            if (key.has(field)) {
                fields.put(field, key.path(field).asString());
            }
        }
        key.path("limits")
                .properties()
                .forEach(each -> fields.put(each.getKey(), each.getValue().asString()));
        return fields;
    }

    @Command(
            name = "reseal",
            description = {
                "Encrypts all secrets, and the cluster's key of objects, with the master key that"
                        + " gateways have now.",
                "It is a step of changing the master key; nothing else has to be encrypted anew.",
                "Names each data center whose gateway has another master key or cannot be asked,"
                        + " and exits with 1 then."
            })
    int reseal(@Mixin Call call) {
        JsonNode answer = call.ask(client -> client.post(KEYS + "/reseal", Map.of()));
        call.output().print(answer, () -> Resealed.lines(answer).forEach(call.output()::say));
        return Resealed.exit(answer).number();
    }

    private static String path(String id) {
        return KEYS + "/" + PercentEncoding.encode(id);
    }
}
