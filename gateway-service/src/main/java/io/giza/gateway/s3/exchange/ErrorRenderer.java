package io.giza.gateway.s3.exchange;

import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlWriter;

import java.io.IOException;

/** Renders an error as S3's clients expect it. */
public final class ErrorRenderer {
    private ErrorRenderer() {}

    /**
     * Answers with an error.
     *
     * @param resource the raw path
     * @param ids the ids of this request
     * @param head whether the answer must have no body
     */
    public static void render(
            Reply reply, S3Exception error, String resource, RequestIds ids, boolean head)
            throws IOException {
        error.headers().forEach(reply::header);
        int status = error.error().status();
        if (head) {
            reply.empty(status);
            return;
        }
        reply.xml(status, document(error, resource, ids));
    }

    /** Returns the document of an error. */
    static XmlWriter document(S3Exception error, String resource, RequestIds ids) {
        XmlWriter document =
                XmlWriter.errorDocument()
                        .element("Code", error.error().code())
                        .element("Message", error.message());
        error.details().forEach(document::element);
        return document.element("Resource", resource)
                .element("RequestId", ids.requestId())
                .element("HostId", ids.hostId());
    }
}
