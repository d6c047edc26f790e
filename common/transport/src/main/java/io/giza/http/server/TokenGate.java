package io.giza.http.server;

import io.giza.http.ClusterToken;

import java.io.IOException;
import java.util.Set;

/** Lets only requests pass that carry the cluster's token; others are answered 401. */
public final class TokenGate implements RequestHandler {
    private static final int UNAUTHORIZED = 401;

    private final ClusterToken token;
    private final Set<String> openPaths;
    private final RequestHandler next;

    /**
     * Guards a service.
     *
     * @param openPaths paths, compared as they stand, that need no token
     */
    public TokenGate(ClusterToken token, Set<String> openPaths, RequestHandler next) {
        this.token = token;
        this.openPaths = Set.copyOf(openPaths);
        this.next = next;
    }

    @Override
    public void handle(Exchange exchange) throws IOException {
        if (openPaths.contains(exchange.path())
                || token.isCarriedBy(exchange.header("Authorization"))) {
            next.handle(exchange);
        } else {
            exchange.with("WWW-Authenticate", "Bearer").answer(UNAUTHORIZED);
        }
    }
}
