package io.giza.gateway.s3.policy.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.policy.ConditionValues;
import io.giza.gateway.s3.policy.Policy;
import io.giza.gateway.s3.policy.PolicyEvaluator;
import io.giza.gateway.s3.policy.PolicyRequest;
import io.giza.gateway.s3.policy.PolicyStatus;
import io.giza.gateway.s3.policy.Requester;
import io.giza.gateway.s3.policy.S3Action;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Whatever is sent, it is a policy or it is refused as none; and a policy can be asked. */
class PolicyFuzzTest {
    private static final int ROUNDS = 5_000;

    private static final List<String> SEEDS =
            List.of(
                    """
                    {"Version":"2012-10-17","Id":"x","Statement":[{"Sid":"s","Effect":"Allow","Principal":{"AWS":["*","a"],"Service":"s.s","Federated":"f.f","CanonicalUser":"0000000000000000000000000000000000000000000000000000000000000000"},"Action":["s3:Get*","s3:PutObject"],"Resource":["arn:aws:s3:::b","arn:aws:s3:::b/${aws:username, 'x'}/*"],"Condition":{"StringLike":{"aws:UserAgent":["a*","?"]},"NumericLessThan":{"aws:EpochTime":5}}}]}""",
                    """
                    {"Statement":{"Effect":"Deny","NotPrincipal":"*","NotAction":"s3:*Object","NotResource":"arn:aws:s3:::b/*","Condition":{"IpAddress":{"aws:SourceIp":"10.0.0.0/8"},"DateGreaterThan":{"aws:CurrentTime":"2026-01-01T00:00:00Z"},"Bool":{"aws:SecureTransport":true},"Null":{"aws:Referer":"false"}}}}""");

    /** What parsers stumble over. */
    private static final List<String> PIECES =
            List.of(
                    "\"",
                    "\\",
                    "\\u0000",
                    "\\ud800",
                    "{",
                    "}",
                    "[",
                    "]",
                    ",",
                    ":",
                    "${",
                    "'",
                    "*",
                    "null",
                    "true",
                    "1e999999999",
                    "-0",
                    "9".repeat(400),
                    "[".repeat(50),
                    "{\"a\":".repeat(50),
                    "\u0000",
                    "\ufeff",
                    "é",
                    "😀",
                    "Version",
                    "Statement",
                    "ForAnyValue:",
                    "IfExists",
                    "NotPrincipal",
                    "::/0",
                    "arn:aws:s3:::b");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void isAPolicyOrIsRefused(long seed) {
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] json = SEEDS.get(random.nextInt(2)).getBytes(StandardCharsets.UTF_8);
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                json = changed(json, random);
            }
            try {
                ask(
                        random.nextBoolean()
                                ? PolicyReader.ofBucket(json, "b", KnownPrincipals.ALL)
                                : PolicyReader.ofKey(json));
                read++;
            } catch (S3Exception e) {
                assertThat(e.error()).isEqualTo(S3Error.MALFORMED_POLICY);
                assertThat(e.message()).hasSizeLessThan(200).doesNotContain("\u0000");
            }
        }
        assertThat(read).isPositive().isLessThan(ROUNDS);
    }

    private static byte[] changed(byte[] json, Random random) {
        int from = random.nextInt(json.length + 1);
        int to = from + random.nextInt(Math.min(12, json.length - from + 1));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(json, 0, from);
        switch (random.nextInt(4)) {
            case 0 -> out.writeBytes(piece(random));
            case 1 -> out.write(random.nextInt(256));
            case 2 -> out.write(json, random.nextInt(json.length), 1);
            default -> {}
        }
        out.write(json, to, json.length - to);
        return out.size() == 0 ? piece(random) : out.toByteArray();
    }

    private static byte[] piece(Random random) {
        return PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
    }

    private static void ask(Policy policy) {
        ConditionValues anything =
                key -> key.length() % 2 == 0 ? List.of() : List.of("x", "10.0.0.1");
        PolicyStatus.isPublic(policy);
        for (S3Action action : List.of(S3Action.GET_OBJECT, S3Action.LIST_BUCKET)) {
            PolicyEvaluator.decide(
                    policy,
                    new PolicyRequest(
                            new Requester.Anonymous(),
                            action,
                            PolicyRequest.bucket("b"),
                            anything));
        }
    }
}
