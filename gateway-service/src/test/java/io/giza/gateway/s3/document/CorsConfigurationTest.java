package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.util.List;

class CorsConfigurationTest {
    private static final String GET = "<AllowedMethod>GET</AllowedMethod>";
    private static final String ANY = "<AllowedOrigin>*</AllowedOrigin>";

    @Test
    void aDocumentReadsBackAsItWasWritten() {
        CorsConfiguration read =
                read(
                        rule(
                                        "<ID>one</ID>"
                                                + GET
                                                + "<AllowedMethod>PUT</AllowedMethod>"
                                                + "<AllowedOrigin>https://*.example.org</AllowedOrigin>"
                                                + "<AllowedOrigin>http://localhost:8080</AllowedOrigin>"
                                                + "<AllowedHeader>x-amz-*</AllowedHeader>"
                                                + "<ExposeHeader>ETag</ExposeHeader>"
                                                + "<MaxAgeSeconds>3000</MaxAgeSeconds>")
                                + rule(GET + ANY));

        assertThat(parse(read.document().finish())).isEqualTo(read);
    }

    @ParameterizedTest
    @CsvSource({
        "https://*.example.org, https://a.example.org, true",
        "https://*.example.org, https://a.b.example.org, true",
        "https://*.example.org, https://example.org, false",
        "https://*.example.org, http://a.example.org, false",
        "https://a.org, https://a.org, true",
        "https://a.org, https://A.org, false",
        "*, null, true",
        "ab*ba, aba, false"
    })
    void anOriginMatchesWithOneWildcard(String allowed, String origin, boolean matches) {
        CorsConfiguration read = read(rule(GET + "<AllowedOrigin>" + allowed + "</AllowedOrigin>"));

        assertThat(read.find(origin, "GET", List.of()).isPresent()).isEqualTo(matches);
    }

    @Test
    void methodAndAllHeadersMustBeAllowed() {
        CorsConfiguration read =
                read(
                        rule(
                                GET
                                        + ANY
                                        + "<AllowedHeader>X-Amz-*</AllowedHeader>"
                                        + "<AllowedHeader>Range</AllowedHeader>"));

        assertThat(read.find("o", "GET", List.of("x-amz-date", "range"))).isPresent();
        assertThat(read.find("o", "GET", List.of("x-amz-date", "other"))).isEmpty();
        assertThat(read.find("o", "PUT", List.of())).isEmpty();
    }

    @Test
    void theFirstRuleThatFitsCounts() {
        CorsConfiguration read =
                read(
                        rule("<ID>a</ID>" + GET + "<AllowedOrigin>https://a</AllowedOrigin>")
                                + rule("<ID>b</ID>" + GET + ANY));

        assertThat(read.find("https://a", "GET", List.of()).orElseThrow().id()).isEqualTo("a");
        assertThat(read.find("https://b", "GET", List.of()).orElseThrow().id()).isEqualTo("b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    MalformedXML   | ''
                    MalformedXML   | <Other/>
                    MalformedXML   | <CORSRule/>
                    MalformedXML   | <CORSRule><AllowedMethod>GET</AllowedMethod></CORSRule>
                    MalformedXML   | <CORSRule><AllowedOrigin>*</AllowedOrigin></CORSRule>
                    MalformedXML   | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><X/></CORSRule>
                    MalformedXML   | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><MaxAgeSeconds>long</MaxAgeSeconds></CORSRule>
                    MalformedXML   | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ID>a</ID><ID>b</ID></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>get</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>PATCH</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*a*</AllowedOrigin></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin/></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><AllowedHeader>*a*</AllowedHeader></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ExposeHeader>x-*</ExposeHeader></CORSRule>
                    InvalidRequest | <CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin><ExposeHeader>a&#13;&#10;b</ExposeHeader></CORSRule>
                    """)
    void aDocumentThatMeansNothingIsRefused(String code, String rules) {
        assertRefused(code, rules);
    }

    @Test
    void theNumberOfRulesAndTheLengthOfIdsAreLimited() {
        assertThat(read(rule(GET + ANY).repeat(100)).rules()).hasSize(100);
        assertRefused("MalformedXML", rule(GET + ANY).repeat(101));
        assertRefused("MalformedXML", rule("<ID>" + "i".repeat(256) + "</ID>" + GET + ANY));
    }

    private static String rule(String content) {
        return "<CORSRule>" + content + "</CORSRule>";
    }

    private static CorsConfiguration read(String rules) {
        return parse(
                ("<CORSConfiguration>" + rules + "</CORSConfiguration>")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static CorsConfiguration parse(byte[] document) {
        return CorsConfiguration.read(XmlReader.parse(document, CorsConfiguration.ROOT));
    }

    private static void assertRefused(String code, String rules) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> read(rules))
                .satisfies(e -> assertThat(e.error().code()).isEqualTo(code));
    }
}
