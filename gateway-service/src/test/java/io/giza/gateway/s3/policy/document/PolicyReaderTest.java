package io.giza.gateway.s3.policy.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.Effect;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyVersion;
import io.giza.gateway.s3.policy.Principal;
import io.giza.gateway.s3.policy.Statement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.Set;

/** What policies may say, and in which words S3 refuses what they may not. */
class PolicyReaderTest {
    private static final Set<Principal> KNOWN =
            Set.of(
                    new Principal.Named("known"),
                    new Principal.AccountRoot("known"),
                    new Principal.User("known", "GIZA1"));

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
                         "Condition": {"Bool": {"aws:SecureTransport": false},
                                       "NumericEquals": {"s3:TlsVersion": [1.2, 1.3]}}}}
                        """);

        assertThat(policy.version()).isEqualTo(PolicyVersion.V2012);
        assertThat(policy.id()).isEqualTo("x");
        assertThat(policy.statements()).hasSize(1);
        Statement statement = policy.statements().getFirst();
        assertThat(statement.sid()).isEqualTo("one");
        assertThat(statement.effect()).isEqualTo(Effect.DENY);
        assertThat(statement.principals().excluded()).isTrue();
        assertThat(statement.principals().named())
                .containsExactly(
                        new Principal.Named("known"),
                        new Principal.AccountRoot("known"),
                        new Principal.Service("logging.s3.amazonaws.com"));
        assertThat(statement.actions().excluded()).isTrue();
        assertThat(statement.resources().excluded()).isFalse();
        assertThat(statement.conditions()).hasSize(2);
        assertThat(statement.conditions().getFirst().key()).isEqualTo("aws:securetransport");
        assertThat(statement.conditions().getLast().values()).hasToString("[1.2, 1.3]");
    }

    @ParameterizedTest
    @CsvFileSource(
            resources = "/policy/refusals.txt",
            delimiter = '~',
            quoteCharacter = '`',
            maxCharsPerColumn = 8192)
    void refusesInTheWordsOfS3(String json, String message) {
        assertThatThrownBy(() -> bucketPolicy(json))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        each -> assertThat(each.error()).isEqualTo(S3Error.MALFORMED_POLICY))
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvFileSource(
            resources = "/policy/accepted.txt",
            delimiter = '~',
            quoteCharacter = '`',
            maxCharsPerColumn = 8192)
    void takesWhatS3Takes(String json) {
        assertThat(bucketPolicy(json).statements()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"Statement":{"Effect":"Allow","Principal":"*","Action":"s3:*","Resource":"*"}} ~ Policy document should not specify a principal.
                    {"Statement":{"Effect":"Allow","NotPrincipal":"*","Action":"s3:*","Resource":"*"}} ~ Policy document should not specify a principal.
                    {"Statement":{"Effect":"Allow","Action":"ec2:*","Resource":"*"}} ~ Policy has invalid action
                    {"Statement":{"Effect":"Allow","Action":"s3:*","Resource":"arn:aws:iam::a:root"}} ~ Policy has invalid resource
                    {"Statement":{"Effect":"Allow","Action":"s3:*","Resource":"arn:aws:s3:::"}} ~ Policy has invalid resource
                    {"Statement":{"Effect":"Allow","Action":"s3:*","Resource":"*","Condition":{"Bool":{"aws:MultiFactorAuthPresent":"true"}}}} ~ Policy has an invalid condition key
                    """)
    void refusesWhatAnAccessKeysPolicyMayNotSay(String json, String message) {
        assertThatThrownBy(() -> PolicyReader.ofKey(json.getBytes(StandardCharsets.UTF_8)))
                .hasMessage(message);
    }

    @Test
    void anAccessKeysPolicyMayBeAboutAnyBucketAndAnyActions() {
        Policy policy =
                PolicyReader.ofKey(
                        """
                        {"Version": "2012-10-17", "Statement": [
                         {"Effect": "Allow", "Action": ["s3:ListBucket", "s3:GetObject"],
                          "Resource": ["arn:aws:s3:::${aws:username}", "arn:aws:s3:::*/x", "*"],
                          "Condition": {"StringLike": {"s3:prefix": "home/*"}}}]}
                        """
                                .getBytes(StandardCharsets.UTF_8));

        assertThat(policy.statements().getFirst().principals())
                .isEqualTo(Statement.Principals.EVERYONE);
    }

    @Test
    void refusesALongPolicyAndTakesTheLongest() {
        String start = "{\"Statement\":{\"Effect\":\"Allow\",\"Principal\":\"*\",";
        String end = "\"Action\":\"s3:*\",\"Resource\":\"arn:aws:s3:::bucket\"}}";
        int left = PolicyReader.MOST_BUCKET_BYTES - start.length() - end.length();

        assertThat(bucketPolicy(start + " ".repeat(left) + end).statements()).hasSize(1);
        assertThatThrownBy(() -> bucketPolicy(start + " ".repeat(left + 1) + end))
                .hasMessage("Policy exceeds the maximum allowed document size.");
    }

    @Test
    void refusesWhatIsNoUtf8() {
        byte[] json = "{\"Id\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1);

        assertThatThrownBy(() -> PolicyReader.ofBucket(json, "bucket", KNOWN::contains))
                .hasMessage("This policy contains invalid Json");
        assertThatThrownBy(
                        () ->
                                PolicyReader.ofBucket(
                                        "{}".getBytes(StandardCharsets.UTF_16LE),
                                        "bucket",
                                        KNOWN::contains))
                .hasMessage("This policy contains invalid Json");
    }

    @Test
    void aStoredPolicyIsReadThoughSomeoneIsGone() {
        String json =
                "{\"Statement\":{\"Effect\":\"Allow\",\"Principal\":{\"AWS\":\"gone\"},"
                        + "\"Action\":\"s3:*\",\"Resource\":\"arn:aws:s3:::bucket\"}}";

        assertThat(
                        PolicyReader.ofBucket(
                                        json.getBytes(StandardCharsets.UTF_8),
                                        "bucket",
                                        KnownPrincipals.ALL)
                                .statements())
                .hasSize(1);
    }

    private static Policy bucketPolicy(String json) {
        return PolicyReader.ofBucket(
                json.getBytes(StandardCharsets.UTF_8), "bucket", KNOWN::contains);
    }
}
