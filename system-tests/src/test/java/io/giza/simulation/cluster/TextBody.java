package io.giza.simulation.cluster;

import io.giza.gateway.service.ObjectBody;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** The body of a put: a text that tells all puts apart, repeated until it is long enough. */
public final class TextBody implements ObjectBody {
    private final String text;
    private final byte[] bytes;
    private int read;
    private int digested;

    public TextBody(String text, int length) {
        this.text = text;
        this.bytes = new byte[Math.max(length, text.length() + 1)];
        byte[] line = (text + "\n").getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = line[i % line.length];
        }
    }

    /** Returns the same body, of which nothing was read yet. */
    public TextBody again() {
        return new TextBody(text, bytes.length);
    }

    public String text() {
        return text;
    }

    public byte[] bytes() {
        return bytes;
    }

    public String etag() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (read == bytes.length) {
            return -1;
        }
        int count = Math.min(length, bytes.length - read);
        System.arraycopy(bytes, read, target, offset, count);
        read += count;
        return count;
    }

    @Override
    public void digest(byte[] source, int offset, int length) {
        digested += length;
    }

    @Override
    public Digests finish() {
        if (digested != bytes.length) {
            throw new IllegalStateException("digested " + digested + " bytes");
        }
        return new Digests(etag(), Map.of());
    }
}
