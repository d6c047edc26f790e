package io.giza.http.address;

import java.io.IOException;

/** A trusted proxy began a connection without a PROXY header that makes sense. */
public final class MalformedProxyHeaderException extends IOException {
    private static final long serialVersionUID = 1L;

    MalformedProxyHeaderException(String problem) {
        super("not a header of PROXY protocol v2: " + problem);
    }
}
