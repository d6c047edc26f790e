package io.giza.simulation.prove;

import io.giza.simulation.Scenarios;
import io.giza.testkit.sim.Simulation;
import io.giza.testkit.sim.SimulationFailure;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** The command behind {@code ./giza prove}. */
@Command(
        name = "giza prove",
        mixinStandardHelpOptions = true,
        description = {
            "Simulates the production classes with many seeds: contending gateways, a network that",
            "loses, delays and repeats, tables that fail, crashes. Each scenario runs as many seeds.",
            "Stops at the first violation. Interrupted, it goes on where it was."
        })
final class ProveCommand implements Callable<Integer> {
    @Option(
            names = "--runs",
            defaultValue = "300",
            description = "how many seeds each scenario runs (default 300)")
    private long runs;

    @Option(
            names = "--weight",
            paramLabel = "NAME=N",
            description = "this scenario runs N times as many seeds; may be repeated")
    private Map<String, Integer> weights = Map.of();

    @Option(names = "--from", defaultValue = "1", description = "their first seed (default 1)")
    private long from;

    @Option(names = "--seed", description = "run this one seed here, and print how it went")
    private @Nullable Long only;

    @Option(names = "--scenario", description = "leave only this scenario; may be repeated")
    private @Nullable List<String> scenarios;

    @Option(names = "--jobs", description = "processes (default: one per core)")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--state",
            defaultValue = "giza-prove.json",
            description = "the file that keeps how far it came (default giza-prove.json)")
    private Path state = Path.of("giza-prove.json");

    @Option(names = "--fresh", description = "forget how far it came")
    private boolean fresh;

    @Option(names = "--record", description = "add the result to this Markdown table")
    private @Nullable Path record;

    @Option(names = "--json", description = "print the result as JSON")
    private boolean json;

    private final AtomicLong lastReport = new AtomicLong(System.nanoTime());
    private long begunAt;

    /** Runs the command; exits with 0, 1 when a violation was found or 2 when misused. */
    public static void main(String[] arguments) {
        CommandLine line =
                new CommandLine(new ProveCommand())
                        .setExecutionExceptionHandler(
                                (failure, command, _) -> {
                                    command.getErr().println("giza: " + failure.getMessage());
                                    return failure instanceof IllegalArgumentException
                                            ? CommandLine.ExitCode.USAGE
                                            : CommandLine.ExitCode.SOFTWARE;
                                });
        System.exit(line.execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<String> names =
                scenarios != null
                        ? scenarios
                        : Scenarios.all().stream().map(Scenarios.Scenario::name).toList();
        if (only != null) {
            boolean well = true;
            for (String name : names) {
                well &= runOne(Plan.scenario(name), only);
            }
            return well ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
        if (jobs < 1) {
            throw new IllegalArgumentException("--jobs must be at least 1, not " + jobs);
        }
        if (record != null && !Files.isWritable(record)) {
            throw new IllegalArgumentException("--record: there is no file to add to: " + record);
        }
        Plan plan = new Plan(from, runs, shares(names));
        Progress start = start(plan);
        begunAt = start.done();
        lastReport.set(System.nanoTime());
        long startedAt = System.nanoTime();
        Prover.Result result =
                new Prover(start, state, progress -> report(progress, startedAt)).run(jobs);
        return conclude(result);
    }

    private List<Plan.Share> shares(List<String> names) {
        for (String name : weights.keySet()) {
            if (!names.contains(name)) {
                Plan.scenario(name);
                throw new IllegalArgumentException("--weight: " + name + " is not to be run");
            }
        }
        return names.stream()
                .map(name -> new Plan.Share(name, weights.getOrDefault(name, 1)))
                .toList();
    }

    private static boolean runOne(Scenarios.Scenario scenario, long seed) {
        try {
            var trace = Simulation.run(seed, simulation -> scenario.run().in(simulation));
            System.out.printf(
                    "seed %d of %s: well, %d events, hash %x%n",
                    seed, scenario.name(), trace.count(), trace.hash());
            return true;
        } catch (SimulationFailure failure) {
            System.out.println(scenario.name() + ": " + failure.getMessage());
            return false;
        }
    }

    private Progress start(Plan plan) {
        String code = CodeFingerprint.ofThisProgram();
        Progress begin = Progress.begin(code, plan);
        if (fresh) {
            return begin;
        }
        return Progress.load(state)
                .map(
                        kept -> {
                            if (kept.continues(code, plan)) {
                                System.err.printf(
                                        "Going on after %,d seeds (%s).%n", kept.done(), state);
                                return kept.towards(plan);
                            }
                            System.err.printf(
                                    "%s is of other code or another plan: starting again.%n",
                                    state);
                            return begin;
                        })
                .orElse(begin);
    }

    private void report(Progress progress, long startedAt) {
        long now = System.nanoTime();
        long last = lastReport.get();
        long every = System.console() == null ? 30_000_000_000L : 1_000_000_000L;
        if (now - last < every || !lastReport.compareAndSet(last, now)) {
            return;
        }
        double rate = (progress.done() - begunAt) / ((now - startedAt) / 1e9);
        long left = rate > 0 ? (long) ((progress.plan().seeds() - progress.done()) / rate) : 0;
        System.err.printf(
                Locale.ROOT,
                "%,d of %,d seeds (%.1f %%), %,d operations, %.0f seeds/s, %s left%n",
                progress.done(),
                progress.plan().seeds(),
                100.0 * progress.done() / progress.plan().seeds(),
                progress.operations(),
                rate,
                Duration.ofSeconds(left));
    }

    private static String repeat(Finding.Violated violated) {
        return String.format(
                "%s went wrong; repeat it with: ./giza prove --seed %d --scenario %s%n",
                violated.scenario(), violated.seed(), violated.scenario());
    }

    private int conclude(Prover.Result result) throws IOException {
        Progress progress = result.progress();
        String failure =
                result.failure()
                        .map(
                                finding ->
                                        switch (finding) {
                                            case Finding.Violated violated ->
                                                    repeat(violated) + violated.message();
                                            case Finding.Died died -> died.detail();
                                            case Finding.Well _ -> "";
                                        })
                        .orElse("");
        if (json) {
            System.out.println(
                    JsonMapper.shared()
                            .writeValueAsString(
                                    Map.of(
                                            "progress", progress,
                                            "operations", progress.operations(),
                                            "violation", failure)));
        } else if (failure.isEmpty()) {
            System.out.printf(
                    Locale.ROOT,
                    "%,d seeds of each scenario went well, from %,d on; %,d in all, with %,d"
                            + " operations in %s: %s.%n",
                    progress.rounds(),
                    progress.plan().from(),
                    progress.done(),
                    progress.operations(),
                    Duration.ofSeconds((long) progress.seconds()),
                    ProofRecord.scenarios(progress.plan()));
        } else {
            System.out.println(failure);
        }
        if (record != null) {
            ProofRecord.append(record, progress, failure);
        }
        return failure.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
}
