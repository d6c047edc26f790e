package io.giza.gateway.admin;

import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyService.AccessKey;
import io.giza.record.AccessKeyRecord.State;

import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.json.JsonMapper;

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
@RestController
public class KeyController {
    /** Where it is found below Spring's own prefix. */
    public static final String PATH = "/internal/v1/keys";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final KeyService keys;

    public KeyController(KeyService keys) {
        this.keys = keys;
    }

    @PostMapping(PATH)
    ResponseEntity<byte[]> create(@RequestParam("account") String account) {
        return switch (keys.create(account)) {
            case KeyService.Created(AccessKey key, String secret) -> {
                Map<String, Object> json = json(key);
                json.put("secret", secret);
                yield answer(HttpStatus.OK, json);
            }
            case KeyService.NoSuchAccount() ->
                    error(
                            HttpStatus.NOT_FOUND,
                            "there is no account '" + account + "' in giza.accounts.");
            case KeyService.NoMasterKey() ->
                    error(
                            HttpStatus.CONFLICT,
                            "the gateway has no giza.master-key, so it can keep no secrets.");
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    @GetMapping(PATH)
    ResponseEntity<byte[]> list(
            @RequestParam(name = "account", required = false) @Nullable String account) {
        return switch (keys.list(account)) {
            case KeyService.Keys(var found, boolean more) -> {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("keys", found.stream().map(KeyController::json).toList());
                json.put("more", more);
                yield answer(HttpStatus.OK, json);
            }
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    @PostMapping(PATH + "/{id}/disable")
    ResponseEntity<byte[]> disable(@PathVariable("id") String id) {
        return changed(id, keys.set(id, State.DISABLED));
    }

    @PostMapping(PATH + "/{id}/enable")
    ResponseEntity<byte[]> enable(@PathVariable("id") String id) {
        return changed(id, keys.set(id, State.ACTIVE));
    }

    @DeleteMapping(PATH + "/{id}")
    ResponseEntity<byte[]> delete(@PathVariable("id") String id) {
        return changed(id, keys.delete(id));
    }

    private static ResponseEntity<byte[]> changed(String id, KeyService.ChangeResult result) {
        return switch (result) {
            case KeyService.Done() -> answer(HttpStatus.OK, Map.of("id", id));
            case KeyService.NoSuchKey() ->
                    error(HttpStatus.NOT_FOUND, "there is no access key '" + id + "'.");
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

    private static ResponseEntity<byte[]> unavailable(KeyService.Unavailable failure) {
        return error(
                HttpStatus.SERVICE_UNAVAILABLE,
                failure.outcomeUnknown()
                        ? "it may have happened or not: " + failure.detail() + "."
                        : "it cannot be done now: " + failure.detail() + ".");
    }

    private static ResponseEntity<byte[]> error(HttpStatus status, String sentence) {
        return answer(status, Map.of("error", sentence));
    }

    private static ResponseEntity<byte[]> answer(HttpStatus status, Map<String, Object> body) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noStore())
                .body(JSON.writeValueAsBytes(body));
    }
}
