package io.giza.gateway.s3.xml;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes one XML document. Keys may hold any character, so carriage returns and control characters
 * are written as character references, as S3 does and as the JDK's stream writer does not: a parser
 * would silently turn a bare CR into LF and a listing would name an object that is not there.
 */
public final class XmlWriter {
    private static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

    private static final String QUOTE = "&quot;";

    private final StringBuilder out = new StringBuilder(512);
    private final String quote;
    private final Deque<String> open = new ArrayDeque<>();

    /** Starts a document whose root is {@code root} in S3's name space. */
    public static XmlWriter document(String root) {
        return document(root, NAMESPACE);
    }

    /** Starts a document whose root is {@code root} in another name space. */
    public static XmlWriter document(String root, String namespace) {
        return new XmlWriter(root, " xmlns=\"" + namespace + "\"", QUOTE);
    }

    /**
     * Starts an error document, which S3 leaves outside its name space. Quotes in it are as they
     * are: there are clients that look for what a message quotes without parsing the document.
     */
    public static XmlWriter errorDocument() {
        return new XmlWriter("Error", "", "\"");
    }

    /** Starts a document that S3 leaves outside its name space. */
    public static XmlWriter documentWithoutNamespace(String root) {
        return new XmlWriter(root, "", QUOTE);
    }

    private XmlWriter(String root, String attributes, String quote) {
        this.quote = quote;
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<");
        out.append(root).append(attributes).append('>');
        open.push(root);
    }

    /** Opens an element. */
    public XmlWriter open(String name) {
        out.append('<').append(name).append('>');
        open.push(name);
        return this;
    }

    /**
     * Opens an element with attributes.
     *
     * @param attributes well-formed, written as they are
     */
    public XmlWriter open(String name, String attributes) {
        out.append('<').append(name).append(' ').append(attributes).append('>');
        open.push(name);
        return this;
    }

    /** Closes the element that was opened last. */
    public XmlWriter close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** Writes an element with text. */
    public XmlWriter element(String name, String text) {
        open(name);
        text(text);
        return close();
    }

    /** Writes text into the open element. */
    public XmlWriter text(String text) {
        text.codePoints().forEach(this::escape);
        return this;
    }

    /** Closes all elements and returns the document in UTF-8. */
    public byte[] finish() {
        while (!open.isEmpty()) {
            close();
        }
        return out.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void escape(int c) {
        switch (c) {
            case '&' -> out.append("&amp;");
            case '<' -> out.append("&lt;");
            case '>' -> out.append("&gt;");
            case '"' -> out.append(quote);
            default -> {
                if (isControl(c)) {
                    out.append("&#x").append(Integer.toHexString(c)).append(';');
                } else {
                    out.appendCodePoint(c);
                }
            }
        }
    }

    private static boolean isControl(int c) {
        boolean low = c < ' ' && c != '\n' && c != '\t';
        return low || c == 0x7f || c == 0xfffe || c == 0xffff;
    }
}
