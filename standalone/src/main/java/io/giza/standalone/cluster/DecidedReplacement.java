package io.giza.standalone.cluster;

import io.giza.cli.cluster.AdminClient;
import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.Target;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.RefusedException;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Map;

/** Has the running cluster decide that an empty data center takes the place of a lost one. */
final class DecidedReplacement {
    private static final String PATH = "/topology";

    private DecidedReplacement() {}

    /**
     * Has it decided by the data centers that run.
     *
     * @param place where the new one listens
     * @return the epoch in which it takes the place
     * @throws RefusedException with one sentence if it is not decided
     */
    static long decide(List<DcStatus> all, Credentials credentials, DcStatus place) {
        Target target =
                new Target(
                        "this cluster",
                        all.stream().filter(DcStatus::running).map(DcStatus::s3).toList(),
                        credentials.accessKey(),
                        credentials.secretKey(),
                        null);
        try (AdminClient client = new AdminClient(target)) {
            JsonNode now = client.get(PATH);
            long epoch = now.path("epoch").asLong();
            JsonNode dcs = now.path("data_centers").deepCopy();
            for (JsonNode dc : dcs) {
                if (dc.path("name").asString("").equals(place.name())) {
                    ((ObjectNode) dc)
                            .put("metadata", place.metadata().toString())
                            .put("fragments", place.fragments().toString())
                            .put("gateway", place.s3().toString())
                            .put("since", epoch + 1);
                }
            }
            client.post(PATH, Map.of("from_epoch", epoch, "data_centers", dcs));
            return epoch + 1;
        } catch (CommandException e) {
            throw new RefusedException("the cluster did not decide it: " + e.getMessage());
        }
    }
}
