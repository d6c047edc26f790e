package io.giza.gateway.encryption.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.admin.Regions.Said;
import io.giza.model.DcName;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.Map;

/** A change of the master key is complete only once every data center says the same key. */
class SealingGatewaysTest {
    private static final String OWN = "00112233445566aa";

    private static List<String> objections(Map<String, Object> dc2, Said dc3) {
        return new SealingGateways(
                        new DcName("dc1"),
                        OWN,
                        () -> Map.of(new DcName("dc3"), dc3, new DcName("dc2"), says(dc2)))
                .objections();
    }

    private static Said says(Map<String, Object> body) {
        return new Said(JsonMapper.shared().valueToTree(body), "", true);
    }

    @Test
    void gatewaysWithTheSameKeyAreNotInTheWay() {
        Map<String, Object> same = Map.of("master_key", OWN, "version", "1");

        assertThat(objections(same, says(same))).isEmpty();
    }

    @Test
    void aGatewayWithAnotherKeyIsNamedAndSoIsOneThatIsSilent() {
        assertThat(
                        objections(
                                Map.of("master_key", "ffeeddccbbaa9988"),
                                Said.nothing("dc3:9000 does not answer: refused.")))
                .containsExactly(
                        "the gateway of dc2 encrypts with another master key (ffeeddccbbaa9988)"
                                + " than the gateway of dc1 (00112233445566aa).",
                        "the gateway of dc3 cannot be asked: dc3:9000 does not answer: refused.");
    }

    @Test
    void aGatewayThatHasNoKeyOrDoesNotTellItIsNamed() {
        assertThat(
                        objections(
                                Map.of("master_key", "none"),
                                says(Map.of("dc", "dc3", "version", "0.1.0"))))
                .containsExactly(
                        "the gateway of dc2 has no giza.master-key.",
                        "the gateway of dc3 runs 0.1.0, which does not say its master key: upgrade"
                                + " it.");
    }
}
