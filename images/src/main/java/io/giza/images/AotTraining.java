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
        Programs.Outcome outcome = Programs.run(work, Map.of(), command(files, work));
        if (outcome.code() != 0 || Files.notExists(files.cache())) {
            throw new ImageException(
                    "%s did not start in training (code %d):%n%s"
                            .formatted(files.service().module(), outcome.code(), outcome.end()));
        }
        Files.setLastModifiedTime(files.cache(), Folders.TIME);
        Folders.delete(work);
    }

    private List<String> command(ServiceFiles files, Path work) {
        List<String> command = new ArrayList<>();
        command.add(runtime.resolve("bin").resolve("java").toString());
        command.addAll(OPTIONS);
        command.addAll(files.service().options(files.natives().toString()));
        command.addAll(
                List.of(
                        "-XX:+UseSerialGC",
                        "-Xmx512m",
                        "-XX:AOTCacheOutput=" + files.cache(),
                        "-Dspring.context.exit=onRefresh",
                        "-Djava.io.tmpdir=" + work.resolve("tmp"),
                        "-jar",
                        files.jar().toString(),
                        "--spring.config.additional-location=file:" + work.resolve("training.yaml"),
                        "--server.port=0",
                        "--management.server.port=0",
                        "--giza.initialize=true",
                        "--giza.metadata.data-dir=" + work.resolve("data"),
                        "--giza.fragment.data-dir=" + work.resolve("data")));
        return command;
    }
}
