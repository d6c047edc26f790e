package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.connection.WatchedClient;
import io.giza.gateway.s3.request.Headers;
import io.giza.gateway.s3.xml.XmlWriter;

import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.io.OutputStream;

/**
 * The answer to one request.
 *
 * @param response the container's response
 * @param client who takes it, perhaps slowly
 */
public record Reply(HttpServletResponse response, WatchedClient client) {
    /** Sets a header; any character may be in its value. */
    public Reply header(String name, String value) {
        response.setHeader(name, Headers.toLatin1(value));
        return this;
    }

    /** Answers without a body. */
    public void empty(int status) {
        response.setStatus(status);
        if (status != HttpServletResponse.SC_NO_CONTENT
                && status != HttpServletResponse.SC_NOT_MODIFIED) {
            response.setContentLength(0);
        }
    }

    /** Answers with a document. */
    public void xml(int status, XmlWriter document) throws IOException {
        byte[] content = document.finish();
        response.setStatus(status);
        response.setContentType("application/xml");
        response.setContentLength(content.length);
        response.getOutputStream().write(content);
    }

    /** Starts an answer whose body follows, or is only described. */
    public OutputStream start(int status, long length) throws IOException {
        response.setStatus(status);
        response.setContentLengthLong(length);
        return client.output(response.getOutputStream());
    }

    /** Starts an answer of which nobody knows yet how long it is. */
    OutputStream startUnknownLength(int status, String contentType) throws IOException {
        response.setStatus(status);
        response.setContentType(contentType);
        return client.output(response.getOutputStream());
    }

    /** Tells whether a part of the answer was sent, so that no other can be given. */
    public boolean isCommitted() {
        return response.isCommitted();
    }
}
