package io.giza.standalone;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a cluster is started with.
 *
 * @param dataDir the folder of everything it stores
 * @param port the first port of dc1's block of ten; 0 for a free block anywhere
 * @param shape the data centers and the coding
 * @param credentials the S3 credentials
 * @param settings further properties for every service, such as {@code giza.gateway.x}; they win
 */
public record StandaloneOptions(
        Path dataDir,
        int port,
        ClusterShape shape,
        Credentials credentials,
        Map<String, String> settings) {
    /** The first port unless another is asked for. */
    static final int DEFAULT_PORT = 9000;

    public StandaloneOptions {
        dataDir = dataDir.toAbsolutePath().normalize();
        settings = Map.copyOf(settings);
        int highest = 65_535 - PortBlocks.BLOCK * shape.dcs();
        if (port < 0 || port > highest) {
            throw new RefusedException(
                    "--port is "
                            + port
                            + ": with "
                            + shape.dcs()
                            + " data centers it can be 1 to "
                            + highest
                            + ", or 0 for free ports.");
        }
    }

    /** Returns the options of a cluster of three data centers on free ports. */
    public static StandaloneOptions in(Path dataDir) {
        return new StandaloneOptions(
                dataDir, 0, ClusterShape.DEFAULT, Credentials.DEFAULT, Map.of());
    }

    /** Returns these options with another first port. */
    public StandaloneOptions withPort(int other) {
        return new StandaloneOptions(dataDir, other, shape, credentials, settings);
    }

    /** Returns these options with another shape. */
    public StandaloneOptions withShape(ClusterShape other) {
        return new StandaloneOptions(dataDir, port, other, credentials, settings);
    }

    /** Returns these options with one more property for every service. */
    public StandaloneOptions withSetting(String key, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(key, value);
        return new StandaloneOptions(dataDir, port, shape, credentials, more);
    }
}
