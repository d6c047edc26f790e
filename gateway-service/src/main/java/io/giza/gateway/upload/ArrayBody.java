package io.giza.gateway.upload;

import io.giza.gateway.service.ObjectBody;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** Bytes of this gateway's own making as the body of a put. */
public final class ArrayBody implements ObjectBody {
    private final byte[] content;
    private final MessageDigest md5;
    private int read;

    /** Makes a body of these bytes. */
    public ArrayBody(byte[] content) {
        this.content = content.clone();
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has MD5", e);
        }
    }

    @Override
    public long length() {
        return content.length;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        int count = Math.min(length, content.length - read);
        if (count == 0) {
            return length == 0 ? 0 : -1;
        }
        System.arraycopy(content, read, target, offset, count);
        read += count;
        return count;
    }

    @Override
    public void digest(byte[] source, int offset, int length) {
        md5.update(source, offset, length);
    }

    @Override
    public Digests finish() {
        return new Digests(HexFormat.of().formatHex(md5.digest()), Map.of());
    }
}
