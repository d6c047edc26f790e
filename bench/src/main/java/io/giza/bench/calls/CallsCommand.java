package io.giza.bench.calls;

import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Measures calls between services, without what they are for. */
@Command(
        name = "calls",
        description = {
            "Measures calls between services: messages over loopback that are answered at once.",
            "Prints calls per second, latencies, and the CPU of both sides together."
        })
public final class CallsCommand implements Callable<Integer> {
    private static final int MAX_CALLERS = 256;
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_ROUNDS = 100;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--callers",
            paramLabel = "N[,N...]",
            split = ",",
            defaultValue = "1,8",
            description = "Calls under way at a time (default ${DEFAULT-VALUE}).")
    List<Integer> callers = List.of();

    @Option(
            names = "--bytes",
            paramLabel = "N",
            defaultValue = "500",
            description = "Bytes of a message and of its answer (default ${DEFAULT-VALUE}).")
    int bytes;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "4",
            description = "How long a round is measured (default ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Rounds, after one that is not measured (default ${DEFAULT-VALUE}).")
    int rounds;

    @Mixin JsonOption json = new JsonOption();

    @Override
    public Integer call() throws Exception {
        InvalidOption.requireWithin(spec, "--bytes", bytes, 1, MAX_BYTES);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--rounds", rounds, 1, MAX_ROUNDS);
        for (int some : callers) {
            InvalidOption.requireWithin(spec, "--callers", some, 1, MAX_CALLERS);
        }
        List<CallLoad.Result> results = new ArrayList<>();
        try (CallLoad load = new CallLoad(bytes)) {
            for (int some : callers) {
                load.run(some, Duration.ofSeconds(seconds));
            }
            for (int round = 0; round < rounds; round++) {
                for (int some : callers) {
                    results.add(load.run(some, Duration.ofSeconds(seconds)));
                }
            }
        }
        json.print(
                Objects.requireNonNull(spec).commandLine().getOut(), results, () -> table(results));
        return 0;
    }

    private static String table(List<CallLoad.Result> results) {
        StringBuilder text = new StringBuilder();
        text.append(
                "%8s %10s %10s %10s %14s%n"
                        .formatted("callers", "calls/s", "p50 us", "p99 us", "CPU us/call"));
        for (CallLoad.Result each : results) {
            text.append(
                    "%8d %10.0f %10.1f %10.1f %14.1f%n"
                            .formatted(
                                    each.callers(),
                                    each.callsPerS(),
                                    each.p50Us(),
                                    each.p99Us(),
                                    each.cpuUs()));
        }
        return text.toString().stripTrailing();
    }
}
