package io.giza.gateway.s3.sts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.TestIssuer;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyTerms;
import io.giza.gateway.s3.request.PercentCoding;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Roles that are assumed at a gateway, and what sessions of them may do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StsTest {
    private static final String WEB = "system:serviceaccount:shop:web";
    private static final String READER = "arn:aws:iam::default:role/reader";
    private static final String WRITER = "arn:aws:iam::default:role/writer";
    private static final String FOREIGN = "arn:aws:iam::other:role/foreign";

    private TestIssuer issuer;
    private RunningGateway gateway;

    /** Temporary credentials, as they were answered. */
    private record Session(String id, String secret, String token) {
        static Session of(Response response) {
            assertThat(response.status()).as(response.body()).isEqualTo(200);
            return new Session(
                    response.element("AccessKeyId"),
                    response.element("SecretAccessKey"),
                    response.element("SessionToken"));
        }

        Ask sign(Ask ask) {
            return ask.keys(id, secret).header("x-amz-security-token", token);
        }
    }

    @BeforeAll
    void start() throws IOException {
        issuer = new TestIssuer();
        String roles = "giza.gateway.sts.roles.";
        gateway =
                new RunningGateway(
                        "giza.master-key=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                        "giza.gateway.sts.issuers.k8s.url=" + issuer.url(),
                        roles + "reader.policy=readonly",
                        roles + "reader.prefix=mine/in/",
                        roles + "reader.issuers=k8s",
                        roles + "reader.audiences=giza,sts.amazonaws.com",
                        roles + "reader.subjects=system:serviceaccount:shop:*",
                        roles + "writer.policy=readwrite",
                        roles + "writer.longest=2h",
                        roles + "writer.access-keys=gateway-test",
                        roles + "writer.accounts=default",
                        roles + "foreign.account=other",
                        roles + "foreign.policy=readwrite",
                        roles + "foreign.accounts=default");
        send(new Ask("PUT", "/mine"));
        send(new Ask("PUT", "/mine/in/key").body("inside"));
        send(new Ask("PUT", "/mine/out").body("outside"));
    }

    @AfterAll
    void stop() {
        gateway.close();
        issuer.close();
    }

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
    void aSessionAssumesNothing() throws Exception {
        Session session = Session.of(assume(WRITER, Map.of()));

        assertFault(403, "AccessDenied", sts(session.sign(form("AssumeRole", WRITER, Map.of()))));
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

    private Response withToken(String token) throws IOException {
        return send(webForm(token, READER).anonymous());
    }

    private Ask webForm(String token, String role) {
        return form("AssumeRoleWithWebIdentity", role, Map.of("WebIdentityToken", token));
    }

    private Response assume(String role, Map<String, String> more) throws IOException {
        return sts(form("AssumeRole", role, more));
    }

    private static Ask form(String action, String role, Map<String, String> more) {
        return post(body(action, role, more));
    }

    private static String body(String action, String role, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Action", action);
        all.put("Version", "2011-06-15");
        all.put("RoleArn", role);
        all.put("RoleSessionName", "pod-1");
        all.putAll(more);
        return encoded(all);
    }

    private static Ask asking(Map<String, String> parameters) {
        return post(encoded(parameters));
    }

    private static Ask post(String body) {
        return new Ask("POST", "/")
                .header("content-type", "application/x-www-form-urlencoded; charset=utf-8")
                .body(body);
    }

    private static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + PercentCoding.encode(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static void assertFault(int status, String code, Response answer) {
        assertThat(answer.body())
                .contains("<ErrorResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">")
                .contains("<Type>Sender</Type>");
        assertThat(answer.element("Code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.element("RequestId")).isEqualTo(answer.headers().get("x-amz-request-id"));
    }

    private Response sts(Ask ask) throws IOException {
        return send(ask.service("sts"));
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
