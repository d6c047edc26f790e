package io.giza.console.view;

import io.giza.console.picture.WhereItLies;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/**
 * An object and its versions.
 *
 * @param shown the version that is looked at; null if the object is deleted
 * @param versions newest first
 * @param tags by name
 * @param where where its fragments lie; null where the role may not see it, or nobody knows
 * @param share a link for others; empty if none was asked for
 * @param preview what is shown of its contents
 * @param problem why something was not done; empty if nothing was refused
 */
public record ObjectPage(
        String bucket,
        String key,
        @Nullable Shown shown,
        List<Version> versions,
        Map<String, String> tags,
        @Nullable WhereItLies where,
        String share,
        Preview preview,
        String problem) {
    /**
     * A version that is looked at.
     *
     * @param facts what S3 says of it, by name
     */
    public record Shown(String version, long size, Map<String, String> facts) {}

    /**
     * A version of an object, or a marker that it was deleted.
     *
     * @param size null for a marker
     */
    public record Version(
            String id, String modified, @Nullable Long size, boolean isNewest, boolean isMarker) {}

    /**
     * What is shown of the contents, which never are a page of the console's origin.
     *
     * @param text the beginning of a text; empty if it is none
     * @param image where an image is to be had; empty if it is none
     * @param isCut whether the text goes on
     */
    public record Preview(String text, String image, boolean isCut) {
        /** Nothing. */
        public static final Preview NONE = new Preview("", "", false);
    }

    /** Returns the path of the page. */
    public String path() {
        return "/buckets/" + Format.parameter(bucket);
    }

    /** Returns the folder that it is in. */
    public String folder() {
        return key.substring(0, key.lastIndexOf('/') + 1);
    }

    /** Returns the tags as lines. */
    public String tagLines() {
        StringBuilder lines = new StringBuilder();
        tags.forEach((name, value) -> lines.append(name).append('=').append(value).append('\n'));
        return lines.toString();
    }
}
