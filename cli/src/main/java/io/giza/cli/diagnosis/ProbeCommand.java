package io.giza.cli.diagnosis;

import io.giza.cli.call.Call;
import io.giza.cli.cluster.ExitCode;
import io.giza.cli.output.Waterfall;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.concurrent.Callable;

/** Has something small written, read and deleted, and shows what that waited for. */
@Command(
        name = "probe",
        description = {
            "Has the gateway write, read and delete something small, and draws which services it"
                    + " called, when, and for how long.",
            "With a bucket it is an object of 64 KiB below the prefix .giza-probe/, which a listing"
                    + " may show meanwhile and of which no version stays. Without one it is a row of"
                    + " the system's own, which has no fragments. Exits with 1 if a step failed."
        })
public final class ProbeCommand implements Callable<Integer> {
    @Mixin private final Call call = new Call();

    @Parameters(arity = "0..1", paramLabel = "BUCKET", description = "A bucket, of any account.")
    @Nullable String bucket;

    @Override
    public Integer call() {
        Map<String, String> fields = bucket == null ? Map.of() : Map.of("bucket", bucket);
        JsonNode answer = call.ask(client -> client.post("/probe", fields));
        call.output().print(answer, () -> print(answer));
        return (answer.path("fine").asBoolean() ? ExitCode.FINE : ExitCode.FINDING).number();
    }

    private void print(JsonNode answer) {
        call.output()
                .say(
                        Call.text(answer, "name", "?")
                                + ", "
                                + Call.text(answer, "bytes", "?")
                                + " bytes, through "
                                + Call.text(answer, "dc", "?")
                                + "; times in milliseconds from the beginning");
        Waterfall waterfall = new Waterfall();
        for (JsonNode step : answer.path("steps")) {
            waterfall.bar(
                    Call.text(step, "step", "?"),
                    step.path("start_ms").asDouble(0),
                    step.path("took_ms").asDouble(0),
                    Call.text(step, "error", ""));
            for (JsonNode hop : step.path("hops")) {
                waterfall.bar(
                        "  " + label(hop),
                        hop.path("start_ms").asDouble(0),
                        hop.path("took_ms").asDouble(0),
                        note(hop));
            }
        }
        call.output().print(waterfall);
        String residue = Call.text(answer, "residue", "");
        if (!residue.isEmpty()) {
            call.output()
                    .say(
                            "Something may be left of "
                                    + Call.text(answer, "name", "?")
                                    + ": "
                                    + residue);
        }
    }

    private static String label(JsonNode hop) {
        return String.join(
                " ",
                Call.text(hop, "dc", "?"),
                Call.text(hop, "service", "?"),
                Call.text(hop, "operation", "?"));
    }

    private static String note(JsonNode hop) {
        String outcome = Call.text(hop, "outcome", "");
        return outcome.equals("ok") ? "" : outcome;
    }
}
