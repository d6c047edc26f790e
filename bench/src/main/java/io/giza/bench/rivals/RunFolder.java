package io.giza.bench.rivals;

import io.giza.bench.cluster.TemporaryCluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The folder of all that a comparison stores, which is deleted at its end. Where this process is
 * told to stop before, the servers that it started are stopped first.
 */
final class RunFolder implements AutoCloseable {
    private static final long STOP_SECONDS = 60;

    private final Path path;
    private final Thread hook;

    private RunFolder(Path path) {
        this.path = path;
        hook = new Thread(this::abandon, "delete-what-was-stored");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Makes one in another folder, which is made if it is missing. */
    static RunFolder in(Path parent) throws IOException {
        Files.createDirectories(parent);
        return new RunFolder(Files.createTempDirectory(parent.toAbsolutePath(), "giza-rivals-"));
    }

    Path path() {
        return path;
    }

    private void abandon() {
        List<ProcessHandle> servers = ProcessHandle.current().descendants().toList();
        servers.forEach(ProcessHandle::destroy);
        for (ProcessHandle server : servers) {
            var _ =
                    server.onExit()
                            .completeOnTimeout(server, STOP_SECONDS, TimeUnit.SECONDS)
                            .join();
        }
        try {
            TemporaryCluster.delete(path);
        } catch (IOException e) {
            System.err.println("could not delete " + path + ": " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // This process is being told to stop: the hook deletes it.
            return;
        }
        TemporaryCluster.delete(path);
    }
}
