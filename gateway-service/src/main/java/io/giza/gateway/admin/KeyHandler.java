package io.giza.gateway.admin;

import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyService.AccessKey;
import io.giza.http.server.Exchange;
import io.giza.record.AccessKeyRecord.State;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Access keys, for whoever has the cluster's token, below {@code /_giza/internal/v1/keys}:
 *
 * <pre>
 * POST   ?account=NAME          make a key; the answer has its secret, this once
 * GET    [?account=NAME]        the keys
 * POST   /ID/disable, /enable   let nobody in with it, or let them in again
 * DELETE /ID                    delete it
 * </pre>
 *
 * 200, or 404, 409 or 503 with a sentence as {@code error}.
 */
public final class KeyHandler {
    /** Where it is found below the prefix of {@link OperatorRoutes}. */
    public static final String PATH = "/internal/v1/keys";

    private final KeyService keys;

    public KeyHandler(KeyService keys) {
        this.keys = keys;
    }

    /**
     * Answers a request.
     *
     * @param path what follows {@link #PATH}
     */
    void handle(String path, Exchange exchange) throws IOException {
        answer(path, exchange).send(exchange);
    }

    private JsonAnswer answer(String path, Exchange exchange) {
        String[] names = path.split("/", -1);
        String method = exchange.method();
        return switch (names.length) {
            case 1 -> ofAll(exchange);
            case 2 ->
                    method.equals("DELETE") ? changed(names[1], keys.delete(names[1])) : unknown();
            case 3 -> method.equals("POST") ? changed(names[1], names[2]) : unknown();
            default -> unknown();
        };
    }

    private JsonAnswer ofAll(Exchange exchange) {
        String account = exchange.parameter("account");
        return switch (exchange.method()) {
            case "GET" -> list(account);
            case "POST" ->
                    account == null
                            ? JsonAnswer.error(
                                    JsonAnswer.BAD_REQUEST, "the parameter account is missing.")
                            : create(account);
            default -> unknown();
        };
    }

    private JsonAnswer changed(String id, String verb) {
        return switch (verb) {
            case "disable" -> changed(id, keys.set(id, State.DISABLED));
            case "enable" -> changed(id, keys.set(id, State.ACTIVE));
            default -> unknown();
        };
    }

    private static JsonAnswer unknown() {
        return JsonAnswer.error(
                JsonAnswer.NOT_FOUND, "there is no such path, or not by this method.");
    }

    private JsonAnswer create(String account) {
        return switch (keys.create(account)) {
            case KeyService.Created(AccessKey key, String secret) -> {
                Map<String, Object> json = json(key);
                json.put("secret", secret);
                yield JsonAnswer.of(json);
            }
            case KeyService.NoSuchAccount() ->
                    JsonAnswer.error(
                            JsonAnswer.NOT_FOUND,
                            "there is no account '" + account + "' in giza.accounts.");
            case KeyService.NoMasterKey() ->
                    JsonAnswer.error(
                            JsonAnswer.CONFLICT,
                            "the gateway has no giza.master-key, so it can keep no secrets.");
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    private JsonAnswer list(@Nullable String account) {
        return switch (keys.list(account)) {
            case KeyService.Keys(var found, boolean more) -> {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("keys", found.stream().map(KeyHandler::json).toList());
                json.put("more", more);
                yield JsonAnswer.of(json);
            }
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    private static JsonAnswer changed(String id, KeyService.ChangeResult result) {
        return switch (result) {
            case KeyService.Done() -> JsonAnswer.of(Map.of("id", id));
            case KeyService.NoSuchKey() ->
                    JsonAnswer.error(JsonAnswer.NOT_FOUND, "there is no access key '" + id + "'.");
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    private static Map<String, Object> json(AccessKey key) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", key.id());
        json.put("account", key.account());
        json.put("state", key.state().name().toLowerCase(Locale.ROOT));
        json.put("created", key.created().toString());
        return json;
    }

    private static JsonAnswer unavailable(KeyService.Unavailable failure) {
        return JsonAnswer.error(
                JsonAnswer.UNAVAILABLE,
                failure.outcomeUnknown()
                        ? "it may have happened or not: " + failure.detail() + "."
                        : "it cannot be done now: " + failure.detail() + ".");
    }
}
