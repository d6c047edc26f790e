package io.giza.bench.rivals;

import io.giza.bench.cluster.RequestSigner;
import io.giza.standalone.config.Credentials;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The Versity S3 Gateway over one folder, where each object is a file.
 *
 * <p>What it forces was read in its source ({@code backend/posix}): nothing. Objects are written to
 * files without a name ({@code O_TMPFILE}) that are linked in at the end, and no call of fsync,
 * fdatasync or O_SYNC is anywhere in it.
 */
final class VersitygwStore {
    private static final String NAME = "versitygw";
    private static final String REGION = "us-east-1";
    private static final String HEALTH = "/health";

    private static final Recipe RECIPE =
            new Recipe(
                    "versitygw",
                    NAME,
                    "github.com/versity/versitygw/cmd/versitygw",
                    "v1.8.0",
                    Toolchain.GO,
                    "some minutes, and 1 GB of Go's caches",
                    "leave it out of --rivals");
    private static final String REDUNDANCY =
            "one copy, files in one folder (posix), which favours it";
    private static final String DURABILITY =
            "nothing is forced before a put is answered: a power failure takes back what the system"
                    + " had not written by itself, which favours it";

    private VersitygwStore() {}

    /** Returns how its program is built. */
    static Recipe recipe() {
        return RECIPE;
    }

    /**
     * Starts it.
     *
     * @param program what to run
     * @param folder an empty folder for its data, on a file system that has extended attributes
     */
    static Store start(RivalProgram program, Path folder) throws IOException, InterruptedException {
        Credentials keys = Credentials.random();
        URI endpoint = Loopback.freeEndpoint();
        ProcessBuilder builder =
                new ProcessBuilder(
                        program.file().toString(),
                        "--port",
                        endpoint.getAuthority(),
                        "--region",
                        REGION,
                        "--health",
                        HEALTH,
                        "--quiet",
                        "posix",
                        Files.createDirectory(folder.resolve("objects")).toString());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("VGW_"));
        environment.put("ROOT_ACCESS_KEY", keys.accessKey());
        environment.put("ROOT_SECRET_KEY", keys.secretKey());
        ServerProcess server =
                ServerProcess.startUntilReady(
                        NAME,
                        builder,
                        folder.resolve("versitygw.log"),
                        () -> Loopback.status(endpoint.resolve(HEALTH)) == 200);
        return new Store(
                new Store.Profile(NAME, program.version(), REDUNDANCY, DURABILITY),
                endpoint,
                new RequestSigner(keys.accessKey(), keys.secretKey(), REGION),
                server.cpu(),
                server::close);
    }
}
