package io.giza.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Writes text in which nothing tells a terminal to do something: what a cluster answers may be
 * names that strangers chose.
 */
public final class PlainWriter extends FilterWriter {
    private PlainWriter(Writer out) {
        super(out);
    }

    /** Returns what prints to a stream. */
    public static PrintWriter over(OutputStream stream) {
        return new PrintWriter(
                new PlainWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), true);
    }

    /** Returns a text that begins no line of its own either. */
    public static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.chars().forEach(c -> line.append(c == '\n' || c == '\t' ? '?' : plain((char) c)));
        return line.toString();
    }

    @Override
    public void write(int c) throws IOException {
        super.write(plain((char) c));
    }

    @Override
    public void write(char[] text, int offset, int length) throws IOException {
        char[] copy = new char[length];
        for (int i = 0; i < length; i++) {
            copy[i] = plain(text[offset + i]);
        }
        super.write(copy, 0, length);
    }

    @Override
    public void write(String text, int offset, int length) throws IOException {
        write(text.toCharArray(), offset, length);
    }

    private static char plain(char c) {
        boolean isLayout = c == '\n' || c == '\t';
        return !isLayout && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT)
                ? '?'
                : c;
    }
}
