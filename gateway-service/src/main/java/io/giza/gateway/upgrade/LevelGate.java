package io.giza.gateway.upgrade;

import io.giza.http.server.Exchange;
import io.giza.http.server.RequestHandler;
import io.giza.level.LiveLevel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Serves clients only while the process works at the format level of the cluster. */
public final class LevelGate implements RequestHandler {
    private static final int UNAVAILABLE = 503;
    private static final String XML =
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Error><Code>ServiceUnavailable</Code><Message>This gateway does not know the format \
            level of its cluster yet, or does not work at it. Try again.</Message></Error>""";

    private final LiveLevel level;
    private final RequestHandler next;

    /** Guards what serves clients. */
    public LevelGate(LiveLevel level, RequestHandler next) {
        this.level = level;
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (level.isServed()) {
            next.handle(exchange);
        } else {
            exchange.with("Retry-After", "1")
                    .answer(UNAVAILABLE, "application/xml", XML.getBytes(StandardCharsets.UTF_8));
        }
    }
}
