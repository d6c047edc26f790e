package io.giza.gateway.s3.sts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.TestIssuer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** What STS refuses, and how it says so: forgers, strangers, and clients that are wrong. */
class StsRefusalsTest extends StsFixture {
    @Test
    void aSessionAssumesNothing() throws Exception {
        Session session = Session.of(assume(WRITER, Map.of()));

        assertFault(403, "AccessDenied", sts(session.sign(form("AssumeRole", WRITER, Map.of()))));
    }

    @Test
    void aTokenGoesWithItsKeyAndIsSigned() throws Exception {
        Session one = Session.of(assume(WRITER, Map.of()));
        Session other = Session.of(assume(WRITER, Map.of()));
        Ask swapped =
                new Ask("GET", "/mine/out")
                        .keys(one.id(), one.secret())
                        .header("x-amz-security-token", other.token());

        assertThat(send(swapped).element("Code")).isEqualTo("InvalidToken");
        assertThat(send(new Ask("GET", "/mine/out").keys(one.id(), one.secret())).element("Code"))
                .isEqualTo("InvalidAccessKeyId");
        assertThat(
                        send(new Ask("GET", "/mine/out")
                                        .header("x-amz-security-token", one.token()))
                                .element("Code"))
                .isEqualTo("InvalidToken");
        assertThat(
                        send(new Ask("GET", "/mine/out")
                                        .keys(one.id(), one.secret())
                                        .afterwards("x-amz-security-token", one.token()))
                                .element("Code"))
                .isEqualTo("AccessDenied");
        assertThat(
                        send(new Ask("GET", "/mine/out?x-amz-security-token=" + one.token())
                                        .keys(one.id(), one.secret()))
                                .status())
                .isBetween(400, 403);
    }

    @Test
    void aTokenForAnotherAudienceOrOfAnotherSubjectIsOfNoUse() throws Exception {
        assertFault(403, "AccessDenied", withToken(issuer.token(WEB, "vault")));
        assertFault(
                403,
                "AccessDenied",
                withToken(issuer.token("system:serviceaccount:shopping:web", "giza")));
        assertFault(
                403, "AccessDenied", sts(webForm(issuer.token(WEB, "giza"), WRITER).anonymous()));
        assertFault(
                403,
                "AccessDenied",
                sts(
                        webForm(issuer.token(WEB, "giza"), "arn:aws:iam::other:role/reader")
                                .anonymous()));
        Session.of(withToken(issuer.token(WEB, "vault", "sts.amazonaws.com")));
    }

    @Test
    void forgedAndExpiredTokensAreRefused() throws Exception {
        JWTClaimsSet.Builder claims =
                new JWTClaimsSet.Builder().subject(WEB).audience("giza").issuer(issuer.url());

        assertFault(400, "InvalidIdentityToken", withToken("no.token.atall"));
        assertFault(400, "InvalidIdentityToken", withToken(issuer.token(WEB, "giza") + "x"));
        assertFault(
                400,
                "ExpiredTokenException",
                withToken(
                        TestIssuer.signed(
                                claims.expirationTime(Date.from(Instant.now().minusSeconds(120)))
                                        .build())));
        try (TestIssuer stranger = new TestIssuer()) {
            assertFault(400, "InvalidIdentityToken", withToken(stranger.token(WEB, "giza")));
            assertThat(stranger.askings()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Action,,                                   400, MissingAction",
        "Action,AssumeRoleWithSAML,                 400, InvalidAction",
        "Version,2010-01-01,                        400, InvalidAction",
        "RoleArn,,                                  400, ValidationError",
        "RoleArn,arn:aws:iam::default:user/x,       400, ValidationError",
        "RoleArn,arn:aws:iam::default:role/nobody,  403, AccessDenied",
        "RoleSessionName,,                          400, ValidationError",
        "RoleSessionName,a,                         400, ValidationError",
        "RoleSessionName,a b,                       400, ValidationError",
        "DurationSeconds,899,                       400, ValidationError",
        "DurationSeconds,7201,                      400, ValidationError",
        "DurationSeconds,-1,                        400, ValidationError",
        "DurationSeconds,1e3,                       400, ValidationError",
        "DurationSeconds,99999999999999999999,      400, ValidationError",
        "Policy,{},                                 400, MalformedPolicyDocument",
        "Policy,readonly,                           400, MalformedPolicyDocument",
        "PolicyArns.member.1.arn,arn:aws:iam::a:x,  400, ValidationError",
        "Tags.member.1.Key,team,                    400, ValidationError",
        "WebIdentityToken,x,                        400, ValidationError",
    })
    void whatIsWrongIsSaid(String parameter, String value, int status, String code)
            throws Exception {
        assertFault(status, code, assume(WRITER, Map.of(parameter, value == null ? "" : value)));
    }

    @Test
    void aSignatureForAnotherServiceIsRefused() throws Exception {
        assertFault(
                400,
                "IncompleteSignature",
                send(form("AssumeRole", WRITER, Map.of()).service("s3")));
        assertFault(
                403,
                "MissingAuthenticationToken",
                send(form("AssumeRole", WRITER, Map.of()).anonymous()));
        assertFault(
                403,
                "InvalidClientTokenId",
                sts(form("AssumeRole", WRITER, Map.of()).keys("nobody", "known-to-tests")));
        assertFault(
                403,
                "SignatureDoesNotMatch",
                sts(form("AssumeRole", WRITER, Map.of()).keys("gateway-test", "guessed-by-some")));
    }

    @Test
    void aBodyThatWasChangedOnItsWayIsRefused() throws Exception {
        Ask ask = form("AssumeRole", WRITER, Map.of());
        Ask other = form("AssumeRole", FOREIGN, Map.of());
        ask.afterwards("content-length", Integer.toString(other.length()));
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.sendOnly(ask.service("sts"), 0);
            http.write(body("AssumeRole", FOREIGN, Map.of()));
            assertFault(403, "SignatureDoesNotMatch", http.read(false));
        }
    }

    @Test
    void hugeAndBrokenFormsAreRefused() throws Exception {
        assertThat(sts(post("Action=" + "A".repeat(70_000))).status()).isEqualTo(400);
        for (String form :
                List.of(
                        "",
                        "&&&&",
                        "%",
                        "%zz=1",
                        "Action=%ff",
                        "Action=AssumeRole&Action=GetCallerIdentity&Version=2011-06-15",
                        "a=1&".repeat(2),
                        "\u0000",
                        "<xml/>")) {
            Response answer = sts(post(form));
            assertThat(answer.status()).as(form).isEqualTo(400);
            assertThat(answer.body()).as(form).contains("<ErrorResponse xmlns=");
        }
    }
}
