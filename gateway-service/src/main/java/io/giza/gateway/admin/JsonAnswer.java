package io.giza.gateway.admin;

import io.giza.http.server.Exchange;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.Map;

/**
 * What an operator is answered.
 *
 * @param status the status of HTTP
 * @param body what becomes JSON
 */
record JsonAnswer(int status, Map<String, Object> body) {
    static final int OK = 200;
    static final int BAD_REQUEST = 400;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int CONFLICT = 409;
    static final int UNAVAILABLE = 503;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static JsonAnswer of(Map<String, Object> body) {
        return new JsonAnswer(OK, body);
    }

    static JsonAnswer error(int status, String sentence) {
        return new JsonAnswer(status, Map.of("error", sentence));
    }

    void send(Exchange exchange) throws IOException {
        exchange.with("Cache-Control", "no-store")
                .answer(status, "application/json", JSON.writeValueAsBytes(body));
    }
}
