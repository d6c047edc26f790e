package io.giza.bench.cluster;

import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.StandaloneOptions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A cluster in a JVM of its own, so that its CPU time is not mixed with the clients'. Prints its S3
 * endpoints in one line when it is ready, and stops when its standard input ends.
 */
public final class ClusterProcess {
    private ClusterProcess() {}

    /**
     * Runs a cluster: folder, number of data centers, coding, and settings as key=value; its S3
     * credentials are in GIZA_ACCESS_KEY and GIZA_SECRET_KEY.
     */
    public static void main(String[] arguments) throws IOException {
        ClusterShape shape = new ClusterShape(Integer.parseInt(arguments[1]), 3, arguments[2]);
        StandaloneOptions options =
                StandaloneOptions.in(Path.of(arguments[0]))
                        .withShape(shape)
                        .withCredentials(
                                new Credentials(
                                        System.getenv("GIZA_ACCESS_KEY"),
                                        System.getenv("GIZA_SECRET_KEY")));
        for (String setting : List.of(arguments).subList(3, arguments.length)) {
            int equals = setting.indexOf('=');
            options =
                    options.withSetting(
                            setting.substring(0, equals), setting.substring(equals + 1));
        }
        try (StandaloneCluster cluster = StandaloneCluster.start(options)) {
            String endpoints =
                    cluster.endpoints().stream()
                            .map(DcStatus::s3)
                            .map(String::valueOf)
                            .collect(Collectors.joining(" "));
            System.out.println(TemporaryCluster.READY + endpoints);
            while (System.in.read() >= 0) {
                // Nothing is said to it; that its parent is there is all that counts.
                continue;
            }
        }
        System.exit(0);
    }
}
