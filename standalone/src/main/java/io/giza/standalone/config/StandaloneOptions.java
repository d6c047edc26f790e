package io.giza.standalone.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster is started with.
 *
 * @param dataDir the folder of everything it stores
 * @param port the first port of dc1's block of ten; 0 for a free block anywhere
 * @param shape the data centers and the coding
 * @param credentials the S3 credentials; empty for those that the folder keeps, made at random at
 *     the first start
 * @param settings further properties for every service, such as {@code giza.gateway.x}; they win
 * @param azureConnectionStrings connection strings of accounts of Azure Storage that are there
 *     already, one per data center, instead of the emulators that the shape asks for; none to start
 *     those
 * @param extraAccounts names of storage accounts beside {@code default}, coded as that one is
 */
public record StandaloneOptions(
        Path dataDir,
        int port,
        ClusterShape shape,
        Optional<Credentials> credentials,
        Map<String, String> settings,
        List<String> azureConnectionStrings,
        List<String> extraAccounts) {
    /** The first port unless another is asked for. */
    public static final int DEFAULT_PORT = 9000;

    public StandaloneOptions {
        dataDir = dataDir.toAbsolutePath().normalize();
        settings = Map.copyOf(settings);
        azureConnectionStrings = List.copyOf(azureConnectionStrings);
        extraAccounts = List.copyOf(extraAccounts);
        for (String name : extraAccounts) {
            if (!name.matches("[a-z0-9][a-z0-9-]{0,62}") || name.equals("default")) {
                throw new RefusedException(
                        "--accounts: '"
                                + name
                                + "' is no name for a further account: use up to 63 lower-case"
                                + " letters, digits and hyphens.");
            }
        }
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

    /** Options without accounts. */
    public StandaloneOptions(
            Path dataDir,
            int port,
            ClusterShape shape,
            Optional<Credentials> credentials,
            Map<String, String> settings) {
        this(dataDir, port, shape, credentials, settings, List.of(), List.of());
    }

    /** Returns the options of a cluster of three data centers on free ports. */
    public static StandaloneOptions in(Path dataDir) {
        return new StandaloneOptions(dataDir, 0, ClusterShape.DEFAULT, Optional.empty(), Map.of());
    }

    /** Returns these options with another first port. */
    public StandaloneOptions withPort(int other) {
        return new StandaloneOptions(
                dataDir,
                other,
                shape,
                credentials,
                settings,
                azureConnectionStrings,
                extraAccounts);
    }

    /** Returns these options with credentials that are chosen. */
    public StandaloneOptions withCredentials(Credentials chosen) {
        return new StandaloneOptions(
                dataDir,
                port,
                shape,
                Optional.of(chosen),
                settings,
                azureConnectionStrings,
                extraAccounts);
    }

    /** Returns these options with another shape. */
    public StandaloneOptions withShape(ClusterShape other) {
        return new StandaloneOptions(
                dataDir, port, other, credentials, settings, azureConnectionStrings, extraAccounts);
    }

    /** Returns these options with other stores. */
    public StandaloneOptions withStores(ClusterShape.Stores stores) {
        return withShape(shape.withStores(stores));
    }

    /** Returns these options with one more property for every service. */
    public StandaloneOptions withSetting(String key, String value) {
        Map<String, String> more = new HashMap<>(settings);
        more.put(key, value);
        return new StandaloneOptions(
                dataDir, port, shape, credentials, more, azureConnectionStrings, extraAccounts);
    }

    /** Returns these options with accounts, which outlive the cluster. */
    public StandaloneOptions withAzureConnectionStrings(List<String> connectionStrings) {
        return new StandaloneOptions(
                dataDir, port, shape, credentials, settings, connectionStrings, extraAccounts);
    }

    /** Returns these options with storage accounts beside the default one. */
    public StandaloneOptions withExtraAccounts(List<String> names) {
        return new StandaloneOptions(
                dataDir, port, shape, credentials, settings, azureConnectionStrings, names);
    }
}
