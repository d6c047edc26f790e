package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.s3.document.Tags.TaggedResource;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class TagsTest {
    @Test
    void aDocumentReadsBackAsItWasWritten() {
        Tags tags = read(tag("project", "räume 7") + tag("a+-=._:/@z", ""), TaggedResource.OBJECT);

        assertThat(tags.values())
                .containsEntry("project", "räume 7")
                .containsEntry("a+-=._:/@z", "");
        assertThat(
                        Tags.read(
                                XmlReader.parse(tags.document().finish(), "Tagging"),
                                TaggedResource.OBJECT))
                .isEqualTo(tags);
    }

    @Test
    void aHeaderIsReadAsAQuery() {
        assertThat(Tags.readHeader("a=1&b=x%20y+z&c").values())
                .containsEntry("a", "1")
                .containsEntry("b", "x y z")
                .containsEntry("c", "");
        assertThat(Tags.readHeader("")).isEqualTo(Tags.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1&a=2", "%zz=1", "a=%ff", "=", "=1"})
    void aHeaderThatIsNoQueryIsRefused(String header) {
        assertRefused("InvalidArgument", () -> Tags.readHeader(header));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws:x=1", "AWS:x=1", "a%21=1", "a=%3C", "a=b%0A", "a%00=1"})
    void tagsOfForeignCharactersOrReservedNamesAreRefused(String header) {
        assertRefused("InvalidTag", () -> Tags.readHeader(header));
    }

    @Test
    void lengthsAreLimited() {
        String key = "k".repeat(128);
        String value = "v".repeat(256);

        assertThat(Tags.readHeader(key + "=" + value).values()).containsEntry(key, value);
        assertRefused("InvalidTag", () -> Tags.readHeader(key + "k=" + value));
        assertRefused("InvalidTag", () -> Tags.readHeader(key + "=" + value + "v"));
    }

    @ParameterizedTest
    @CsvSource({"OBJECT,10", "BUCKET,50"})
    void theirNumberIsLimited(TaggedResource resource, int limit) {
        assertThat(read(many(limit), resource).values()).hasSize(limit);
        assertRefused("BadRequest", () -> read(many(limit + 1), resource));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Tagging/>",
                "<Tagging><TagSet/><TagSet/></Tagging>",
                "<Tagging><TagSet/><Other/></Tagging>",
                "<Tagging><TagSet><Tug/></TagSet></Tagging>",
                "<Tagging><TagSet><Tag><Key>k</Key></Tag></TagSet></Tagging>",
                "<Tagging><TagSet><Tag><Key>k</Key><Value/><Value/></Tag></TagSet></Tagging>",
                "<Tagging><TagSet><Tag><Key>k</Key><Value/><X/></Tag></TagSet></Tagging>",
            })
    void aDocumentOfAnotherShapeIsRefused(String document) {
        assertRefused("MalformedXML", () -> parse(document, TaggedResource.OBJECT));
    }

    @Test
    void aKeyIsThereOnce() {
        assertRefused(
                "InvalidTag", () -> read(tag("k", "1") + tag("k", "2"), TaggedResource.BUCKET));
    }

    private static String many(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> tag("k" + i, "v"))
                .collect(Collectors.joining());
    }

    private static String tag(String key, String value) {
        return "<Tag><Key>" + key + "</Key><Value>" + value + "</Value></Tag>";
    }

    private static Tags read(String tags, TaggedResource resource) {
        return parse("<Tagging><TagSet>" + tags + "</TagSet></Tagging>", resource);
    }

    private static Tags parse(String document, TaggedResource resource) {
        return Tags.read(
                XmlReader.parse(document.getBytes(StandardCharsets.UTF_8), "Tagging"), resource);
    }

    private static void assertRefused(String code, Runnable call) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(call::run)
                .satisfies(e -> assertThat(e.error().code()).isEqualTo(code));
    }
}
