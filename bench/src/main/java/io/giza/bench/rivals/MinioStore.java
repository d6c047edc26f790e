package io.giza.bench.rivals;

import io.giza.bench.cluster.RequestSigner;
import io.giza.standalone.config.Credentials;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * MinIO in one process with four folders as drives and its default durability, on a free port of
 * loopback.
 *
 * <p>What it forces was read in its source ({@code cmd/xl-storage.go}): {@code writeAllDirect}
 * writes shards past the page cache and ends with fdatasync, {@code writeAllInternal} opens small
 * {@code xl.meta} with O_DSYNC, and {@code RenameData} syncs nothing of the folders unless {@code
 * MINIO_FS_OSYNC} is on, which syncs every file system of the machine.
 */
final class MinioStore {
    private static final String NAME = "minio";
    private static final int DRIVES = 4;
    private static final Recipe RECIPE =
            new Recipe(
                    "MinIO",
                    NAME,
                    "github.com/minio/minio",
                    "v0.0.0-20260212201848-7aac2a2c5b7c",
                    Toolchain.GO,
                    "some minutes, and 2 GB of Go's caches",
                    "--minio PATH names a MinIO that is there already, or leave it out by"
                            + " --no-minio");
    private static final String REDUNDANCY =
            "EC 2+2 over four folders as drives, three of which must answer a put";
    private static final String DURABILITY =
            "before a put is answered, shards and xl.meta are forced (O_DIRECT and fdatasync, small"
                    + " xl.meta by O_DSYNC); renames are not (MINIO_FS_OSYNC is off, as by default)";

    private MinioStore() {}

    /** Returns how its program is built. */
    static Recipe recipe() {
        return RECIPE;
    }

    /**
     * Starts it.
     *
     * @param program what to run
     * @param folder an empty folder for its data
     */
    static Store start(RivalProgram program, Path folder) throws IOException, InterruptedException {
        Credentials keys = Credentials.random();
        URI endpoint = Loopback.freeEndpoint();
        ProcessBuilder builder =
                new ProcessBuilder(
                        program.file().toString(),
                        "server",
                        "--address",
                        endpoint.getAuthority(),
                        "--certs-dir",
                        Files.createDirectory(folder.resolve("certs")).toString(),
                        folder + "/drive{1..." + DRIVES + "}");
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("MINIO_"));
        environment.putAll(settings(keys));
        environment.put("HOME", folder.toString());
        ServerProcess server =
                ServerProcess.startUntilReady(
                        NAME,
                        builder,
                        folder.resolve("minio.log"),
                        () -> Loopback.status(endpoint.resolve("/minio/health/cluster")) == 200);
        return new Store(
                new Store.Profile(NAME, program.version(), REDUNDANCY, DURABILITY),
                endpoint,
                new RequestSigner(keys.accessKey(), keys.secretKey(), "us-east-1"),
                server.cpu(),
                server::close);
    }

    static Map<String, String> settings(Credentials keys) {
        return Map.of(
                "MINIO_ROOT_USER",
                keys.accessKey(),
                "MINIO_ROOT_PASSWORD",
                keys.secretKey(),
                "MINIO_STORAGE_CLASS_STANDARD",
                "EC:2",
                "MINIO_BROWSER",
                "off",
                "MINIO_UPDATE",
                "off",
                // In bytes: otherwise it takes no folder of the system's own disk for a drive.
                "MINIO_ROOTDRIVE_THRESHOLD_SIZE",
                "1");
    }
}
