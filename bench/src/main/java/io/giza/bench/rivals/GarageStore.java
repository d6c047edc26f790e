package io.giza.bench.rivals;

import io.giza.bench.cluster.RequestSigner;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;

/**
 * Garage as one node that keeps one copy, with both of its settings for forcing switched on, which
 * are off by default.
 *
 * <p>What they do was read in its source: a block is forced and so is its folder ({@code
 * write_block_inner} of {@code garage_block}), and LMDB is opened without {@code MDB_NOSYNC} but
 * always with {@code MDB_NOMETASYNC} ({@code lmdb_adapter.rs} of {@code garage_db}), so the data of
 * each transaction is forced and its last page only with the next.
 */
final class GarageStore {
    private static final String NAME = "garage";
    private static final String REGION = "garage";
    private static final int KEY_BYTES = 12;
    private static final int SECRET_BYTES = 32;

    /** It has started, and wants a signature. */
    private static final int FORBIDDEN = 403;

    private static final Recipe RECIPE =
            new Recipe(
                    "Garage",
                    NAME,
                    "garage",
                    "2.5.0",
                    Toolchain.CARGO,
                    "a quarter of an hour on two cores, and 2 GB that are deleted afterwards",
                    "leave it out of --rivals");
    private static final String REDUNDANCY =
            "one copy on one node (replication_factor = 1), which favours it";
    private static final String DURABILITY =
            "before a put is answered, blocks and their folders are forced (data_fsync = true, off by"
                    + " default), and so is its LMDB (metadata_fsync = true, off by default) but for"
                    + " the last page of a transaction (MDB_NOMETASYNC), so a power failure may take"
                    + " back the last one";

    private GarageStore() {}

    /** Returns how its program is built. */
    static Recipe recipe() {
        return RECIPE;
    }

    /**
     * Who may use it.
     *
     * @param id GK and 24 hexadecimal digits, as it demands
     * @param secret 64 hexadecimal digits
     */
    private record Key(String id, String secret) {
        static Key random() {
            return new Key("GK" + hex(KEY_BYTES), hex(SECRET_BYTES));
        }
    }

    /**
     * Starts it.
     *
     * @param program what to run
     * @param folder an empty folder for its data
     */
    static Store start(RivalProgram program, Path folder) throws IOException, InterruptedException {
        Key key = Key.random();
        URI endpoint = Loopback.freeEndpoint();
        Path file = folder.resolve("garage.toml");
        Files.writeString(file, configuration(folder, endpoint, Loopback.freeEndpoint()));
        ProcessBuilder builder =
                new ProcessBuilder(
                        program.file().toString(),
                        "-c",
                        file.toString(),
                        "server",
                        "--single-node",
                        "--default-access-key");
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GARAGE_"));
        environment.put("GARAGE_DEFAULT_ACCESS_KEY", key.id());
        environment.put("GARAGE_DEFAULT_SECRET_KEY", key.secret());
        // A line for each request would be part of what is measured.
        environment.put("RUST_LOG", "garage=warn");
        ServerProcess server =
                ServerProcess.startUntilReady(
                        NAME,
                        builder,
                        folder.resolve("garage.log"),
                        () -> Loopback.status(endpoint.resolve("/")) == FORBIDDEN);
        return new Store(
                new Store.Profile(NAME, program.version(), REDUNDANCY, DURABILITY),
                endpoint,
                new RequestSigner(key.id(), key.secret(), REGION),
                server.cpu(),
                server::close);
    }

    /** Returns its file of settings; what is not in it is as by default. */
    static String configuration(Path folder, URI endpoint, URI rpc) {
        return """
        metadata_dir = "%1$s/meta"
        data_dir = "%1$s/data"
        db_engine = "lmdb"
        metadata_fsync = true
        data_fsync = true
        replication_factor = 1
        rpc_bind_addr = "%2$s"
        rpc_public_addr = "%2$s"
        rpc_secret = "%3$s"

        [s3_api]
        s3_region = "%4$s"
        api_bind_addr = "%5$s"
        """
                .formatted(
                        folder,
                        rpc.getAuthority(),
                        hex(SECRET_BYTES),
                        REGION,
                        endpoint.getAuthority());
    }

    private static String hex(int bytes) {
        byte[] random = new byte[bytes];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
