package io.giza.gateway.s3.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PercentCodingTest {
    @Test
    void everythingButUnreservedCharactersIsEncoded() {
        assertThat(PercentCoding.encode("aZ09-._~ !*'()+/%\u00e9\0"))
                .isEqualTo("aZ09-._~%20%21%2A%27%28%29%2B%2F%25%C3%A9%00");
        assertThat(PercentCoding.encodePath("/a%2Fb/+")).isEqualTo("/a%252Fb/%2B");
    }

    @Test
    void plusIsASpaceInQueriesOnly() {
        assertThat(PercentCoding.decodePath("a+b%2B")).isEqualTo("a+b+");
        assertThat(PercentCoding.decodeQuery("a+b%2B")).isEqualTo("a b+");
    }

    @Test
    void rawBytesAndEscapesMixWithinACharacter() {
        assertThat(PercentCoding.decodePath("\u00c3%a9")).isEqualTo("\u00e9");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%",
                "%4",
                "%zz",
                "%+1",
                "%41%",
                "%\uff11\uff11",
                "%ff",
                "%c3",
                "%c0%80",
                "%ed%a0%80",
                "\u00e9",
                "\u0416"
            })
    void brokenEscapesAndWhatIsNotUtf8AreRefused(String encoded) {
        for (String each : new String[] {encoded, "a" + encoded}) {
            assertThatThrownBy(() -> PercentCoding.decodePath(each))
                    .isInstanceOfSatisfying(
                            S3Exception.class,
                            e -> assertThat(e.error()).isEqualTo(S3Error.INVALID_URI));
        }
    }
}
