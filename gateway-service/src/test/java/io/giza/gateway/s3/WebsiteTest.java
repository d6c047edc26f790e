package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;

/** What visitors of a bucket see that is a web site. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebsiteTest {
    private static final String HOST = "pages.site.test";
    private static final String PUBLIC =
            """
            {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*",
            "Action":"s3:GetObject","Resource":"arn:aws:s3:::%1$s/*"},
            {"Effect":"Deny","Principal":"*","Action":"s3:GetObject",
            "Resource":"arn:aws:s3:::%1$s/private/*"}]}""";

    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway("giza.gateway.website-domains=site.test,www.example.test");
        for (String bucket : new String[] {"pages", "www.example.test", "plain"}) {
            assertThat(send(new Ask("PUT", "/" + bucket)).status()).isEqualTo(200);
            assertThat(
                            send(new Ask("PUT", "/" + bucket + "?policy")
                                            .body(PUBLIC.formatted(bucket)))
                                    .status())
                    .isEqualTo(204);
        }
        put("index.html", "welcome");
        put("docs/index.html", "the docs");
        put("error.html", "sorry");
        put("a b/ü.html", "escaped");
        put("private/secret", "secret");
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @BeforeEach
    void begin() throws IOException {
        configure("");
    }

    private void configure(String more) throws IOException {
        describe("<IndexDocument><Suffix>index.html</Suffix></IndexDocument>" + more);
    }

    private void describe(String content) throws IOException {
        String document = "<WebsiteConfiguration>" + content + "</WebsiteConfiguration>";
        Response response = send(new Ask("PUT", "/pages?website").body(document));
        assertThat(response.status()).as(response.body()).isEqualTo(200);
    }

    private void put(String key, String content) throws IOException {
        String path = key.replace(" ", "%20").replace("ü", "%C3%BC");
        Ask put =
                new Ask("PUT", "/pages/" + path).body(content).header("Content-Type", "text/html");
        assertThat(send(put).status()).isEqualTo(200);
    }

    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }

    private Response visit(String path) throws IOException {
        return visit("GET", HOST, path, "");
    }

    private Response visit(String method, String host, String path, String more)
            throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            http.write(method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n");
            return http.read(method.equals("HEAD"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/, welcome",
        "/index.html, welcome",
        "/docs/, the docs",
        "/docs/index.html?x=1, the docs",
        "/a%20b/%C3%BC.html, escaped"
    })
    void pagesAreServedToThoseWhoSignNothing(String path, String content) throws IOException {
        Response response = visit(path);

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo(content);
        assertThat(response.headers()).containsEntry("content-type", "text/html");
    }

    @Test
    void aBucketThatIsCalledLikeTheHostIsItsSite() throws IOException {
        assertThat(send(new Ask("PUT", "/www.example.test/home").body("at home")).status())
                .isEqualTo(200);
        assertThat(
                        send(new Ask("PUT", "/www.example.test?website")
                                        .body(
                                                "<WebsiteConfiguration><IndexDocument><Suffix>home"
                                                        + "</Suffix></IndexDocument>"
                                                        + "</WebsiteConfiguration>"))
                                .status())
                .isEqualTo(200);
        assertThat(visit("GET", "www.example.test:8080", "/", "").body()).isEqualTo("at home");
    }

    @Test
    void aRangeAndAConditionAreAsForAnObject() throws IOException {
        Response part = visit("GET", HOST, "/", "Range: bytes=0-2\r\n");
        assertThat(part.status()).isEqualTo(206);
        assertThat(part.body()).isEqualTo("wel");
        String etag = part.headers().get("etag");
        assertThat(visit("GET", HOST, "/", "If-None-Match: " + etag + "\r\n").status())
                .isEqualTo(304);
        Response head = visit("HEAD", HOST, "/", "");
        assertThat(head.headers()).containsEntry("content-length", "7");
    }

    @Test
    void aFolderWithoutItsSlashLeadsToItsIndex() throws IOException {
        Response response = visit("/docs");
        assertThat(response.status()).isEqualTo(302);
        assertThat(response.headers()).containsEntry("location", "/docs/");
    }

    @Test
    void errorsAreForPeople() throws IOException {
        Response response = visit("/no%3Cscript%3E");

        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers())
                .containsEntry("content-type", "text/html; charset=utf-8")
                .containsEntry("x-amz-error-code", "NoSuchKey");
        assertThat(response.body())
                .contains("<h1>404 Not Found</h1>", "Key: no&lt;script&gt;")
                .doesNotContain("<script>");
        assertThat(visit("HEAD", HOST, "/none", "").status()).isEqualTo(404);
    }

    @Test
    void aSiteHasAPageForErrors() throws IOException {
        configure("<ErrorDocument><Key>error.html</Key></ErrorDocument>");
        assertThat(visit("/none").body()).isEqualTo("sorry");
        assertThat(visit("/none").status()).isEqualTo(404);
        assertThat(visit("/private/secret").status()).isEqualTo(403);
        assertThat(visit("/private/secret").body()).isEqualTo("sorry");
        assertThat(visit("HEAD", HOST, "/none", "").headers()).containsEntry("content-length", "5");
        configure("<ErrorDocument><Key>gone.html</Key></ErrorDocument>");
        assertThat(visit("/none").body()).contains("Code: NoSuchKey", "Key: none");
    }

    @Test
    void nobodySeesWhatThePolicyKeeps() throws IOException {
        Response response = visit("/private/secret");
        assertThat(response.status()).isEqualTo(403);
        assertThat(response.body()).contains("AccessDenied").doesNotContain("secret\r\n");
        send(new Ask("DELETE", "/plain?policy"));
        send(new Ask("PUT", "/plain/index.html").body("x"));
        send(
                new Ask("PUT", "/plain?website")
                        .body(
                                "<WebsiteConfiguration><IndexDocument><Suffix>index.html</Suffix>"
                                        + "</IndexDocument></WebsiteConfiguration>"));
        assertThat(visit("GET", "plain.site.test", "/", "").status()).isEqualTo(403);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST", "DELETE"})
    void visitorsOnlyRead(String method) throws IOException {
        Response response = visit(method, HOST, "/index.html", "Content-Length: 0\r\n");
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.headers()).containsEntry("allow", "GET, HEAD");
        assertThat(visit("/").body()).isEqualTo("welcome");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/?policy", "/?acl", "/?versions", "/index.html?versionId=x", "/?uploads"})
    void aSiteSpeaksNoS3(String path) throws IOException {
        assertThat(visit(path).body()).isEqualTo("welcome");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Authorization: Basic eDp5",
                "x-amz-server-side-encryption-customer-algorithm: AES256",
                "x-amz-expected-bucket-owner: somebody"
            })
    void headersOfS3MeanNothingToASite(String header) throws IOException {
        Response response = visit("GET", HOST, "/", header + "\r\n");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("welcome");
    }

    @Test
    void bucketsThatAreNoSitesSaySo() throws IOException {
        assertThat(send(new Ask("DELETE", "/pages?website")).status()).isEqualTo(204);
        Response none = visit("/");
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.body()).contains("NoSuchWebsiteConfiguration");
        assertThat(visit("GET", "absent.site.test", "/", "").body()).contains("NoSuchBucket");
        assertThat(visit("GET", "A_B.site.test", "/", "").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @CsvSource({
        "<Redirect><HostName>other.test</HostName></Redirect>, 301, http://other.test/docs/a%20b",
        "<Redirect><Protocol>https</Protocol></Redirect>, 301, https://pages.site.test/docs/a%20b",
        "<Redirect><ReplaceKeyWith>x</ReplaceKeyWith></Redirect>, 301, http://pages.site.test/x",
        "<Condition><KeyPrefixEquals>docs/</KeyPrefixEquals></Condition>"
                + "<Redirect><ReplaceKeyPrefixWith>d/</ReplaceKeyPrefixWith>"
                + "<HttpRedirectCode>307</HttpRedirectCode></Redirect>, 307,"
                + " http://pages.site.test/d/a%20b",
        "<Condition><HttpErrorCodeReturnedEquals>404</HttpErrorCodeReturnedEquals></Condition>"
                + "<Redirect><ReplaceKeyWith>error.html</ReplaceKeyWith></Redirect>, 301,"
                + " http://pages.site.test/error.html"
    })
    void rulesSendVisitorsElsewhere(String rule, int status, String location) throws IOException {
        configure("<RoutingRules><RoutingRule>" + rule + "</RoutingRule></RoutingRules>");
        Response response = visit("/docs/a%20b");
        assertThat(response.status()).isEqualTo(status);
        assertThat(response.headers()).containsEntry("location", location);
    }

    @Test
    void theFirstRuleThatAppliesCounts() throws IOException {
        configure(
                "<RoutingRules><RoutingRule><Condition><KeyPrefixEquals>none/</KeyPrefixEquals>"
                        + "</Condition><Redirect><ReplaceKeyWith>1</ReplaceKeyWith></Redirect>"
                        + "</RoutingRule><RoutingRule><Condition><HttpErrorCodeReturnedEquals>404"
                        + "</HttpErrorCodeReturnedEquals></Condition><Redirect><ReplaceKeyWith>2"
                        + "</ReplaceKeyWith></Redirect></RoutingRule></RoutingRules>");
        assertThat(visit("/none/x").headers().get("location")).endsWith("/1");
        assertThat(visit("/x").headers().get("location")).endsWith("/2");
        assertThat(visit("/").status()).isEqualTo(200);
        assertThat(visit("/private/secret").status()).isEqualTo(403);
    }

    @Test
    void aRuleForKeysGoesBeforeThePageAndOneForErrorsBeforeThePageForThem() throws IOException {
        configure(
                "<ErrorDocument><Key>error.html</Key></ErrorDocument>"
                        + "<RoutingRules><RoutingRule><Condition><KeyPrefixEquals>docs/"
                        + "</KeyPrefixEquals></Condition><Redirect><ReplaceKeyWith>1"
                        + "</ReplaceKeyWith></Redirect></RoutingRule><RoutingRule><Condition>"
                        + "<HttpErrorCodeReturnedEquals>404</HttpErrorCodeReturnedEquals>"
                        + "</Condition><Redirect><ReplaceKeyWith>2</ReplaceKeyWith></Redirect>"
                        + "</RoutingRule></RoutingRules>");
        assertThat(visit("/docs/").headers().get("location")).endsWith("/1");
        assertThat(visit("/none").headers().get("location")).endsWith("/2");
        assertThat(visit("/private/secret").body()).isEqualTo("sorry");
    }

    @Test
    void aSiteMaySendAllElsewhere() throws IOException {
        describe(
                "<RedirectAllRequestsTo><HostName>new.test</HostName><Protocol>https</Protocol>"
                        + "</RedirectAllRequestsTo>");
        Response response = visit("/docs/x?a=1&b=%2F");
        assertThat(response.status()).isEqualTo(301);
        assertThat(response.headers())
                .containsEntry("location", "https://new.test/docs/x?a=1&b=%2F");
    }

    @Test
    void anObjectSaysWhereToGoAndItsCopyDoesNot() throws IOException {
        String header = "x-amz-website-redirect-location";
        send(new Ask("PUT", "/pages/moved").header(header, "/docs/").body("old"));
        Response response = visit("/moved");
        assertThat(response.status()).isEqualTo(301);
        assertThat(response.headers()).containsEntry("location", "/docs/");
        Response object = send(new Ask("GET", "/pages/moved"));
        assertThat(object.body()).isEqualTo("old");
        assertThat(object.headers()).containsEntry(header, "/docs/");
        send(new Ask("PUT", "/pages/copied").header("x-amz-copy-source", "/pages/moved"));
        assertThat(visit("/copied").body()).isEqualTo("old");
        Response wrong = send(new Ask("PUT", "/pages/wrong").header(header, "ftp://x").body("x"));
        assertThat(wrong.element("Code")).isEqualTo("InvalidRedirectLocation");
    }

    @Test
    void pagesOfOtherOriginsAreLetInAsByTheBucket() throws IOException {
        send(
                new Ask("PUT", "/pages?cors")
                        .body(
                                "<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin>"
                                        + "<AllowedMethod>GET</AllowedMethod></CORSRule>"
                                        + "</CORSConfiguration>"));
        Response page = visit("GET", HOST, "/", "Origin: https://a.test\r\n");
        assertThat(page.headers()).containsEntry("access-control-allow-origin", "*");
        Response preflight =
                visit(
                        "OPTIONS",
                        HOST,
                        "/",
                        "Origin: https://a.test\r\nAccess-Control-Request-Method: GET\r\n");
        assertThat(preflight.status()).isEqualTo(200);
        send(new Ask("DELETE", "/pages?cors"));
    }
}
