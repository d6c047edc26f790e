package io.giza.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;

/** Who gets in, what for, and what browsers are told; before a gateway that answers as told. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleTest {
    private static final String HOSTILE = "\"><svg onload=alert(1)>.html";
    private static final String LISTING =
            """
            <?xml version="1.0"?><ListBucketResult><Name>photos</Name><KeyCount>1</KeyCount>
            <IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken>
            <Contents><Key>&quot;&gt;&lt;svg onload=alert(1)&gt;.html</Key>
            <LastModified>2026-11-27T10:00:00Z</LastModified><ETag>"x"</ETag><Size>7</Size></Contents>
            </ListBucketResult>""";

    private FakeGateway gateway;
    private ConfigurableApplicationContext context;

    @BeforeAll
    void start() throws IOException {
        gateway = new FakeGateway();
        gateway.admit("user", "user");
        gateway.admit("auditor", "auditor");
        gateway.admit("operator", "operator");
        gateway.answer("GET /photos", LISTING);
        gateway.answer(
                "GET /",
                "<ListAllMyBucketsResult><Buckets><Bucket><Name>photos</Name>"
                        + "<CreationDate>2026-11-27T10:00:00Z</CreationDate></Bucket></Buckets>"
                        + "</ListAllMyBucketsResult>");
        context =
                ConsoleServiceApplication.application()
                        .run(
                                "--server.port=0",
                                "--spring.main.register-shutdown-hook=false",
                                "--giza.console.gateways=" + gateway.url());
    }

    @AfterAll
    void stop() {
        context.close();
        gateway.close();
    }

    private Visitor visitor() {
        return new Visitor(
                context.getEnvironment().getRequiredProperty("local.server.port", Integer.class));
    }

    @Test
    void whoDidNotSignInIsAskedTo() {
        try (Visitor visitor = visitor()) {
            for (String path : new String[] {"/", "/buckets", "/buckets/photos"}) {
                HttpResponse<String> answer = visitor.get(path);
                assertThat(answer.statusCode()).isEqualTo(303);
                assertThat(answer.headers().firstValue("Location")).contains("/sign-in");
            }
            assertThat(visitor.get("/buckets?format=json").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void whoSignsInSeesBuckets() {
        try (Visitor visitor = visitor()) {
            HttpResponse<String> answer = visitor.signIn("user");
            assertThat(answer.statusCode()).isEqualTo(303);
            assertThat(answer.headers().firstValue("Set-Cookie").orElse(""))
                    .contains("HttpOnly", "SameSite=Strict", "Path=/")
                    .doesNotContain("any-secret");
            assertThat(visitor.get("/buckets").body()).contains("photos");
            assertThat(visitor.get("/buckets?format=json").body())
                    .contains("\"schema\":\"giza.console.buckets/1\"", "\"name\":\"photos\"");
        }
    }

    @Test
    void theOverviewShowsHowFullTheBudgetsOfGatewaysAre() {
        gateway.answer(
                "GET /_giza/admin/v1/cluster",
                """
                {"schema": "giza.cluster/1", "data_centers": [
                  {"name": "dc1", "gateway": {"memory": [
                    {"kind": "spool", "held": 13, "limit": 16, "refused": 9, "refused_lately": 4}]}},
                  {"name": "dc2", "gateway": {"error": "does not answer"}}]}""");
        try (Visitor visitor = visitor()) {
            visitor.signIn("auditor");
            assertThat(visitor.get("/overview").body())
                    .contains("value=\"81\"", "spool of dc1", "13 B of 16 B")
                    .contains("<td class=\"number bad\">4</td>")
                    .contains("<td colspan=\"2\" class=\"bad\">does not answer</td>");
            assertThat(visitor.get("/overview?format=json").body())
                    .contains("{\"kind\":\"spool\",\"held\":13,\"limit\":16,\"refusedLately\":4}");
        }
    }

    @Test
    void theOverviewSaysThatThereIsNoQuorum() {
        gateway.answer(
                "GET /_giza/admin/v1/cluster",
                """
                {"schema": "giza.cluster/1", "data_centers": [],
                  "quorum_lost": "2 of 3 tables do not answer (dc2, dc3)."}""");
        try (Visitor visitor = visitor()) {
            visitor.signIn("auditor");
            assertThat(visitor.get("/overview").body())
                    .contains("<strong>NO QUORUM</strong> 2 of 3 tables do not answer (dc2, dc3).");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/sign-in", "/buckets", "/nothing-here", "/assets/console.css"})
    void everyAnswerTellsTheBrowserWhatPagesMay(String path) {
        try (Visitor visitor = visitor()) {
            HttpResponse<String> answer = visitor.get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
                    .contains("connect-src 'self' " + gateway.url(), "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.headers().firstValue("Referrer-Policy")).contains("no-referrer");
            assertThat(answer.headers().firstValue("Cross-Origin-Opener-Policy"))
                    .contains("same-origin");
        }
    }

    @Test
    void ofWhatTheProcessTellsOnlyItsHealthIsForStrangers() {
        try (Visitor visitor = visitor()) {
            assertThat(visitor.get("/actuator/health").body()).contains("UP");
            for (String path : List.of("/actuator", "/actuator/info", "/actuator/prometheus")) {
                assertThat(visitor.get(path).statusCode()).as(path).isEqualTo(404);
            }
        }
    }

    /** As in its image: Prometheus and the kubelet ask there, over plain HTTP. */
    @Test
    void aPortOfItsOwnTellsWhatTheProcessIs(@TempDir Path folder) throws Exception {
        Path keys = keyStore(folder);
        try (ConfigurableApplicationContext own =
                        ConsoleServiceApplication.application()
                                .run(
                                        "--server.port=0",
                                        "--management.server.port=0",
                                        "--giza.build.commit=c0ffee",
                                        "--server.ssl.bundle=web",
                                        "--spring.ssl.bundle.jks.web.keystore.location=" + keys,
                                        "--spring.ssl.bundle.jks.web.keystore.password=changeit",
                                        "--spring.main.register-shutdown-hook=false",
                                        "--giza.console.gateways=" + gateway.url());
                Visitor visitor =
                        new Visitor(
                                own.getEnvironment()
                                        .getRequiredProperty(
                                                "local.management.port", Integer.class))) {
            assertThat(visitor.get("/actuator/info").body())
                    .contains("\"service\":\"console-service\"", "\"commit\":\"c0ffee\"");
            assertThat(visitor.get("/actuator/prometheus").body())
                    .contains("giza_build{commit=\"c0ffee\"");
            assertThat(visitor.get("/actuator/health/readiness").body()).contains("UP");
            assertThat(visitor.get("/actuator/env").statusCode()).isEqualTo(404);
            assertThat(visitor.get("/buckets").statusCode()).isEqualTo(404);
        }
    }

    private static Path keyStore(Path folder) throws Exception {
        Path keys = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "web",
                                "-dname",
                                "CN=localhost",
                                "-storepass",
                                "changeit",
                                "-keystore",
                                keys.toString())
                        .inheritIO()
                        .start();
        assertThat(keytool.waitFor()).isZero();
        return keys;
    }

    @Test
    void aPageOfAnotherOriginChangesNothing() {
        try (Visitor visitor = visitor()) {
            visitor.signIn("user");
            visitor.get("/buckets");
            for (String site : new String[] {"cross-site", "same-site", "none", "nonsense"}) {
                gateway.asked().clear();
                visitor.from(site);
                assertThat(visitor.post("/buckets", "name=other").statusCode()).isEqualTo(403);
                assertThat(visitor.signIn("user").statusCode()).isEqualTo(403);
                assertThat(gateway.asked()).isEmpty();
            }
        }
    }

    @Test
    void aFormOfAnotherSessionChangesNothing() {
        try (Visitor visitor = visitor()) {
            visitor.signIn("user");
            assertThat(visitor.form("/buckets", "token=00&name=other").statusCode()).isEqualTo(403);
            assertThat(visitor.form("/buckets", "name=other").statusCode()).isEqualTo(403);
            assertThat(gateway.asked()).doesNotContain("PUT /other");
            visitor.get("/buckets");
            assertThat(visitor.post("/buckets", "name=other").statusCode()).isEqualTo(303);
            assertThat(gateway.asked()).contains("PUT /other");
        }
    }

    @Test
    void aRoleSeesAndDoesWhatItMay() {
        try (Visitor user = visitor();
                Visitor auditor = visitor();
                Visitor operator = visitor()) {
            user.signIn("user");
            auditor.signIn("auditor");
            operator.signIn("operator");
            for (String path :
                    List.of("/overview", "/data-centers", "/work", "/keys", "/activity")) {
                assertThat(user.get(path).statusCode()).as(path).isEqualTo(403);
                assertThat(auditor.get(path).statusCode()).as(path).isEqualTo(200);
                assertThat(operator.get(path).statusCode()).as(path).isEqualTo(200);
            }
            assertThat(user.get("/buckets").body()).doesNotContain("href=\"/keys\"");
            assertThat(auditor.get("/keys").body()).doesNotContain("Make a key");
            assertThat(operator.get("/keys").body()).contains("Make a key");
            gateway.asked().clear();
            auditor.get("/buckets");
            assertThat(auditor.post("/keys", "account=default&role=operator").statusCode())
                    .isEqualTo(403);
            assertThat(auditor.post("/work", "order=gc/sweep").statusCode()).isEqualTo(403);
            assertThat(auditor.get("/probe").statusCode()).isEqualTo(403);
            assertThat(gateway.asked()).noneMatch(each -> each.startsWith("POST"));
        }
    }

    @Test
    void aKeyThatIsDisabledEndsItsSessions() {
        gateway.admit("leaving", "user");
        try (Visitor visitor = visitor()) {
            visitor.signIn("leaving");
            assertThat(visitor.get("/buckets").statusCode()).isEqualTo(200);
            gateway.disable("leaving");
            assertThat(visitor.get("/buckets").statusCode()).isEqualTo(303);
        }
    }

    @Test
    void whoGuessesIsStopped() {
        try (Visitor visitor = visitor()) {
            for (int i = 0; i < 5; i++) {
                assertThat(visitor.signIn("stranger").statusCode()).isEqualTo(401);
            }
            gateway.asked().clear();
            assertThat(visitor.signIn("stranger").statusCode()).isEqualTo(429);
            assertThat(gateway.asked()).isEmpty();
            assertThat(visitor.signIn("user").statusCode()).isEqualTo(303);
        }
    }

    @Test
    void namesAreTextWhateverTheySay() {
        try (Visitor visitor = visitor()) {
            visitor.signIn("user");
            String page = visitor.get("/buckets/photos").body();
            assertThat(page)
                    .doesNotContain("<svg onload")
                    .contains("&lt;svg onload=alert(1)")
                    .contains("object?key=" + Visitor.encoded(HOSTILE))
                    .contains("from=a%26b");
            assertThat(visitor.get("/buckets/photos?prefix=" + Visitor.encoded(HOSTILE)).body())
                    .doesNotContain("<svg onload");
        }
    }
}
