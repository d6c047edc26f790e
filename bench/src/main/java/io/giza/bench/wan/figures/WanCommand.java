package io.giza.bench.wan.figures;

import io.giza.bench.cli.ClustersFolder;
import io.giza.bench.cli.InvalidOption;
import io.giza.bench.cli.JsonOption;
import io.giza.bench.cli.SizeConverter;
import io.giza.bench.load.LoadOptions;
import io.giza.bench.wan.cluster.ClusterPlan;
import io.giza.bench.wan.network.TcpModel;
import io.giza.config.ByteSize;
import io.giza.model.Coding;
import io.giza.standalone.plan.LatencyMatrix;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Measures the figures of the paper's evaluation over a wide-area network within this machine. */
@Command(
        name = "wan",
        description = {
            "Measures the figures of the paper's evaluation over a wide-area network within this"
                    + " machine.",
            "Data centers are processes. All bytes between them go through relays, which delay,"
                    + " bound and slowly start them as links and TCP would."
        })
public final class WanCommand implements Callable<Integer> {
    private static final int MOST_SAMPLES = 100_000;
    private static final int MOST_SECONDS = 3600;
    private static final int MOST_MBIT = 100_000;
    private static final long BYTES_PER_MBIT = 125_000;
    private static final long LARGEST = 256L << 20;
    private static final List<Integer> ALL = List.of(6, 7, 8, 9, 10, 11, 12);

    private static final long SMALL_COPIED = 256 << 10;

    @Spec @Nullable CommandSpec spec;

    @Option(
            names = "--figures",
            paramLabel = "N",
            split = ",",
            defaultValue = "6,7,8,9,10,11",
            description =
                    "6: metadata by ballot and location; 7: put and get by iteration and size; 8: by"
                            + " footprint, and what objects cost; 9: updates by contention; not the"
                            + " paper's are 10: a data center that is slow, lossy or away, and 11:"
                            + " gets where copies are kept near; 12, which downloads 140 MB the first"
                            + " time: beside transactions of Apache Ignite (default"
                            + " ${DEFAULT-VALUE}).")
    List<Integer> figures = new ArrayList<>();

