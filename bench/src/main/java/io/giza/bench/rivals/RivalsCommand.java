package io.giza.bench.rivals;

import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.report.Json;
import io.giza.config.ByteSize;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;

/** Measures Giza beside other stores. */
@Command(
        name = "rivals",
        description = {
            "Measures Giza beside MinIO, Garage, versitygw, and any S3 server that you name: in"
                    + " turn, on this machine, by the same clients.",
            "Prints operations per second, latencies and the servers' CPU time per operation, as"
                    + " medians and ratios. Builds rivals once, MinIO and versitygw by Go and Garage"
                    + " by cargo. All stores are started on free ports of loopback, and their data"
                    + " is deleted afterwards."
        })
public final class RivalsCommand implements Callable<Integer> {
    private static final int MAX_CLIENTS = 1024;
    private static final int MAX_SECONDS = 3600;
    private static final int MAX_ROUNDS = 100;
    private static final long MAX_BYTES = 1L << 30;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Turns of each store at each work (default ${DEFAULT-VALUE}).")
    int rounds;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "10",
            description = "How long a turn is measured (default ${DEFAULT-VALUE}).")
    int seconds;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Seconds of each work that each store does before, not measured (default"
                            + " ${DEFAULT-VALUE}).")
    int warmUpSeconds;

    @Option(
            names = "--clients",
            paramLabel = "N",
            split = ",",
            defaultValue = "8",
            description =
                    "Requests under way at a time; several numbers, such as 1,8,32, are measured one"
                            + " after the other (default ${DEFAULT-VALUE}).")
    List<Integer> clients = List.of();

    @Option(
            names = "--sizes",
            paramLabel = "SIZE",
            split = ",",
            defaultValue = "4MiB,128KiB,4KiB",
            converter = SizeConverter.class,
            description = "Sizes of objects (default ${DEFAULT-VALUE}).")
    List<ByteSize> sizes = List.of();

    @Option(
            names = "--data",
            paramLabel = "DIR",
            defaultValue = "${sys:java.io.tmpdir}",
            description =
                    "Where the stores' folders are made; it should lie on a disk (default"
                            + " ${DEFAULT-VALUE}).")
    Path data = Path.of("");

    @Option(
            names = "--endpoint",
            paramLabel = "URL",
            description =
                    "A gateway of a Giza that runs, instead of starting one. It needs what 'giza env'"
                            + " sets, and GIZA_CLUSTER_TOKEN, which is in the cluster's folder.")
    @Nullable URI endpoint;

    @Option(
            names = "--rivals",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "minio",
            converter = KnownRival.Converter.class,
            description =
                    "Which stores are built and started beside Giza, of minio, garage and versitygw"
                            + " (default ${DEFAULT-VALUE}).")
    List<KnownRival> known = List.of();

    @Option(
            names = "--minio",
            paramLabel = "PATH",
            description = "A program of MinIO that is there, instead of building one.")
    @Nullable Path minio;

    @Option(names = "--no-minio", description = "Leave MinIO out.")
    boolean withoutMinio;

    @Option(
            names = "--rival",
            paramLabel = NamedRival.SYNTAX,
            converter = NamedRival.Converter.class,
            description =
                    "Another S3 server that runs on this machine: its endpoint, access key, secret,"
                            + " process ids, and region (us-east-1). May be repeated.")
    List<NamedRival> rivals = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "Write JSON, with every turn.")
    @Nullable Path json;

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the ratios as a picture.")
    @Nullable Path svg;

    @Override
    public Integer call() throws Exception {
        Comparison.Plan plan = plan();
        requireRivals();
        try (RunFolder folder = RunFolder.in(data)) {
            RivalsResult result = compare(plan, folder.path());
            show(result);
            progress("deleting what the stores wrote");
            return result.errors() == 0 ? 0 : 1;
        }
    }

    private void show(RivalsResult result) throws IOException {
        if (json != null) {
            Files.writeString(json, Json.render(result));
        }
        if (svg != null) {
            Files.writeString(svg, RivalsSvg.of(result));
        }
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.println(RivalsTable.of(result));
        out.flush();
    }

    private Comparison.Plan plan() {
        InvalidOption.requireWithin(spec, "--rounds", rounds, 1, MAX_ROUNDS);
        InvalidOption.requireWithin(spec, "--seconds", seconds, 1, MAX_SECONDS);
        InvalidOption.requireWithin(spec, "--warm-up", warmUpSeconds, 0, MAX_SECONDS);
        for (int some : clients) {
            InvalidOption.requireWithin(spec, "--clients", some, 1, MAX_CLIENTS);
        }
        List<Long> bytes = sizes.stream().map(ByteSize::bytes).toList();
        if (bytes.stream().anyMatch(each -> each < 1 || each > MAX_BYTES)) {
            throw InvalidOption.of(spec, "--sizes must be 1B to 1GiB each");
        }
        List<Work> works = Work.all(bytes, clients);
        if (new HashSet<>(works).size() < works.size()) {
            throw InvalidOption.of(spec, "--sizes and --clients must not repeat one");
        }
        return new Comparison.Plan(works, rounds, seconds, warmUpSeconds);
    }

    /** Returns those that are started, each once. */
    private List<KnownRival> started() {
        return known.stream()
                .filter(each -> !(withoutMinio && each == KnownRival.MINIO))
                .distinct()
                .toList();
    }

    private void requireRivals() {
        if (withoutMinio && minio != null) {
            throw InvalidOption.of(spec, "--minio and --no-minio exclude each other");
        }
        if (minio != null && !started().contains(KnownRival.MINIO)) {
            throw InvalidOption.of(spec, "--minio needs minio among --rivals");
        }
        if (started().isEmpty() && rivals.isEmpty()) {
            throw InvalidOption.of(spec, "--no-minio needs a --rival, or others among --rivals");
        }
        Set<String> names = new HashSet<>(Set.of("giza"));
        started().stream().map(KnownRival::label).forEach(names::add);
        for (NamedRival rival : rivals) {
            if (!names.add(rival.name())) {
                throw InvalidOption.of(
                        spec, "--rival: there is another store '" + rival.name() + "'");
            }
        }
    }

    private RivalsResult compare(Comparison.Plan plan, Path folder) throws Exception {
        Conditions conditions = Conditions.now(folder);
        List<Store> stores = new ArrayList<>();
        // Before anything is started, since it may take minutes and end the run.
        Map<KnownRival, RivalProgram> programs = programs();
        try {
            stores.add(giza(folder));
            for (var each : programs.entrySet()) {
                stores.add(start(each.getKey(), each.getValue(), folder));
            }
            rivals.forEach(rival -> stores.add(rival.store()));
            try (Comparison comparison =
                    new Comparison(plan, stores, new FreeSpace(folder), this::progress)) {
                return RivalsResult.of(
                        conditions,
                        plan,
                        stores.stream().map(Store::profile).toList(),
                        comparison.run());
            }
        } finally {
            for (Store store : stores.reversed()) {
                store.close();
            }
        }
    }

    private Map<KnownRival, RivalProgram> programs() throws IOException, InterruptedException {
        Map<KnownRival, RivalProgram> programs = new EnumMap<>(KnownRival.class);
        for (KnownRival each : started()) {
            programs.put(each, program(each));
        }
        return programs;
    }

    private RivalProgram program(KnownRival rival) throws IOException, InterruptedException {
        if (rival == KnownRival.MINIO && minio != null) {
            return RivalProgram.minioAt(minio);
        }
        Recipe recipe = rival.recipe();
        return RivalProgram.built(
                cache(System.getenv()), recipe, recipe.toolchain().command(), this::progress);
    }

    private Store start(KnownRival rival, RivalProgram program, Path folder)
            throws IOException, InterruptedException {
        progress("starting " + rival.label() + " " + program.version());
        return rival.start(program, Files.createDirectory(folder.resolve(rival.label())));
    }

    private Store giza(Path folder) throws IOException, InterruptedException {
        if (endpoint != null) {
            return GizaStore.running(endpoint, System.getenv());
        }
        Path launcher = Path.of(System.getProperty("giza.launcher", "giza")).toAbsolutePath();
        if (!Files.isExecutable(launcher)) {
            throw new IllegalStateException(
                    "there is no "
                            + launcher
                            + " to start Giza: run './giza bench rivals', or name a Giza that runs"
                            + " with --endpoint.");
        }
        progress("starting " + launcher + " up");
        return GizaStore.start(launcher, Files.createDirectory(folder.resolve("giza")));
    }

    /** Returns the folder of what is built once for this user. */
    static Path cache(Map<String, String> variables) {
        String configured = variables.getOrDefault("XDG_CACHE_HOME", "");
        Path caches =
                configured.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(configured);
        return caches.resolve("giza");
    }

    private void progress(String line) {
        PrintWriter errors = Objects.requireNonNull(spec).commandLine().getErr();
        errors.println(line);
        errors.flush();
    }
}
