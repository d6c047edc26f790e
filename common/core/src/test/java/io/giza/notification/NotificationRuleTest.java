package io.giza.notification;

import static io.giza.notification.EventName.CREATED_BY_COPY;
import static io.giza.notification.EventName.CREATED_BY_POST;
import static io.giza.notification.EventName.CREATED_BY_PUT;
import static io.giza.notification.EventName.CREATED_BY_UPLOAD;
import static io.giza.notification.EventName.DELETED;
import static io.giza.notification.EventName.MARKED;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.notification.NotificationRule.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Set;

class NotificationRuleTest {
    private static NotificationRule rule(String prefix, String suffix, String... events) {
        return new NotificationRule(
                "id", Kind.QUEUE, "arn", "hook", List.of(events), prefix, suffix);
    }

    @Test
    void aStarStandsForAllOfAKind() {
        assertThat(EventName.named("s3:ObjectCreated:*"))
                .containsExactlyInAnyOrder(
                        CREATED_BY_PUT, CREATED_BY_POST, CREATED_BY_COPY, CREATED_BY_UPLOAD);
        assertThat(EventName.named("s3:ObjectRemoved:*"))
                .containsExactlyInAnyOrder(DELETED, MARKED);
        assertThat(EventName.named("s3:ObjectRemoved:Delete")).containsExactly(DELETED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "s3:*",
                "s3:ObjectCreated",
                "s3:ObjectCreated:",
                "S3:ObjectRemoved:*"
            })
    void nothingElseIsAnEvent(String name) {
        assertThat(EventName.named(name)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', key, true",
        "in/, '', in/key, true",
        "in/, '', out/key, false",
        "'', .jpg, a.jpg, true",
        "'', .jpg, a.jpeg, false",
        "in/, .jpg, in/a.jpg, true",
        "abc, bcd, abcd, true"
    })
    void aKeyBeginsAndEndsAsTheRuleSays(String prefix, String suffix, String key, boolean matches) {
        assertThat(
                        rule(prefix, suffix, "s3:ObjectCreated:Put")
                                .matching(key, Set.of(CREATED_BY_PUT)))
                .hasSize(matches ? 1 : 0);
    }

    @Test
    void onlyWhatTheRuleNamesMatches() {
        NotificationRule markers = rule("", "", "s3:ObjectRemoved:DeleteMarkerCreated");
        assertThat(markers.matching("key", EventName.OF_DELETES)).containsExactly(MARKED);
        assertThat(markers.matching("key", Set.of(CREATED_BY_PUT))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', '', true",
        "a, '', ab, '', true",
        "a, '', b, '', false",
        "'', .jpg, '', .png, false",
        "'', g, '', .png, true",
        "a, .jpg, b, .jpg, false"
    })
    void twoRulesOverlapWhereSomeKeyFitsBoth(
            String prefix, String suffix, String other, String otherSuffix, boolean overlaps) {
        NotificationRule one = rule(prefix, suffix, "s3:ObjectCreated:*");
        NotificationRule two = rule(other, otherSuffix, "s3:ObjectCreated:Put");
        assertThat(one.overlaps(two)).isEqualTo(overlaps);
        assertThat(two.overlaps(one)).isEqualTo(overlaps);
        assertThat(one.overlaps(rule(other, otherSuffix, "s3:ObjectRemoved:*"))).isFalse();
    }
}
