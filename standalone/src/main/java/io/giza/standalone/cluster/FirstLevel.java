package io.giza.standalone.cluster;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.Target;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;

import java.util.List;
import java.util.Map;

/**
 * Has a cluster that was just made write the newest formats: no release before this one ever ran in
 * it, so there is none to go back to.
 */
final class FirstLevel {
    private static final String PATH = "/upgrade/finalize";

    private FirstLevel() {}

    /**
     * Has it decided.
     *
     * @param all the data centers, all of which run
     * @throws RefusedException with one sentence if it is not decided
     */
    static void decide(List<DcStatus> all, Credentials credentials) {
        Target target =
                new Target(
                        "this cluster",
                        all.stream().map(DcStatus::s3).toList(),
                        credentials.accessKey(),
                        credentials.secretKey(),
                        null);
        try (AdminClient client = new AdminClient(target)) {
            client.post(PATH, Map.of());
        } catch (CommandException e) {
            throw new RefusedException(
                    "the new cluster did not decide its format level: " + e.getMessage());
        }
    }
}
