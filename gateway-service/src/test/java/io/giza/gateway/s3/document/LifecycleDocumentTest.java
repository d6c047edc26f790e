package io.giza.gateway.s3.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlReader;
import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleRule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

class LifecycleDocumentTest {
    private static final String DAY = "<Expiration><Days>1</Days></Expiration>";
    private static final String ON = "<Status>Enabled</Status>";
    private static final String ALL = "<Filter/>";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Filter/>",
                "<Filter><Prefix>logs/</Prefix></Filter>",
                "<Prefix>logs/</Prefix>",
                "<Prefix/>",
                "<Filter><Tag><Key>k</Key><Value>v</Value></Tag></Filter>",
                "<Filter><ObjectSizeGreaterThan>0</ObjectSizeGreaterThan></Filter>",
                "<Filter><ObjectSizeLessThan>1</ObjectSizeLessThan></Filter>",
                "<Filter><And><Prefix>p</Prefix><Tag><Key>k</Key><Value>v</Value></Tag></And></Filter>",
                "<Filter><And><Tag><Key>a</Key><Value/></Tag><Tag><Key>b</Key><Value/></Tag>"
                        + "<ObjectSizeGreaterThan>5</ObjectSizeGreaterThan>"
                        + "<ObjectSizeLessThan>9</ObjectSizeLessThan></And></Filter>",
            })
    void everyFilterReadsBackAsItWasWritten(String filter) {
        assertReadsBack(read(rule(filter + ON + DAY)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<Expiration><Days>3650</Days></Expiration>",
                "<Expiration><Date>2027-01-01T00:00:00.000Z</Date></Expiration>",
                "<Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>",
                "<NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays>"
                        + "<NewerNoncurrentVersions>100</NewerNoncurrentVersions>"
                        + "</NoncurrentVersionExpiration>",
                "<NoncurrentVersionExpiration><NoncurrentDays>3</NoncurrentDays>"
                        + "</NoncurrentVersionExpiration>",
                "<AbortIncompleteMultipartUpload><DaysAfterInitiation>7</DaysAfterInitiation>"
                        + "</AbortIncompleteMultipartUpload>",
            })
    void everyActionReadsBackAsItWasWritten(String action) {
        assertReadsBack(read(rule(ALL + ON + action)));
    }

    @Test
    void datesMayBeWrittenInEveryZoneAndWithoutTime() {
        for (String date :
                new String[] {"2027-01-01", "2027-01-01T00:00:00Z", "2027-01-01T02:00:00+02:00"}) {
            LifecycleRule rule =
                    read(rule(ALL + ON + "<Expiration><Date>" + date + "</Date></Expiration>"))
                            .rules()
                            .getFirst();
            assertThat(rule.actions().expiration())
                    .isEqualTo(new LifecycleActions.OnDate(Instant.parse("2027-01-01T00:00:00Z")));
        }
    }

    @Test
    void aRuleWithoutAnIdGetsOne() {
        assertThat(read(rule(ALL + ON + DAY)).rules().getFirst().id()).isEqualTo("fresh");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    MalformedXML    | <Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter/><Prefix/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter/><Filter/><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter/><Status>On</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter/><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter/><Status>Enabled</Status><Other/><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter><Other/></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter><Prefix/><ObjectSizeLessThan>1</ObjectSizeLessThan></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter><And><Prefix/></And></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter><And><Prefix/><Prefix/></And></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    MalformedXML    | <Filter><ObjectSizeLessThan>x</ObjectSizeLessThan></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    InvalidRequest  | <Filter><ObjectSizeLessThan>0</ObjectSizeLessThan></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    InvalidRequest  | <Filter><And><ObjectSizeLessThan>5</ObjectSizeLessThan><ObjectSizeGreaterThan>4</ObjectSizeGreaterThan></And></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    InvalidTag      | <Filter><Tag><Key>aws:x</Key><Value/></Tag></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    InvalidTag      | <Filter><And><Tag><Key>k</Key><Value/></Tag><Tag><Key>k</Key><Value/></Tag></And></Filter><Status>Enabled</Status><Expiration><Days>1</Days></Expiration>
                    InvalidRequest  | <Filter/><Status>Enabled</Status>
                    InvalidArgument | <Filter/><Status>Enabled</Status><Expiration><Days>0</Days></Expiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><Expiration><Days>-1</Days></Expiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><Expiration><Days>99999999999</Days></Expiration>
                    MalformedXML    | <Filter/><Status>Enabled</Status><Expiration><Days>one</Days></Expiration>
                    MalformedXML    | <Filter/><Status>Enabled</Status><Expiration/>
                    MalformedXML    | <Filter/><Status>Enabled</Status><Expiration><Days>1</Days><Date>2027-01-01</Date></Expiration>
                    MalformedXML    | <Filter/><Status>Enabled</Status><Expiration><Date>tomorrow</Date></Expiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><Expiration><Date>2027-01-01T10:00:00Z</Date></Expiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><Expiration><Date>+999999999-01-01T00:00:00Z</Date></Expiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><Expiration><Date>1969-12-31T00:00:00Z</Date></Expiration>
                    MalformedXML    | <Filter/><Status>Enabled</Status><Expiration><ExpiredObjectDeleteMarker>x</ExpiredObjectDeleteMarker></Expiration>
                    InvalidRequest  | <Filter><Tag><Key>k</Key><Value/></Tag></Filter><Status>Enabled</Status><Expiration><ExpiredObjectDeleteMarker>true</ExpiredObjectDeleteMarker></Expiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><NoncurrentVersionExpiration><NoncurrentDays>0</NoncurrentDays></NoncurrentVersionExpiration>
                    MalformedXML    | <Filter/><Status>Enabled</Status><NoncurrentVersionExpiration/>
                    InvalidArgument | <Filter/><Status>Enabled</Status><NoncurrentVersionExpiration><NoncurrentDays>1</NoncurrentDays><NewerNoncurrentVersions>101</NewerNoncurrentVersions></NoncurrentVersionExpiration>
                    InvalidArgument | <Filter/><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>0</DaysAfterInitiation></AbortIncompleteMultipartUpload>
                    InvalidRequest  | <Filter><Tag><Key>k</Key><Value/></Tag></Filter><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>
                    InvalidRequest  | <Filter><ObjectSizeLessThan>9</ObjectSizeLessThan></Filter><Status>Enabled</Status><AbortIncompleteMultipartUpload><DaysAfterInitiation>1</DaysAfterInitiation></AbortIncompleteMultipartUpload>
                    NotImplemented  | <Filter/><Status>Enabled</Status><Transition><Days>1</Days><StorageClass>GLACIER</StorageClass></Transition>
                    NotImplemented  | <Filter/><Status>Enabled</Status><NoncurrentVersionTransition/>
                    """)
    void aRuleThatMeansNothingIsRefused(String code, String rule) {
        assertRefused(code, rule(rule));
    }

    @Test
    void idsAreUniqueAndBounded() {
        String one = "<ID>a</ID>" + ALL + ON + DAY;
        assertRefused("InvalidArgument", rule(one) + rule(one));
        assertRefused("InvalidArgument", rule("<ID>" + "i".repeat(256) + "</ID>" + ALL + ON + DAY));
        assertRefused(
                "KeyTooLongError", rule("<Prefix>" + "p".repeat(1025) + "</Prefix>" + ON + DAY));
    }

    @Test
    void theNumberOfRulesIsLimited() {
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < 1001; i++) {
            rules.append(rule("<ID>" + i + "</ID>" + ALL + ON + DAY));
        }
        assertRefused("MalformedXML", rules.toString());
        assertRefused("MalformedXML", "");
        assertRefused("MalformedXML", "<Other/>");
    }

    private static String rule(String content) {
        return "<Rule>" + content + "</Rule>";
    }

    private static LifecycleConfiguration read(String rules) {
        return parse(
                ("<LifecycleConfiguration>" + rules + "</LifecycleConfiguration>")
                        .getBytes(StandardCharsets.UTF_8));
    }

    private static LifecycleConfiguration parse(byte[] document) {
        return LifecycleDocument.read(
                XmlReader.parse(document, LifecycleDocument.ROOT), () -> "fresh");
    }

    private static void assertReadsBack(LifecycleConfiguration configuration) {
        assertThat(parse(LifecycleDocument.write(configuration).finish())).isEqualTo(configuration);
    }

    private static void assertRefused(String code, String rules) {
        assertThatExceptionOfType(S3Exception.class)
                .isThrownBy(() -> read(rules))
                .satisfies(e -> assertThat(e.error().code()).isEqualTo(code));
    }
}
