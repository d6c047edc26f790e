package io.giza.gateway.s3.error;

import java.util.regex.Pattern;

/**
 * What a request asks for that is not here. The name is told wherever a client may look: in the
 * message, in an element of the document, and in a header, because the answer to a HEAD has no
 * document.
 */
public final class Refusal {
    /** The response header that names what is refused. */
    public static final String HEADER = "x-giza-refused";

    private static final int LONGEST_NAME = 64;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^A-Za-z0-9._-]");

    private Refusal() {}

    /** Refuses a request header. */
    public static S3Exception header(String name) {
        return named("A header you provided", "Header", name);
    }

    /** Refuses a parameter of the query, or the sub-resource that it names. */
    public static S3Exception parameter(String name) {
        return named("A query parameter you provided", "Parameter", name);
    }

    /** Refuses an element of the document that was sent. */
    public static S3Exception element(String name) {
        return named("An element of the document you provided", "Element", name);
    }

    private static S3Exception named(String what, String kind, String name) {
        String printable = printable(name);
        return new S3Exception(
                        S3Error.NOT_IMPLEMENTED,
                        what + " implies functionality that is not implemented: " + printable)
                .with(kind, printable)
                .withHeader(HEADER, printable);
    }

    /** Strangers choose names, which go to logs and headers: they are cut and made plain. */
    private static String printable(String name) {
        String plain = UNPRINTABLE.matcher(name).replaceAll("?");
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME);
    }
}
