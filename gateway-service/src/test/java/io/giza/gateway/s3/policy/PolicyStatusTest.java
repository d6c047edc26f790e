package io.giza.gateway.s3.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.s3.policy.document.KnownPrincipals;
import io.giza.gateway.s3.policy.document.PolicyReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;

class PolicyStatusTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            textBlock =
                    """
                    true  ~ Allow ~ "Principal":"*" ~ {}
                    true  ~ Allow ~ "Principal":{"AWS":"*"} ~ {}
                    true  ~ Allow ~ "Principal":{"AWS":["a","*"]} ~ {}
                    true  ~ Allow ~ "NotPrincipal":{"AWS":"a"} ~ {}
                    false ~ Allow ~ "Principal":{"AWS":"a"} ~ {}
                    false ~ Allow ~ "Principal":{"Service":"logging.s3.amazonaws.com"} ~ {}
                    false ~ Deny ~ "Principal":"*" ~ {}
                    false ~ Allow ~ "Principal":"*" ~ {"IpAddress":{"aws:SourceIp":"203.0.113.0/24"}}
                    false ~ Allow ~ "Principal":"*" ~ {"IpAddress":{"aws:SourceIp":["10.0.0.0/8","2001:db8::/32"]}}
                    true  ~ Allow ~ "Principal":"*" ~ {"IpAddress":{"aws:SourceIp":"0.0.0.0/1"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"IpAddress":{"aws:SourceIp":["10.0.0.0/8","0.0.0.0/0"]}}
                    true  ~ Allow ~ "Principal":"*" ~ {"IpAddress":{"aws:SourceIp":"2000::/3"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"NotIpAddress":{"aws:SourceIp":"203.0.113.0/24"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"IpAddressIfExists":{"aws:SourceIp":"203.0.113.0/24"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"ForAllValues:StringEquals":{"aws:PrincipalAccount":"a"}}
                    false ~ Allow ~ "Principal":"*" ~ {"ForAnyValue:StringEquals":{"aws:PrincipalAccount":"a"}}
                    false ~ Allow ~ "Principal":"*" ~ {"StringEquals":{"aws:PrincipalAccount":["a","c"]}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringNotEquals":{"aws:PrincipalAccount":"a"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringEquals":{"aws:PrincipalAccount":"anonymous"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringEqualsIgnoreCase":{"aws:userid":"Anonymous"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringEquals":{"aws:PrincipalAccount":"${aws:PrincipalAccount}"}}
                    false ~ Allow ~ "Principal":"*" ~ {"StringLike":{"aws:PrincipalAccount":"a"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringLike":{"aws:PrincipalAccount":"a*"}}
                    false ~ Allow ~ "Principal":"*" ~ {"ArnEquals":{"aws:PrincipalArn":"arn:aws:iam::a:user/x"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"ArnLike":{"aws:PrincipalArn":"arn:aws:iam::*:user/x"}}
                    false ~ Allow ~ "Principal":"*" ~ {"StringEquals":{"aws:SourceAccount":"a"}}
                    false ~ Allow ~ "Principal":"*" ~ {"StringEquals":{"aws:userid":"GIZA1"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringEquals":{"aws:UserAgent":"x"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"StringLike":{"aws:Referer":"http://example.com/"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"Bool":{"aws:SecureTransport":"true"}}
                    true  ~ Allow ~ "Principal":"*" ~ {"Null":{"aws:PrincipalArn":"false"}}
                    false ~ Allow ~ "Principal":"*" ~ {"Bool":{"aws:SecureTransport":"true"},"StringEquals":{"aws:PrincipalAccount":"a"}}
                    """)
    void isPublicUnlessBoundToFixedValues(
            boolean isPublic, String effect, String principal, String condition) {
        assertThat(PolicyStatus.isPublic(policy(statement(effect, principal, condition))))
                .isEqualTo(isPublic);
    }

    @Test
    void oneStatementSuffices() {
        String open = statement("Allow", "\"Principal\":\"*\"", "{}");
        String closed = statement("Allow", "\"Principal\":{\"AWS\":\"a\"}", "{}");
        String denial = statement("Deny", "\"Principal\":\"*\"", "{}");

        assertThat(PolicyStatus.isPublic(policy(closed + "," + open + "," + denial))).isTrue();
        assertThat(PolicyStatus.isPublic(policy(closed + "," + denial))).isFalse();
    }

    private static String statement(String effect, String principal, String condition) {
        return ("{\"Effect\":\"%s\",%s,\"Action\":\"s3:GetObject\","
                        + "\"Resource\":\"arn:aws:s3:::b/*\",\"Condition\":%s}")
                .formatted(effect, principal, condition);
    }

    private static Policy policy(String statements) {
        String json = "{\"Version\":\"2012-10-17\",\"Statement\":[" + statements + "]}";
        return PolicyReader.ofBucket(
                json.getBytes(StandardCharsets.UTF_8), "b", KnownPrincipals.ALL);
    }
}
