package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RawHttp.Response;
import io.giza.gateway.fake.RunningGateway;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;

/** Documents that mean harm: each is an error within limits, and nothing of it is kept. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileDocumentsTest {
    private static final String BOMB =
            "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
                    + "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
    private static final String FILE = "<!DOCTYPE r [<!ENTITY c SYSTEM \"file:///etc/passwd\">]>";

    private RunningGateway gateway;

    @BeforeAll
    void start() throws IOException {
        gateway = new RunningGateway();
        send(new Ask("PUT", "/bucket"));
    }

    @AfterAll
    void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @CsvSource({
        "tagging, Tagging",
        "cors, CORSConfiguration",
        "lifecycle, LifecycleConfiguration",
        "ownershipControls, OwnershipControls",
        "logging, BucketLoggingStatus",
        "acl, AccessControlPolicy"
    })
    void bombsForeignEntitiesAndEndlessDocumentsAreRefused(String name, String root)
            throws IOException {
        String target = "/bucket?" + name;
        for (String document :
                new String[] {
                    BOMB + "<" + root + ">&c;</" + root + ">",
                    FILE + "<" + root + ">&c;</" + root + ">",
                    "<" + root + ">&c;</" + root + ">",
                    "<" + root + ">" + "<a>".repeat(17) + "</a>".repeat(17) + "</" + root + ">",
                    "<" + root + ">" + "<a/>".repeat(16_500) + "</" + root + ">",
                    "<" + root + "/><" + root + "/>",
                    "<" + root,
                    "\u0000",
                    "<other/>"
                }) {
            Response response = send(new Ask("PUT", target).body(document));
            assertThat(response.status()).isIn(400, 501);
            assertThat(response.element("Code")).startsWith("Malformed");
        }
        String endless = "<" + root + ">" + " ".repeat(300 << 10) + "</" + root + ">";
        assertThat(send(new Ask("PUT", target).body(endless)).element("Code"))
                .isEqualTo("EntityTooLarge");
        assertThat(send(new Ask("GET", target)).body()).doesNotContain("root:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tagging|<Tagging><TagSet/>TWICE</Tagging>|<TagSet/>",
                "tagging|<Tagging><TagSet><Tag><Key>a</Key><Value/>TWICE</Tag></TagSet></Tagging>"
                        + "|<Key>b</Key>",
                "cors|<CORSConfiguration><CORSRule><AllowedMethod>GET</AllowedMethod>"
                        + "<AllowedOrigin>*</AllowedOrigin><ID>a</ID>TWICE</CORSRule>"
                        + "</CORSConfiguration>|<ID>b</ID>",
                "lifecycle|<LifecycleConfiguration><Rule><Filter/><Expiration><Days>1</Days>"
                        + "</Expiration><Status>Enabled</Status>TWICE</Rule>"
                        + "</LifecycleConfiguration>|<Status>Disabled</Status>",
                "ownershipControls|<OwnershipControls><Rule><ObjectOwnership>BucketOwnerEnforced"
                        + "</ObjectOwnership>TWICE</Rule></OwnershipControls>"
                        + "|<ObjectOwnership>ObjectWriter</ObjectOwnership>",
                "acl|<AccessControlPolicy><Owner><ID>a</ID></Owner>TWICE<AccessControlList/>"
                        + "</AccessControlPolicy>|<Owner><ID>b</ID></Owner>"
            })
    void elementsThatMayBeThereOnceAreRefusedTwice(String name, String document, String twice)
            throws IOException {
        Response response =
                send(new Ask("PUT", "/bucket?" + name).body(document.replace("TWICE", twice)));

        assertThat(response.status()).isEqualTo(400);
        assertThat(response.element("Code")).startsWith("Malformed");
    }

    @Test
    void whatIsKeptOfADocumentIsBounded() throws IOException {
        String rule =
                "<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>https://"
                        + "a".repeat(400)
                        + "</AllowedOrigin></CORSRule>";
        Response response =
                send(
                        new Ask("PUT", "/bucket?cors")
                                .body(
                                        "<CORSConfiguration>"
                                                + rule.repeat(100)
                                                + "</CORSConfiguration>"));

        assertThat(response.element("Code")).isEqualTo("EntityTooLarge");
        assertThat(response.element("MaxSizeAllowed")).isEqualTo("32768");
        assertThat(send(new Ask("GET", "/bucket?cors")).element("Code"))
                .isEqualTo("NoSuchCORSConfiguration");
    }

    @Test
    void floodsOfHeadersAreRefused() throws IOException {
        for (String headers :
                new String[] {"a: b\r\n".repeat(101), "a: " + "b".repeat(17_000) + "\r\n"}) {
            try (RawHttp http = new RawHttp(gateway.port())) {
                http.write("GET /bucket?cors HTTP/1.1\r\nHost: h\r\n" + headers + "\r\n");
                assertThat(http.read(false).status()).isEqualTo(431);
            }
        }
    }

    /** On a connection of its own: a refusal may end one. */
    private Response send(Ask ask) throws IOException {
        try (RawHttp http = new RawHttp(gateway.port())) {
            return http.send(ask);
        }
    }
}
