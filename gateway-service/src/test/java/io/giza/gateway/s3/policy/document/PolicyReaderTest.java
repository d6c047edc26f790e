package io.giza.gateway.s3.policy.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyVersion;
import io.giza.gateway.s3.policy.Principal;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

/** What policies may say, and in which words S3 refuses what they may not. */
class PolicyReaderTest {
    @Test
    void readsAllPartsOfABucketsPolicy() {
        Policy policy =
                bucketPolicy(
                        """
                        {"Version": "2012-10-17", "Id": "x", "Statement": {
                         "Sid": "one", "Effect": "Deny",
                         "NotPrincipal": {"AWS": ["known", "arn:aws:iam::known:root"],
                                          "Service": "logging.s3.amazonaws.com"},
                         "NotAction": "s3:GetObject", "Resource": "arn:aws:s3:::bucket/*",
                         "Condition": {"Bool": {"aws:SecureTransport": false}}}}
                        """);

        assertThat(policy.version()).isEqualTo(PolicyVersion.V2012);
        assertThat(policy.statements()).hasSize(1);
        assertThat(policy.statements().getFirst().principals().named())
                .containsExactly(
                        new Principal.Named("known"),
                        new Principal.AccountRoot("known"),
                        new Principal.Service("logging.s3.amazonaws.com"));
        assertThat(policy.statements().getFirst().conditions().getFirst().key())
                .isEqualTo("aws:securetransport");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {true}                     | This policy contains invalid Json
                    {asdfsdaf                  | This policy contains invalid Json
                    {"Principal": "*"          | This policy contains invalid Json
                    false                      | Policies must be valid JSON and the first byte must be '{'
                    invalid_json               | Policies must be valid JSON and the first byte must be '{'
                    "Statement": []}           | Policies must be valid JSON and the first byte must be '{'
                    {}                         | Missing required field Statement
                    {"Statement": []}          | Could not parse the policy: Statement is empty!
                    """)
    void refusesWhatIsNoPolicy(String json, String message) {
        assertRefused(json, message);
    }

    private static Policy bucketPolicy(String json) {
        return PolicyReader.ofBucket(
                json.getBytes(StandardCharsets.UTF_8),
                "bucket",
                each ->
                        each.equals(new Principal.Named("known"))
                                || each.equals(new Principal.AccountRoot("known")));
    }

    private static void assertRefused(String json, String message) {
        assertThatThrownBy(() -> bucketPolicy(json))
                .isInstanceOf(S3Exception.class)
                .hasMessage(message);
    }
}
