package io.giza.gateway.s3.sts;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyTerms;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.Map;

/** Roles that are assumed at a gateway, and what sessions of them may do. */
class StsTest extends StsFixture {
    @Test
    void aPodGetsAKeyForAWhileByItsToken() throws Exception {
        Response answer = withToken(issuer.token(WEB, "giza"));
        Session session = Session.of(answer);

        assertThat(answer.body())
                .contains("xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"")
                .contains("<SubjectFromWebIdentityToken>" + WEB + "<")
                .contains("<Audience>giza<")
                .contains("<Arn>arn:aws:sts::default:assumed-role/reader/pod-1<")
                .contains("<AssumedRoleId>reader:pod-1<")
                .contains("<RequestId>" + answer.headers().get("x-amz-request-id") + "<");
        assertThat(Instant.parse(answer.element("Expiration")))
                .isBetween(Instant.now().plusSeconds(3_500), Instant.now().plusSeconds(3_600));
        assertThat(send(session.sign(new Ask("GET", "/mine/in/key"))).body()).isEqualTo("inside");
        assertThat(send(session.sign(new Ask("GET", "/mine/out"))).status()).isEqualTo(403);
        assertThat(send(session.sign(new Ask("PUT", "/mine/in/key").body("x"))).status())
                .isEqualTo(403);
    }

    @Test
    void aKeyAssumesARole() throws Exception {
        Session session = Session.of(assume(WRITER, Map.of("DurationSeconds", "7200")));

        assertThat(send(session.sign(new Ask("PUT", "/mine/put").body("new"))).status())
                .isEqualTo(200);
        assertThat(send(session.sign(new Ask("GET", "/mine/put"))).body()).isEqualTo("new");
        assertThat(send(session.sign(new Ask("DELETE", "/mine/put"))).status()).isEqualTo(204);
    }

    @Test
    void aRoleOfAnotherAccountSeesThatAccount() throws Exception {
        Session session = Session.of(assume(FOREIGN, Map.of()));

        assertThat(send(session.sign(new Ask("PUT", "/theirs"))).status()).isEqualTo(200);
        assertThat(send(session.sign(new Ask("GET", "/mine/out"))).status()).isEqualTo(403);
        assertThat(send(new Ask("GET", "/theirs")).status()).isEqualTo(403);
    }

    @Test
    void aSessionPolicyTakesAway() throws Exception {
        String policy =
                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Allow\",\"Action\":"
                        + "\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::mine/in/*\"}]}";
        Response answer = assume(WRITER, Map.of("Policy", policy));
        Session session = Session.of(answer);

        assertThat(answer.element("PackedPolicySize")).matches("[0-9]+");
        assertThat(send(session.sign(new Ask("GET", "/mine/in/key"))).status()).isEqualTo(200);
        assertThat(send(session.sign(new Ask("GET", "/mine/out"))).status()).isEqualTo(403);
    }

    @Test
    void aKeyOfASmallPolicyGetsNoMoreByARole() throws Exception {
        KeyService.Created small =
                (KeyService.Created)
                        gateway.keys()
                                .create(
                                        "default",
                                        Role.USER,
                                        KeyLimits.NONE,
                                        KeyTerms.read("readonly", "", "", Instant.EPOCH));
        Session session =
                Session.of(
                        sts(
                                form("AssumeRole", WRITER, Map.of())
                                        .keys(small.key().id(), small.secret())));

        assertThat(send(session.sign(new Ask("GET", "/mine/out"))).status()).isEqualTo(200);
        assertThat(send(session.sign(new Ask("PUT", "/mine/no").body("x"))).status())
                .isEqualTo(403);
    }

    @Test
    void whoAsksIsTold() throws Exception {
        Session session = Session.of(assume(WRITER, Map.of()));
        Ask ask = asking(Map.of("Action", "GetCallerIdentity", "Version", "2011-06-15"));

        assertThat(sts(session.sign(ask)).body())
                .contains("<Arn>arn:aws:sts::default:assumed-role/writer/pod-1<")
                .contains("<UserId>writer:pod-1<")
                .contains("<Account>default<");
        assertThat(
                        sts(asking(Map.of("Action", "GetCallerIdentity", "Version", "2011-06-15")))
                                .body())
                .contains("<Arn>arn:aws:iam::default:user/gateway-test<");
    }

    @Test
    void bucketPoliciesKnowSessions() throws Exception {
        send(new Ask("PUT", "/known"));
        send(new Ask("PUT", "/known/key").body("x"));
        String policy =
                "{\"Version\":\"2012-10-17\",\"Statement\":[{\"Effect\":\"Deny\",\"Principal\":"
                        + "{\"AWS\":\"arn:aws:iam::default:role/writer\"},\"Action\":"
                        + "\"s3:GetObject\",\"Resource\":\"arn:aws:s3:::known/*\",\"Condition\":"
                        + "{\"StringLike\":{\"aws:userid\":\"*:pod-1\"}}}]}";
        assertThat(send(new Ask("PUT", "/known?policy").body(policy)).status()).isEqualTo(204);
        Session session = Session.of(assume(WRITER, Map.of()));

        assertThat(send(session.sign(new Ask("GET", "/known/key"))).status()).isEqualTo(403);
        assertThat(send(new Ask("GET", "/known/key")).status()).isEqualTo(200);
    }
}
