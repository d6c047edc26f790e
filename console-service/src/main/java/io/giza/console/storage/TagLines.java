package io.giza.console.storage;

import io.giza.console.session.RefusedException;

import software.amazon.awssdk.services.s3.model.Tag;

import java.util.List;

/** Tags as people type them: one a line, name=value. */
public final class TagLines {
    private static final int BAD_REQUEST = 400;

    private TagLines() {}

    /**
     * Reads lines.
     *
     * @throws RefusedException naming a line that has no name
     */
    public static List<Tag> parse(String text) {
        return text.lines()
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(TagLines::tag)
                .toList();
    }

    private static Tag tag(String line) {
        int equals = line.indexOf('=');
        if (equals <= 0) {
            throw new RefusedException(
                    BAD_REQUEST, "'" + line + "' is no tag: write one a line, as name=value.");
        }
        return Tag.builder()
                .key(line.substring(0, equals).strip())
                .value(line.substring(equals + 1).strip())
                .build();
    }
}
