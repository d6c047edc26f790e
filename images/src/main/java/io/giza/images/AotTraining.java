package io.giza.images;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Starts a service once on the files that its image will have, and records its classes as the JVM
 * loaded and linked them. With that record it starts with less work.
 */
final class AotTraining {
    /** What every JVM of a service is told, in training as in service. */
    static final List<String> OPTIONS =
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:+ExitOnOutOfMemoryError");

    /** How a command ends that no gateway answers. */
    private static final int NOBODY_ANSWERS = 3;

    /** A command asks nobody without an access key. */
    private static final Map<String, String> VARIABLES =
            Map.of("GIZA_ACCESS_KEY", "training", "GIZA_SECRET_KEY", "training");

    private final Path runtime;

    /**
     * Trains with a JVM.
     *
     * @param runtime the folder of the linked JVM
     */
    AotTraining(Path runtime) {
        this.runtime = runtime;
    }

    /**
     * Records the start of a service.
     *
     * @param work a folder for what it writes meanwhile, which is removed
     * @throws ImageException if it does not start
     */
    void train(ServiceFiles files, Path work) throws IOException {
        Files.createDirectories(work.resolve("tmp"));
        Path configuration = work.resolve("training.yaml");
        try (InputStream in = AotTraining.class.getResourceAsStream("training.yaml")) {
            Files.copy(Objects.requireNonNull(in), configuration);
        }
        Programs.Outcome outcome = Programs.run(work, VARIABLES, command(files, work));
        if (outcome.code() != expected(files.service()) || Files.notExists(files.cache())) {
            throw new ImageException(
                    "%s did not start in training (code %d):%n%s"
                            .formatted(files.service().module(), outcome.code(), outcome.end()));
        }
        Files.setLastModifiedTime(files.cache(), Folders.TIME);
        Folders.delete(work);
    }

    /** A command is trained on a gateway that does not answer, which it says by its exit code. */
    private static int expected(ServiceImage service) {
        return service.isService() ? 0 : NOBODY_ANSWERS;
    }

    private List<String> command(ServiceFiles files, Path work) {
        List<String> command = new ArrayList<>();
        command.add(runtime.resolve("bin").resolve("java").toString());
        command.addAll(OPTIONS);
        command.addAll(files.service().options(files.natives().toString()));
        command.add("-XX:AOTCacheOutput=" + files.cache());
        command.add("-Djava.io.tmpdir=" + work.resolve("tmp"));
        command.addAll(files.service().isService() ? start(files, work) : call(files));
        return command;
    }

    private static List<String> call(ServiceFiles files) {
        return List.of(
                "-jar", files.jar().toString(), "status", "--endpoint", "http://127.0.0.1:1");
    }

    private static List<String> start(ServiceFiles files, Path work) {
        return List.of(
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-Dspring.context.exit=onRefresh",
                "-jar",
                files.jar().toString(),
                "--spring.config.additional-location=file:" + work.resolve("training.yaml"),
                "--server.port=0",
                "--management.server.port=0",
                "--giza.initialize=true",
                "--giza.metadata.data-dir=" + work.resolve("data"),
                "--giza.fragment.data-dir=" + work.resolve("data"));
    }
}
