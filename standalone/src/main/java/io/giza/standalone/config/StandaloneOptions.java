package io.giza.standalone.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

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
 * @param console whether there is a console
 */
public record StandaloneOptions(
        Path dataDir,
        int port,
        ClusterShape shape,
        Optional<Credentials> credentials,
        Map<String, String> settings,
        List<String> azureConnectionStrings,
        List<String> extraAccounts,
        boolean console) {
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

    /** Returns the options of a cluster of three data centers on free ports. */
    public static StandaloneOptions in(Path dataDir) {
        return new StandaloneOptions(
                dataDir,
                0,
                ClusterShape.DEFAULT,
                Optional.empty(),
                Map.of(),
                List.of(),
                List.of(),
                false);
    }

    /** Returns these options with another first port. */
    public StandaloneOptions withPort(int other) {
        return with(draft -> draft.port = other);
    }

    /** Returns these options with credentials that are chosen. */
    public StandaloneOptions withCredentials(Credentials chosen) {
        return with(draft -> draft.credentials = Optional.of(chosen));
    }

    /** Returns these options with another shape. */
    public StandaloneOptions withShape(ClusterShape other) {
        return with(draft -> draft.shape = other);
    }

    /** Returns these options with other stores. */
    public StandaloneOptions withStores(ClusterShape.Stores stores) {
        return withShape(shape.withStores(stores));
    }

    /** Returns these options with one more property for every service. */
    public StandaloneOptions withSetting(String key, String value) {
        return withSettings(Map.of(key, value));
    }

    /** Returns these options with more properties for every service. */
    public StandaloneOptions withSettings(Map<String, String> more) {
        return with(draft -> draft.settings.putAll(more));
    }

    /** Returns these options with accounts, which outlive the cluster. */
    public StandaloneOptions withAzureConnectionStrings(List<String> connectionStrings) {
        return with(draft -> draft.azureConnectionStrings = connectionStrings);
    }

    /** Returns these options with storage accounts beside the default one. */
    public StandaloneOptions withExtraAccounts(List<String> names) {
        return with(draft -> draft.extraAccounts = names);
    }

    /** Returns these options with a console. */
    public StandaloneOptions withConsole() {
        return with(draft -> draft.console = true);
    }

    private StandaloneOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new StandaloneOptions(
                dataDir,
                draft.port,
                draft.shape,
                draft.credentials,
                draft.settings,
                draft.azureConnectionStrings,
                draft.extraAccounts,
                draft.console);
    }

    /** Options while one of them is changed; the folder never is. */
    private static final class Draft {
        private int port;
        private ClusterShape shape;
        private Optional<Credentials> credentials;
        private final Map<String, String> settings;
        private List<String> azureConnectionStrings;
        private List<String> extraAccounts;
        private boolean console;

        Draft(StandaloneOptions options) {
            this.port = options.port;
            this.shape = options.shape;
            this.credentials = options.credentials;
            this.settings = new HashMap<>(options.settings);
            this.azureConnectionStrings = options.azureConnectionStrings;
            this.extraAccounts = options.extraAccounts;
            this.console = options.console;
        }
    }
}
