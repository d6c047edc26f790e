package io.giza.gateway.s3.exchange;

/** The entity tag of an object between quotes, as it travels (RFC 9110, 8.8.3), and without. */
public final class EntityTag {
    private EntityTag() {}

    /** Returns what a client is told of an object's tag. */
    public static String quote(String etag) {
        return '"' + etag + '"';
    }

    /** Returns the tag that a client sent; some send it without quotes. */
    public static String unquote(String sent) {
        String bare = sent.strip();
        return bare.length() >= 2 && bare.startsWith("\"") && bare.endsWith("\"")
                ? bare.substring(1, bare.length() - 1)
                : bare;
    }
}
