package io.giza.gc.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

class WebhookSignatureTest {
    /** As {@code printf '1700000000.{}' | openssl dgst -sha256 -hmac secret} has it. */
    private static final String SIGNATURE =
            "t=1700000000,v1=b8569b78799ff9e3cbff0fc2d63a33a2b57f3282abd07c37ae5e8e7d79a5f163";

    private static String sign(String secret, long time, String body) {
        return WebhookSignature.of(
                secret.getBytes(StandardCharsets.UTF_8),
                Instant.ofEpochSecond(time),
                body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theSignatureIsTheOneOfTheDocumentation() {
        assertThat(sign("secret", 1_700_000_000, "{}")).isEqualTo(SIGNATURE);
    }

    @Test
    void allThatIsSignedChangesIt() {
        assertThat(sign("other", 1_700_000_000, "{}")).isNotEqualTo(SIGNATURE);
        assertThat(sign("secret", 1_700_000_001, "{}")).isNotEqualTo(SIGNATURE);
        assertThat(sign("secret", 1_700_000_000, "[]")).isNotEqualTo(SIGNATURE);
    }
}