    @Option(
            names = "--sizes",
            paramLabel = "SIZE",
            split = ",",
            defaultValue = "256KiB,1MiB,4MiB,16MiB,64MiB",
            converter = SizeConverter.class,
            description = "Sizes of objects in figure 7 (default ${DEFAULT-VALUE}).")
    List<ByteSize> sizes = new ArrayList<>();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4MiB",
            converter = SizeConverter.class,
            description = "Size of objects in figures 8 to 11 (default ${DEFAULT-VALUE}).")
    @Nullable ByteSize size;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "100",
            description =
                    "Operations of each kind that are measured, fewer of large ones (default"
                            + " ${DEFAULT-VALUE}).")
    int samples;

    @Option(
            names = "--warm-up",
            paramLabel = "N",
            defaultValue = "30",
            description =
                    "Seconds that each cluster works before it is measured (default"
                            + " ${DEFAULT-VALUE}).")
    int warmUpSeconds;

    @Option(
            names = "--mbit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Megabits a second of each link, each way (default ${DEFAULT-VALUE}).")
    int mbit;

    @Option(
            names = "--restart-after-idle",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description =
                    "Whether connections begin slowly again after a pause, as Linux has them do"
                            + " (default ${DEFAULT-VALUE}).")
    boolean restartAfterIdle;

    @Option(
            names = "--matrix",
            paramLabel = "NAME|FILE",
            description =
                    "Measure over these data centers instead of the paper's: us-2-1, us-6-1,"
                            + " world-2-1, world-6-1, azure-2026, or a file like those.")
    @Nullable String matrix;

    @Option(
            names = "--coding",
            paramLabel = "rs(k,m)",
            defaultValue = "rs(2,1)",
            description = "Coding with --matrix (default ${DEFAULT-VALUE}).")
    String coding = "";

    @Option(
            names = "--metadata-dcs",
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "How many of the first of --matrix keep metadata (default ${DEFAULT-VALUE}).")
    int metadataDcs;

    @Option(
            names = "--svg",
            paramLabel = "DIR",
            description = "Write a picture of each figure there too, as figure-N.svg.")
    @Nullable Path pictures;

    @Mixin final ClustersFolder folder = new ClustersFolder();

    @Mixin final JsonOption json = new JsonOption();

    @Override
    public Integer call() throws IOException, InterruptedException {
        requireSane();
        Laboratory.Conditions conditions =
                new Laboratory.Conditions(
                        folder.path(),
                        LoadOptions.jvmOptions(),
                        mbit * BYTES_PER_MBIT,
                        new TcpModel(
                                TcpModel.DEFAULT.window(),
                                restartAfterIdle,
                                TcpModel.DEFAULT.seed()),
                        samples,
                        Duration.ofSeconds(warmUpSeconds),
                        command().commandLine().getErr());
        List<Figure> measured = new ArrayList<>();
        List<Cost> costs = new ArrayList<>();
        for (int number : figures) {
            Figure figure = measure(conditions, number, costs);
            measured.add(figure);
            if (pictures != null) {
                Files.createDirectories(pictures);
                Files.writeString(
                        pictures.resolve("figure-" + number + ".svg"), FigureSvg.of(figure));
            }
        }
        WanResult result = new WanResult(measured, costs);
        json.print(command().commandLine().getOut(), result, result::text);
        return 0;
    }

    private Figure measure(Laboratory.Conditions conditions, int number, List<Cost> costs)
            throws IOException, InterruptedException {
        return switch (number) {
            case 6 -> new MetadataFigure(conditions).measure(plans("us-2-1", "world-2-1"));
            case 7 ->
                    new PutGetFigures(conditions)
                            .iterations(
                                    plans("world-2-1"),
                                    sizes.stream().map(ByteSize::bytes).toList());
            case 8 ->
                    new PutGetFigures(conditions)
                            .footprints(
                                    plans("us-2-1", "us-6-1", "world-2-1", "world-6-1"),
                                    bytes(),
                                    costs);
            case 9 ->
                    new ContentionFigure(conditions, bytes())
                            .measure(plans("world-2-1").getFirst());
            case 10 -> new DegradedFigure(conditions, bytes()).measure(degradable());
            case 11 ->
                    new CopiesFigure(conditions)
                            .measure(
                                    plans("world-2-1", "world-6-1"),
                                    List.of(SMALL_COPIED, bytes()));
            case 12 -> new RivalFigure(conditions).measure(plans("us-2-1", "world-2-1"));
            default -> throw new IllegalStateException("no figure " + number);
        };
    }

    private long bytes() {
        return Objects.requireNonNull(size).bytes();
    }

    /** With four tables a fast quorum is left when one is away. */
    private List<ClusterPlan> degradable() {
        return matrix == null
                ? List.of(ClusterPlan.ofThePaper("world-2-1"), ClusterPlan.withFourTables())
                : plans("world-2-1");
    }

    /** Returns what was asked for, or else some of the paper's. */
    private List<ClusterPlan> plans(String... ofThePaper) {
        if (matrix == null) {
            return List.of(ofThePaper).stream().map(ClusterPlan::ofThePaper).toList();
        }
        try {
            LatencyMatrix own =
                    LatencyMatrix.BUILT_IN.contains(matrix)
                            ? LatencyMatrix.builtIn(matrix)
                            : LatencyMatrix.read(Path.of(matrix));
            return List.of(new ClusterPlan(own, Coding.parse(coding), metadataDcs));
        } catch (IllegalArgumentException e) {
            throw InvalidOption.of(spec, "--matrix, --coding, --metadata-dcs: " + e.getMessage());
        }
    }

    private void requireSane() {
        if (figures.isEmpty() || !ALL.containsAll(figures)) {
            throw InvalidOption.of(spec, "--figures must be some of " + ALL + ", not " + figures);
        }
        InvalidOption.requireWithin(spec, "--samples", samples, 1, MOST_SAMPLES);
        InvalidOption.requireWithin(spec, "--warm-up", warmUpSeconds, 0, MOST_SECONDS);
        InvalidOption.requireWithin(spec, "--mbit", mbit, 1, MOST_MBIT);
        List<ByteSize> all = new ArrayList<>(sizes);
        all.add(Objects.requireNonNull(size));
        if (all.stream().anyMatch(each -> each.bytes() < 1 || each.bytes() > LARGEST)) {
            throw InvalidOption.of(spec, "--size and --sizes must be 1B to 256MiB");
        }
        // Said before anything is started.
        plans("world-2-1");
    }

    private CommandSpec command() {
        return Objects.requireNonNull(spec);
    }
}
