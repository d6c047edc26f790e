package io.giza.notification;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** What can happen to an object, in the words of S3. */
public enum EventName {
    /** It was put. */
    CREATED_BY_PUT(1, "s3:ObjectCreated:Put"),
    /** It was put by a form of a browser. */
    CREATED_BY_POST(2, "s3:ObjectCreated:Post"),
    /** It was copied from another one. */
    CREATED_BY_COPY(3, "s3:ObjectCreated:Copy"),
    /** It was uploaded in parts. */
    CREATED_BY_UPLOAD(4, "s3:ObjectCreated:CompleteMultipartUpload"),
    /** It, or one of its versions, was deleted. */
    DELETED(5, "s3:ObjectRemoved:Delete"),
    /** A delete marker was put in its place. */
    MARKED(6, "s3:ObjectRemoved:DeleteMarkerCreated");

    /** What can become of a delete. */
    public static final Set<EventName> OF_DELETES = Set.of(DELETED, MARKED);

    private static final String ALL = "*";

    private final int number;
    private final String text;

    EventName(int number, String text) {
        this.number = number;
        this.text = text;
    }

    /** Returns the number by which records call it. */
    int number() {
        return number;
    }

    /** Returns what S3 calls it. */
    public String text() {
        return text;
    }

    /**
     * Returns what a configuration means: one event, or all of a kind as {@code
     * s3:ObjectCreated:*}; none if there is nothing of the name.
     */
    public static Set<EventName> named(String name) {
        boolean isKind = name.endsWith(":" + ALL);
        String prefix = name.substring(0, name.length() - (isKind ? 1 : 0));
        Set<EventName> named = EnumSet.noneOf(EventName.class);
        Arrays.stream(values())
                .filter(each -> isKind ? each.isOfKind(prefix) : each.text.equals(name))
                .forEach(named::add);
        return named;
    }

    private boolean isOfKind(String prefix) {
        return text.substring(0, text.lastIndexOf(':') + 1).equals(prefix);
    }
}
