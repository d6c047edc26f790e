package io.giza.gateway.s3.logging;

import io.giza.gateway.s3.request.PercentCoding;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Writes the fields of a record, parted by spaces. Whatever a client sent stays within its field:
 * what could end a field or a line is percent-encoded, as is all that is not ASCII.
 */
final class LogFields {
    /** What clients send at greater length is cut. */
    static final int MOST_CHARACTERS = 4096;

    private static final String NONE = "-";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("'['dd/MMM/yyyy:HH:mm:ss '+0000]'", Locale.ENGLISH)
                    .withZone(ZoneOffset.UTC);

    /** What lets whoever reads it do what its sender may. */
    private static final Pattern SECRETS =
            Pattern.compile(
                    "([?&](?:X-Amz-Signature|X-Amz-Security-Token|Signature|"
                            + "x-amz-(?:copy-source-)?server-side-encryption-customer-key)=)"
                            + "[^& ]*",
                    Pattern.CASE_INSENSITIVE);

    private final StringBuilder line = new StringBuilder(512);

    /** Writes a field that has no spaces; one that is empty is a hyphen. */
    LogFields plain(String text) {
        return field(text.isEmpty() ? NONE : escaped(text, ' '));
    }

    /** Writes a field in quotation marks; one that is empty is a hyphen. */
    LogFields quoted(String text) {
        String shown = SECRETS.matcher(text).replaceAll("$1REDACTED");
        return field('"' + (shown.isEmpty() ? NONE : escaped(shown, '"')) + '"');
    }

    /** Writes a number; 0 is a hyphen. */
    LogFields number(long number) {
        return field(number == 0 ? NONE : Long.toString(number));
    }

    /** Writes a time, which may be none. */
    LogFields millis(long millis) {
        return field(millis < 0 ? NONE : Long.toString(millis));
    }

    LogFields time(Instant time) {
        return field(TIME.format(time));
    }

    /** Writes a key, which S3 encodes twice. */
    LogFields key(String key) {
        return plain(PercentCoding.encodePath(PercentCoding.encodePath(key)));
    }

    private LogFields field(String text) {
        if (!line.isEmpty()) {
            line.append(' ');
        }
        line.append(text);
        return this;
    }

    private static String escaped(String text, char end) {
        String shown = text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) : text;
        if (shown.chars().allMatch(each -> isHarmless(each, end))) {
            return shown;
        }
        StringBuilder escaped = new StringBuilder(shown.length() + 16);
        shown.codePoints().forEach(each -> append(escaped, each, end));
        return escaped.toString();
    }

    private static boolean isHarmless(int character, char end) {
        return character >= ' ' && character < 0x7f && character != '"' && character != end;
    }

    /** The server reads the bytes of headers as Latin-1, so such characters are bytes. */
    private static void append(StringBuilder escaped, int character, char end) {
        if (isHarmless(character, end)) {
            escaped.append((char) character);
            return;
        }
        byte[] bytes =
                Character.toString(character)
                        .getBytes(
                                character < 0x100
                                        ? StandardCharsets.ISO_8859_1
                                        : StandardCharsets.UTF_8);
        for (byte each : bytes) {
            escaped.append('%').append("%02X".formatted(each & 0xff));
        }
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
