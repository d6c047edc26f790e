package io.giza.gateway.admin;

import io.giza.http.server.Exchange;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What an operator is answered.
 *
 * @param status the status of HTTP
 * @param body what becomes JSON; its {@code schema} says what it is, and in which form
 */
public record JsonAnswer(int status, Map<String, Object> body) {
    private static final int OK = 200;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Why something is not answered as it was asked: a status of HTTP, and a name for programs. */
    public enum Fault {
        BAD_REQUEST(400, "BadRequest"),
        NOT_FOUND(404, "NotFound"),
        NOT_ALLOWED(403, "NotAllowed"),
        METHOD_NOT_ALLOWED(405, "MethodNotAllowed"),
        CONFLICT(409, "Conflict"),
        TOO_LONG(413, "TooLong"),
        INTERNAL(500, "InternalError"),
        UNAVAILABLE(503, "Unavailable");

        private final int status;
        private final String code;

        Fault(int status, String code) {
            this.status = status;
            this.code = code;
        }
    }

    /**
     * Returns an answer.
     *
     * @param what its kind, such as {@code keys}
     */
    public static JsonAnswer of(String what, Map<String, Object> body) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("schema", "giza." + what + "/1");
        all.putAll(body);
        return new JsonAnswer(OK, all);
    }

    /** Returns an answer that says why something is not done. */
    public static JsonAnswer error(Fault fault, String sentence) {
        return error(fault.status, fault.code, sentence);
    }

    static JsonAnswer error(int status, String code, String sentence) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("schema", "giza.error/1");
        body.put("code", code);
        body.put("error", sentence);
        return new JsonAnswer(status, body);
    }

    /** Returns a constant as it stands in answers. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    void send(Exchange exchange) throws IOException {
        exchange.with("Cache-Control", "no-store")
                .answer(status, "application/json", JSON.writeValueAsBytes(body));
    }
}
