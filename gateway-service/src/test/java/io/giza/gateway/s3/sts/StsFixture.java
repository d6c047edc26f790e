package io.giza.gateway.s3.sts;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.TestIssuer;
import io.giza.gateway.s3.request.PercentCoding;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A gateway with roles, an issuer that vouches for pods, and what tests ask of both. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StsFixture {
    static final String WEB = "system:serviceaccount:shop:web";
    static final String READER = "arn:aws:iam::default:role/reader";
    static final String WRITER = "arn:aws:iam::default:role/writer";
    static final String FOREIGN = "arn:aws:iam::other:role/foreign";

    TestIssuer issuer;
    RunningGateway gateway;

    /** Temporary credentials, as they were answered. */
    record Session(String id, String secret, String token) {
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

    Response withToken(String token) throws IOException {
        return send(webForm(token, READER).anonymous());
    }

    Ask webForm(String token, String role) {
        return form("AssumeRoleWithWebIdentity", role, Map.of("WebIdentityToken", token));
    }

    Response assume(String role, Map<String, String> more) throws IOException {
        return sts(form("AssumeRole", role, more));
    }

    static Ask form(String action, String role, Map<String, String> more) {
        return post(body(action, role, more));
    }

    static String body(String action, String role, Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("Action", action);
        all.put("Version", "2011-06-15");
        all.put("RoleArn", role);
        all.put("RoleSessionName", "pod-1");
        all.putAll(more);
        return encoded(all);
    }

    static Ask asking(Map<String, String> parameters) {
        return post(encoded(parameters));
    }

    static Ask post(String body) {
        return new Ask("POST", "/")
                .header("content-type", "application/x-www-form-urlencoded; charset=utf-8")
                .body(body);
    }

    static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + PercentCoding.encode(each.getValue()))
                .collect(Collectors.joining("&"));
    }

    static void assertFault(int status, String code, Response answer) {
        assertThat(answer.body())
                .contains("<ErrorResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">")
                .contains("<Type>Sender</Type>");
        assertThat(answer.element("Code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.element("RequestId")).isEqualTo(answer.headers().get("x-amz-request-id"));
    }

    Response sts(Ask ask) throws IOException {
        return send(ask.service("sts"));
    }

    Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
