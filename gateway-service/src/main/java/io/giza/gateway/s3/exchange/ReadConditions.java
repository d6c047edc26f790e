package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.request.Headers;
import io.giza.model.Manifest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/** The conditions of a read, with the precedence of RFC 9110: an ETag outweighs a date. */
public final class ReadConditions {
    /** What the conditions ask for. */
    public enum Decision {
        PROCEED,
        NOT_MODIFIED,
        FAILED
    }

    private ReadConditions() {}

    /**
     * Decides by If-Match, If-Unmodified-Since, If-None-Match and If-Modified-Since; times count to
     * the second, and a date that cannot be read is no condition. A version from the future may
     * have replaced another one of the same second, put by a gateway whose clock is ahead. It
     * counts as modified since any date.
     *
     * @param now by the clock of this gateway
     */
    public static Decision decide(Headers headers, Manifest manifest, Instant now) {
        Instant modified = manifest.created().truncatedTo(ChronoUnit.SECONDS);
        Optional<String> ifMatch = headers.value("if-match");
        Optional<Instant> unmodifiedSince = date(headers, "if-unmodified-since");
        boolean holds =
                ifMatch.map(tags -> matches(tags, manifest.etag()))
                        .or(() -> unmodifiedSince.map(date -> !modified.isAfter(date)))
                        .orElse(true);
        if (!holds) {
            return Decision.FAILED;
        }
        Optional<String> ifNoneMatch = headers.value("if-none-match");
        Optional<Instant> modifiedSince = date(headers, "if-modified-since");
        boolean changed =
                ifNoneMatch
                        .map(tags -> !matches(tags, manifest.etag()))
                        .or(
                                () ->
                                        modifiedSince.map(
                                                date ->
                                                        modified.isAfter(date)
                                                                || manifest.created().isAfter(now)))
                        .orElse(true);
        return changed ? Decision.PROCEED : Decision.NOT_MODIFIED;
    }

    /** Tells whether If-Range, where it is there, lets a range be served. */
    public static boolean rangeApplies(Headers headers, Manifest manifest) {
        return headers.value("if-range").map(value -> matches(value, manifest.etag())).orElse(true);
    }

    private static boolean matches(String tags, String etag) {
        return Arrays.stream(tags.split(",", -1))
                .map(String::strip)
                .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
                .anyMatch(tag -> tag.equals("*") || EntityTag.unquote(tag).equals(etag));
    }

    /** A date that cannot be read is no condition. */
    private static Optional<Instant> date(Headers headers, String name) {
        try {
            return headers.value(name)
                    .map(text -> ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME))
                    .map(ZonedDateTime::toInstant);
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
