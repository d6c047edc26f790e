package io.giza.model;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The order of strings by their UTF-8 bytes, unsigned: the order in which S3 lists keys. Java's own
 * order differs from it above U+FFFF.
 */
public final class Utf8Order {
    /** The order as a comparator. */
    public static final Comparator<String> COMPARATOR = Utf8Order::compare;

    private Utf8Order() {}

    /** Compares two strings by their UTF-8 bytes. */
    public static int compare(String left, String right) {
        return Arrays.compareUnsigned(
                left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
    }
}
