package io.giza.bench.cli;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.Objects;

/** Where a command makes the folders of the clusters that it starts. */
public final class ClustersFolder {
    @Option(
            names = "--folder",
            paramLabel = "DIR",
            defaultValue = "${sys:java.io.tmpdir}",
            description = "Where the clusters' folders are made (default ${DEFAULT-VALUE}).")
    @Nullable Path folder;

    /** Returns the folder that theirs are made in. */
    public Path path() {
        return Objects.requireNonNull(folder);
    }
}
