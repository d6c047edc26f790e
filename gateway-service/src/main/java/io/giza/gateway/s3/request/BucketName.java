package io.giza.gateway.s3.request;

import java.util.regex.Pattern;

/** The rules for names of general purpose buckets. */
public final class BucketName {
    private static final Pattern SHAPE = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

    private BucketName() {}

    /** Tells whether a bucket may be called so. */
    public static boolean isValid(String name) {
        return SHAPE.matcher(name).matches()
                && !name.contains("..")
                && !ADDRESS.matcher(name).matches()
                && !name.startsWith("xn--")
                && !name.startsWith("sthree-")
                && !name.endsWith("-s3alias")
                && !name.endsWith("--ol-s3")
                && !name.endsWith("--x-s3")
                && !name.endsWith(".mrap");
    }
}
