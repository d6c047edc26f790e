package io.giza.gateway.s3.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;

class XmlTest {
    @Test
    void textSurvivesWritingAndReading() {
        String text = " <&>\"' \r\n\t ключ 🗝 ";
        byte[] document = XmlWriter.document("Root").element("Key", text).finish();
        assertThat(XmlReader.parse(document, "Root").first("Key")).hasValue(text);
    }

    @Test
    void controlCharactersAreWrittenAsReferences() {
        byte[] document = XmlWriter.errorDocument().element("Key", "a\u0001\r\"").finish();
        assertThat(new String(document, StandardCharsets.UTF_8))
                .endsWith("<Error><Key>a&#x1;&#xd;\"</Key></Error>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text",
                "<Root>",
                "<Root/><Root/>",
                "<Root>&unknown;</Root>",
                "<Root>\u0001</Root>",
                "<!DOCTYPE Root><Root/>",
                "<!DOCTYPE Root [<!ENTITY a \"a\">]><Root>&a;</Root>",
                "<!DOCTYPE Root [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><Root>&a;</Root>",
                "<?xml version=\"1.0\" encoding=\"nonsense\"?><Root/>"
            })
    void whatIsMalformedOrDangerousIsRefused(String document) {
        assertRefused(document);
    }

    @Test
    void depthAndNumberOfElementsAreBounded() {
        assertRefused("<Root>" + "<a>".repeat(20) + "</a>".repeat(20) + "</Root>");
        assertRefused("<Root>" + "<a/>".repeat(20_000) + "</Root>");
    }

    private static void assertRefused(String document) {
        assertThatThrownBy(() -> XmlReader.parse(document.getBytes(StandardCharsets.UTF_8), "Root"))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> assertThat(e.error()).isEqualTo(S3Error.MALFORMED_XML));
    }
}
