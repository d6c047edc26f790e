package io.giza.gateway.s3.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Documents that mean harm to who reads them. */
class HostileXmlTest {
    private static final String GOOD =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Root xmlns=\"urn:a\" b='c'><!-- d -->"
                    + "<Key>&lt;e&#x66;</Key><Key><![CDATA[<g>]]></Key><?h i?></Root>";

    @Test
    void entitiesThatMultiplyAreRefused() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE Root [<!ENTITY e0 \"aaaaaaaaaa\">");
        for (int i = 1; i < 12; i++) {
            bomb.append("<!ENTITY e%d \"%s\">".formatted(i, "&e%d;".formatted(i - 1).repeat(10)));
        }
        assertRefused(bomb + "]><Root>&e11;</Root>");
        assertRefused(bomb + "]><Root a=\"&e11;\"/>");
        String quadratic = "<!DOCTYPE Root [<!ENTITY e \"" + "a".repeat(10_000) + "\">]>";
        assertRefused(quadratic + "<Root>" + "&e;".repeat(10_000) + "</Root>");
        assertRefused("<!DOCTYPE Root [<!ENTITY e \"&e;\">]><Root>&e;</Root>");
    }

    @Test
    void nothingIsReadFromElsewhere(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "<!ENTITY e \"secret\">");
        for (String subset :
                new String[] {
                    "SYSTEM \"" + secret.toUri() + "\"",
                    "PUBLIC \"a\" \"" + secret.toUri() + "\"",
                    "[<!ENTITY e SYSTEM \"" + secret.toUri() + "\">]",
                    "[<!ENTITY % p SYSTEM \"" + secret.toUri() + "\"> %p;]",
                    "[<!ENTITY e SYSTEM \"http://127.0.0.1:1/\">]",
                    "[<!NOTATION n SYSTEM \"n\"><!ENTITY e SYSTEM \"n\" NDATA n>]"
                }) {
            assertRefused("<!DOCTYPE Root " + subset + "><Root>&e;</Root>");
            assertRefused("<!DOCTYPE Root " + subset + "><Root/>");
        }
    }

    @Test
    void inclusionsAndStyleSheetsAreText() {
        Element root =
                read(
                        "<?xml-stylesheet href=\"file:///etc/passwd\"?><Root"
                                + " xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include"
                                + " parse=\"text\" href=\"file:///etc/passwd\"/></Root>");
        assertThat(root.first("include")).hasValue("");
    }

    @Test
    void depthIsBoundedHoweverGreatItIs() {
        for (int depth : new int[] {17, 1_000, 100_000}) {
            assertRefused(
                    "<Root>" + "<a>".repeat(depth - 1) + "</a>".repeat(depth - 1) + "</Root>");
            assertRefused("<Root>" + "<a>".repeat(depth - 1));
        }
        assertThat(read("<Root>" + "<a>".repeat(15) + "</a>".repeat(15) + "</Root>").all("a"))
                .hasSize(1);
    }

    @Test
    void namesAndAttributesAreBounded() {
        String name = "n".repeat(100_000);
        assertRefused("<Root><" + name + "/></Root>");
        assertRefused("<Root " + name + "=\"\"/>");
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            attributes.append(" a").append(i).append("=\"\"");
        }
        assertRefused("<Root" + attributes + "/>");
        assertRefused("<Root a=\"\" a=\"\"/>");
    }

    @Test
    void longTextsAndAttributesTakeNoMoreThanTheirLength() {
        String text = "t".repeat(1 << 20);
        assertThat(read("<Root a=\"" + text + "\"><Key>k</Key></Root>").first("Key")).hasValue("k");
        assertThat(read("<Root><Key>" + text + "</Key></Root>").first("Key")).hasValue(text);
        assertThat(read("<Root><!--" + text + "--><Key>k</Key></Root>").first("Key")).hasValue("k");
    }

    @Test
    void attributesAreNoElements() {
        Element root = read("<Root Key=\"a\" xmlns:x=\"urn:x\" x:Key=\"b\"/>");
        assertThat(root.children()).isEmpty();
        assertThat(root.first("Key")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Root xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><Key>k</Key></Root>",
                "<Root xmlns=\"urn:anything\"><Key>k</Key></Root>",
                "<s:Root xmlns:s=\"urn:s\"><s:Key>k</s:Key></s:Root>",
                "<Root><Key xmlns=\"urn:s\">k</Key></Root>"
            })
    void nameSpacesAreIgnored(String document) {
        assertThat(read(document).first("Key")).hasValue("k");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Other/>",
                "<root/>",
                "<Other><Root/></Other>",
                "<s:Root/>",
                "<Root xmlns:s=\"\"/>",
                "<Root/><!DOCTYPE Root>",
                "<Root/>text",
                "text<Root/>",
                " <?xml version=\"1.0\"?><Root/>",
                "<?xml version=\"9.9\"?><Root/>",
                "<Root><Key>]]></Key></Root>",
                "<Root><Key>&#0;</Key></Root>",
                "<Root><Key>&#xd800;</Key></Root>",
                "<Root><Key>&#x110000;</Key></Root>",
                "<Root><Key>&#99999999999;</Key></Root>",
                "<Root><a></b></Root>"
            })
    void wrongRootsAndWhatIsNotWellFormedAreRefused(String document) {
        assertRefused(document);
    }

    @Test
    void truncatedDocumentsAreRefused() {
        assertThat(read(GOOD).all("Key")).hasSize(2);
        for (int length = 0; length < GOOD.length(); length++) {
            assertRefused(GOOD.substring(0, length));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "ISO-8859-1", "IBM037"})
    void otherEncodingsAreRefused(String name) {
        String document = "<Root><Key>\u00e9</Key></Root>";
        Charset encoding = Charset.forName(name);
        assertRefused(document.getBytes(encoding));
        assertRefused(
                ("<?xml version=\"1.0\" encoding=\"" + name + "\"?>" + document)
                        .getBytes(encoding));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\u00c0\u0080", "\u00ed\u00a0\u0080", "\u00f5\u0080\u0080\u0080", "\u00e9"})
    void brokenUtf8IsRefused(String bytes) {
        assertRefused(
                ("<Root><Key>" + bytes + "</Key></Root>").getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void byteOrderMarkIsNoText() {
        assertThat(read("\ufeff<Root><Key>k</Key></Root>").first("Key")).hasValue("k");
    }

    private static Element read(String document) {
        return XmlReader.parse(document.getBytes(StandardCharsets.UTF_8), "Root");
    }

    private static void assertRefused(String document) {
        assertRefused(document.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertRefused(byte[] document) {
        assertThatThrownBy(() -> XmlReader.parse(document, "Root"))
                .isInstanceOfSatisfying(
                        S3Exception.class,
                        e -> assertThat(e.error()).isEqualTo(S3Error.MALFORMED_XML));
    }
}
