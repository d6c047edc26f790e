package io.giza.azure;

import com.azure.core.http.HttpResponse;

import java.io.FilterInputStream;
import java.io.IOException;

/** The body of an answer; closing it before its end gives the rest up. */
final class ResponseStream extends FilterInputStream {
    private final HttpResponse response;
    private final String where;

    ResponseStream(HttpResponse response, String where) {
        super(response.getBodyAsInputStreamSync());
        this.response = response;
        this.where = where;
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException | RuntimeException e) {
            throw AzureException.of(where, e);
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        try {
            return super.read(target, offset, length);
        } catch (IOException | RuntimeException e) {
            throw AzureException.of(where, e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            super.close();
        } finally {
            response.close();
        }
    }
}
