package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.output.Table;
import io.giza.signature.PercentEncoding;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Shows buckets and what they hold, and says how much they may. */
@Command(
        name = "bucket",
        description = {
            "Shows the buckets of a cluster and what they hold, and limits how much they may.",
            "What they hold is as old as the last sweep of the gc-workers: see 'gc sweep'."
        },
        synopsisSubcommandLabel = "(list | usage | quota)")
public final class BucketCommand {
    private static final String BUCKETS = "/buckets";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Command(name = "list", description = "Shows the buckets, by name.")
    int list(
            @Mixin Call call,
            @Option(names = "--account", description = "Those of one account only.")
                    @Nullable String account) {
        JsonNode buckets = call.ask(client -> all(client, account));
        call.print(buckets, "buckets", () -> list(buckets));
        return 0;
    }

    private static Table list(JsonNode buckets) {
        Table table = new Table("BUCKET", "ACCOUNT", "VERSIONING", "OBJECTS", "BYTES", "QUOTA");
        for (JsonNode bucket : buckets.path("buckets")) {
            JsonNode usage = bucket.path("usage");
            table.row(
                    bucket.path("name").asString(),
                    bucket.path("account").asString(),
                    bucket.path("versioning").asString(),
                    Call.text(usage, "objects", "-"),
                    UsageTables.size(usage, "bytes"),
                    UsageTables.quota(bucket.path("quota")));
        }
        return table;
    }

    /** Of all pages one answer. */
    private static JsonNode all(AdminClient client, @Nullable String account) {
        ArrayNode all = JSON.createArrayNode();
        Map<String, String> parameters = new TreeMap<>();
        if (account != null) {
            parameters.put("account", account);
        }
        while (true) {
            JsonNode page = client.get(BUCKETS, parameters);
            page.path("buckets").forEach(all::add);
            if (!page.path("more").asBoolean() || all.isEmpty()) {
                return answer(all);
            }
            parameters.put("after", all.get(all.size() - 1).path("name").asString());
        }
    }

    private static JsonNode answer(ArrayNode buckets) {
        ObjectNode answer = JSON.createObjectNode();
        answer.put("schema", "giza.buckets/1");
        answer.set("buckets", buckets);
        answer.put("more", false);
        return answer;
    }

    @Command(
            name = "usage",
            description = {
                "Shows what a bucket holds, or each of them, as the last sweep found it.",
                "PARTS are bytes of open uploads. STORED is what all of it takes in all data"
                        + " centers."
            })
    int usage(
            @Mixin Call call,
            @Parameters(paramLabel = "BUCKET", arity = "0..1", description = "The bucket.")
                    @Nullable String bucket) {
        if (bucket == null) {
            JsonNode buckets = call.ask(client -> all(client, null));
            call.print(buckets, "buckets", () -> usage(buckets.path("buckets"), "name"));
            return 0;
        }
        JsonNode usage = call.ask(client -> client.get(path(bucket) + "/usage"));
        call.print(usage, "", () -> usage(List.of(usage), "bucket"));
        return 0;
    }

    private static Table usage(Iterable<JsonNode> buckets, String name) {
        Table table =
                new Table("BUCKET", "OBJECTS", "VERSIONS", "BYTES", "PARTS", "STORED", "AS OF");
        for (JsonNode bucket : buckets) {
            List<String> numbers = UsageTables.numbers(bucket.path("usage"));
            numbers.addFirst(bucket.path(name).asString());
            table.row(numbers.toArray(String[]::new));
        }
        return table;
    }

    @Command(
            name = "quota",
            description = {
                "Says how much a bucket may hold, in the place of what was said before; or shows it.",
                "What exceeds it is refused with 403 QuotaExceeded. Several gateways together may"
                        + " exceed it until the next sweep."
            })
    int quota(
            @Mixin Call call,
            @Parameters(paramLabel = "BUCKET", description = "The bucket.") String bucket,
            @Mixin QuotaOptions quota) {
        return quota.apply(call, path(bucket), bucket);
    }

    private static String path(String bucket) {
        return BUCKETS + "/" + PercentEncoding.encode(bucket);
    }
}
