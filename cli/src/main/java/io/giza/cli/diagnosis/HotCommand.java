package io.giza.cli.diagnosis;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.AdminClient;
import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Shows the keys at which writers meet most. */
@Command(
        name = "hot",
        description = {
            "Shows the keys at which writers met most within the last five to ten minutes, the"
                    + " hottest first.",
            "WAITS: a writer waited for another one of its gateway. CONFLICTS: another record took"
                    + " the version that one was offered as, mostly through another gateway. One"
                    + " gateway of each data center tells, so repeat it where there are several."
        })
public final class HotCommand implements Callable<Integer> {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    @Mixin private final Call call = new Call();

    @Option(names = "--watch", description = "Shows them again every five seconds, until Ctrl-C.")
    boolean watch;

    @Override
    public Integer call() {
        return call.ask(this::show);
    }

    private int show(AdminClient client) {
        print(client);
        while (watch) {
            LockSupport.parkNanos(PAUSE.toNanos());
            call.output().say("");
            print(client);
        }
        return 0;
    }

    private void print(AdminClient client) {
        JsonNode answer = client.get("/hot");
        call.print(answer, "keys", () -> table(answer));
        for (Map.Entry<String, JsonNode> dc : answer.path("data_centers").properties()) {
            JsonNode told = dc.getValue();
            if (told.has("error")) {
                call.output().say(dc.getKey() + " is left out: " + Call.text(told, "error", ""));
            } else if (told.path("off_by").asLong(0) > 0) {
                call.output()
                        .say(
                                dc.getKey()
                                        + " has more keys than it keeps: its numbers are off by "
                                        + Call.text(told, "off_by", "")
                                        + " at most");
            }
        }
    }

    private static Table table(JsonNode answer) {
        Table table = new Table("WAITS", "CONFLICTS", "KIND", "BUCKET", "KEY");
        for (JsonNode key : answer.path("keys")) {
            String bucket = Call.text(key, "bucket", "");
            table.row(
                    Call.text(key, "waits", "?"),
                    Call.text(key, "conflicts", "?"),
                    Call.text(key, "kind", "?"),
                    bucket.isEmpty() ? Call.text(key, "bucket_id", "?") : bucket,
                    Call.text(key, "key", "?"));
        }
        return table;
    }
}
