package io.giza.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.cli.cluster.ExitCode;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ResealedTest {
    private static final String SEALED = "3 secrets and keys were encrypted anew.";

    private static JsonNode answer(String json) {
        return JsonMapper.shared().readTree(json);
    }

    @Test
    void aChangeIsCompleteOnlyOnceAllAgreeAndNothingWasEncryptedAnew() {
        JsonNode first =
                answer(
                        """
                        {"resealed": 3, "master_key": "ab", "complete": false, "against": []}""");
        JsonNode last =
                answer(
                        """
                        {"resealed": 0, "master_key": "ab", "complete": true, "against": []}""");

        assertThat(Resealed.lines(first))
                .containsExactly(
                        SEALED,
                        "Repeat this until it is 0: the gateways of all data centers encrypt with"
                                + " master key ab.");
        assertThat(Resealed.lines(last).getLast())
                .isEqualTo(
                        "The change is complete: the gateways of all data centers encrypt with"
                                + " master key ab.");
        assertThat(Resealed.exit(first)).isEqualTo(ExitCode.FINE);
        assertThat(Resealed.exit(last)).isEqualTo(ExitCode.FINE);
    }

    @Test
    void gatewaysThatDifferAreNamedAndAreAFinding() {
        JsonNode answer =
                answer(
                        """
                        {"resealed": 3, "master_key": "ab", "complete": false,
                         "against": ["the gateway of dc2 differs."]}""");

        assertThat(Resealed.lines(answer))
                .containsExactly(
                        SEALED,
                        "The change is not complete. Keep giza.master-key-accepted:",
                        "- the gateway of dc2 differs.");
        assertThat(Resealed.exit(answer)).isEqualTo(ExitCode.FINDING);
    }

    @Test
    void aGatewayOfAnEarlierReleaseSaysOnlyHowMuchWasEncrypted() {
        JsonNode answer = answer("{\"resealed\": 3}");

        assertThat(Resealed.lines(answer)).containsExactly(SEALED);
        assertThat(Resealed.exit(answer)).isEqualTo(ExitCode.FINE);
    }
}
