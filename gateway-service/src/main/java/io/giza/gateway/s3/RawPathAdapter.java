package io.giza.gateway.s3;

import io.giza.gateway.s3.connection.ClientProtocol;

import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;

import java.nio.charset.StandardCharsets;

/**
 * Keeps the container away from S3 paths. A container decodes and normalises paths, refuses some
 * and cuts parameters off at semicolons, while to S3 every byte of a path is part of a key. So the
 * raw path is put aside before the container reads it, and replaced by the constant path of the
 * {@link S3Servlet}. Only paths under {@link #SPRING_PREFIX}, which is no legal bucket name, are
 * the container's own.
 */
public final class RawPathAdapter implements Adapter {
    /** The request attribute that holds the raw path of an S3 request. */
    public static final String RAW_PATH = "io.giza.gateway.s3.RAW_PATH";

    /** Where the S3 servlet is registered; a client that asks for it gets a bucket instead. */
    public static final String SERVLET_PATH = "/s3";

    /** What belongs to Spring and not to S3. */
    public static final String SPRING_PREFIX = "/_giza";

    private static final byte[] SERVLET_PATH_BYTES =
            SERVLET_PATH.getBytes(StandardCharsets.ISO_8859_1);

    private final Adapter container;

    private RawPathAdapter(Adapter container) {
        this.container = container;
    }

    /** Puts the adapter in front of the connector's own, once the connector has made that. */
    public static void install(Connector connector) {
        connector.addLifecycleListener(
                event -> {
                    if (event.getType().equals(Lifecycle.AFTER_INIT_EVENT)) {
                        var protocol = connector.getProtocolHandler();
                        protocol.setAdapter(new RawPathAdapter(protocol.getAdapter()));
                    }
                });
    }

    @Override
    public void service(Request request, Response response) throws Exception {
        ClientProtocol.markHeadComplete();
        String rawPath = request.requestURI().toString();
        if (rawPath == null) {
            // The request line could not be read; the container has said so already.
            container.service(request, response);
            return;
        }
        if (request.protocol().isNull() || request.protocol().getLength() == 0) {
            // HTTP/0.9 has neither headers nor a status, so there is nothing to answer with.
            response.setStatus(505);
            response.action(ActionCode.CLOSE_NOW, null);
            return;
        }
        if (!rawPath.equals(SPRING_PREFIX) && !rawPath.startsWith(SPRING_PREFIX + "/")) {
            request.setAttribute(RAW_PATH, rawPath);
            request.requestURI().recycle();
            request.requestURI().setBytes(SERVLET_PATH_BYTES, 0, SERVLET_PATH_BYTES.length);
        }
        container.service(request, response);
    }

    @Override
    public boolean prepare(Request request, Response response) throws Exception {
        return container.prepare(request, response);
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent status)
            throws Exception {
        return container.asyncDispatch(request, response, status);
    }

    @Override
    public void log(Request request, Response response, long time) {
        container.log(request, response, time);
    }

    @Override
    public void checkRecycled(Request request, Response response) {
        container.checkRecycled(request, response);
    }

    @Override
    public String getDomain() {
        return container.getDomain();
    }
}
