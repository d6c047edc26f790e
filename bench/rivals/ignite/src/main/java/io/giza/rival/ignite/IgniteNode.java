package io.giza.rival.ignite;

import org.apache.ignite.IgniteServer;
import org.apache.ignite.InitParameters;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * One node of an Ignite cluster, with a gateway of its data center, until its standard input ends.
 * Its arguments are the node's name, its configuration, its folder, the port of its gateway, and the
 * names of all nodes by which the first of them makes them a cluster.
 */
public final class IgniteNode {
    private static final int MOST_TRIES = 120;

    private IgniteNode() {}

    public static void main(String[] arguments) {
        try {
            run(arguments);
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            // Ignite's threads would keep the process alive, and who waits for it waiting.
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().halt(0);
    }

    /** Makes a cluster of the nodes, of which some may still be about to start. */
    private static void cluster(IgniteServer server, String[] nodes) throws InterruptedException {
        InitParameters parameters =
                InitParameters.builder()
                        .metaStorageNodeNames(nodes)
                        .cmgNodeNames(nodes)
                        .clusterName("rival")
                        .build();
        for (int tries = 1; ; tries++) {
            try {
                server.initCluster(parameters);
                return;
            } catch (RuntimeException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }

    private static void run(String[] arguments) throws IOException, InterruptedException {
        String name = arguments[0];
        AdvertisedAddress.install();
        IgniteServer server =
                IgniteServer.start(name, Path.of(arguments[1]), Path.of(arguments[2]));
        String[] nodes = arguments[4].split(",");
        if (name.equals(nodes[0])) {
            cluster(server, nodes);
        }
        server.waitForInitAsync().join();
        TransactionStore store = new TransactionStore(server.api(), nodes);
        if (name.equals(nodes[0])) {
            store.createTables();
        }
        Gateway.start(Integer.parseInt(arguments[3]), store);
        while (System.in.read() >= 0) {
            // Nothing is said to it; that its parent is there is all that counts.
            continue;
        }
    }
}
