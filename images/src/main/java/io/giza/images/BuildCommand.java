package io.giza.images;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/** Builds images. */
@Command(
        name = "build",
        description = {
            "Builds an image of each service and of the commands, as an OCI archive.",
            "",
            "Prints the digest, the size and the file of each. Needs apt-get of Debian, or an image"
                    + " to begin with; no Docker, and a registry only to push to.",
            ""
        })
final class BuildCommand implements Callable<Integer> {
    /** What OCI allows of a tag. */
    private static final Pattern TAG = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,127}");

    private static final Pattern DIGEST = Pattern.compile(".+@sha256:[0-9a-f]{64}");
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9.-]+(:[0-9]+)?(/[a-z0-9._-]+)*");
    private static final String DEBIAN = "debian";
    private static final double MIB = 1 << 20;

    @Spec @Nullable CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "SERVICE",
            description =
                    "gateway-service, metadata-service, fragment-service, gc-worker,"
                            + " recovery-worker or cli; all of them if none is named.")
    List<String> services = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where archives go; default target/images beside README.md.")
    @Nullable Path out;

    @Option(
            names = "--tag",
            paramLabel = "T",
            description = "The tag of the images; default is the version of Giza.")
    @Nullable String tag;

    @Option(
            names = "--push",
            paramLabel = "PREFIX",
            description = {
                "Also sends each image to a registry, as PREFIX/giza-SERVICE:T.",
                "Docker's config.json says as whom."
            })
    @Nullable String push;

    @Option(
            names = "--base",
            paramLabel = "BASE",
            defaultValue = DEBIAN,
            description = {
                "What is below the JVM: debian, the packages that images/base.lock names;",
                "or IMAGE@sha256:..., an image of a registry with glibc and libstdc++, such as a"
                        + " distroless one. Default: ${DEFAULT-VALUE}."
            })
    String base = DEBIAN;

    @Option(
            names = "--plain-http",
            description = "Speaks to registries by HTTP if they do not speak HTTPS.")
    boolean plainHttp;

    @Option(
            names = "--revision",
            paramLabel = "COMMIT",
            description = "What images say they were built from; default is what git says.")
    String revision = System.getProperty("giza.image.revision", "unknown");

    @Override
    public Integer call() throws IOException {
        ImageOptions options = options();
        PrintWriter progress = commandLine().getErr();
        Path work = options.out().resolve(".work");
        Folders.delete(work);
        try {
            Files.createDirectories(work);
            var build = new ImageBuild(options, work, progress);
            build.stage();
            for (ServiceImage service : options.services()) {
                print(build.write(service));
            }
        } finally {
            Folders.delete(work);
        }
        return CommandLine.ExitCode.OK;
    }

    private void print(ImageBuild.Result result) throws IOException {
        PrintWriter output = commandLine().getOut();
        output.printf(
                "%-23s %s %6.1f MiB  %s%n",
                result.service().image(),
                result.digest(),
                Files.size(result.archive()) / MIB,
                result.archive());
        if (result.pushed() != null) {
            output.printf("%-23s pushed as %s%n", "", result.pushed());
        }
        output.flush();
    }

    private ImageOptions options() {
        Path root = Path.of(System.getProperty("giza.image.root", "")).toAbsolutePath();
        String version = System.getProperty("giza.image.version", "unknown");
        String chosenTag = tag == null ? version : tag;
        List<ServiceImage> named =
                services.stream().map(this::service).distinct().sorted().toList();
        require(
                TAG.matcher(chosenTag).matches(),
                "--tag must be letters, digits, '.', '_' and '-'");
        require(
                base.equals(DEBIAN) || DIGEST.matcher(base).matches(),
                "--base must be 'debian' or an image with its digest, IMAGE@sha256:...");
        require(
                push == null || PREFIX.matcher(push).matches(),
                "--push must be a registry and a path in it, such as registry.example.net/giza");
        return new ImageOptions(
                root,
                out == null ? root.resolve("target").resolve("images") : out.toAbsolutePath(),
                named.isEmpty() ? List.of(ServiceImage.values()) : named,
                version,
                revision,
                chosenTag,
                base.equals(DEBIAN) ? null : base,
                push,
                plainHttp);
    }

    private ServiceImage service(String name) {
        try {
            return ServiceImage.named(name);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(
                    commandLine(),
                    "there is no service '%s': choose from %s."
                            .formatted(name, ServiceImage.names()),
                    e);
        }
    }

    private void require(boolean holds, String message) {
        if (!holds) {
            throw new CommandLine.ParameterException(commandLine(), message + ".");
        }
    }

    private CommandLine commandLine() {
        return Objects.requireNonNull(spec).commandLine();
    }
}
