package io.giza.console.page;

import io.giza.console.cluster.AdminApi;
import io.giza.console.cluster.Credentials;
import io.giza.console.session.Allowed;
import io.giza.console.session.RefusedException;
import io.giza.console.session.Role;
import io.giza.console.view.KeyList;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import tools.jackson.databind.JsonNode;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Access keys. */
@RestController
@RequestMapping("/keys")
@Allowed(Role.AUDITOR)
public final class KeysController {
    private static final int NOT_FOUND = 404;
    private static final List<String> LIMITS = List.of("requests", "received", "sent", "uploads");

    private final Pages pages;
    private final AdminApi cluster;

    /** Shows and makes keys. */
    public KeysController(Pages pages, AdminApi cluster) {
        this.pages = pages;
        this.cluster = cluster;
    }

    @GetMapping
    ResponseEntity<String> list(HttpServletRequest request) {
        return show(request, null);
    }

    private ResponseEntity<String> show(HttpServletRequest request, KeyList.@Nullable Made made) {
        Credentials who = Pages.who(request).credentials();
        KeyList keys =
                new KeyList(
                        cluster.get(who, "/keys")
                                .path("keys")
                                .valueStream()
                                .map(KeysController::key)
                                .toList(),
                        cluster.get(who, "/accounts")
                                .path("accounts")
                                .valueStream()
                                .map(each -> each.path("name").asString())
                                .toList(),
                        made);
        return pages.show(request, "keys", "Access keys", keys);
    }

    private static KeyList.Key key(JsonNode key) {
        return new KeyList.Key(
                key.path("id").asString(),
                key.path("account").asString(""),
                key.path("role").asString(""),
                key.path("state").asString(""),
                key.path("created").asString(""));
    }

    @Allowed(Role.OPERATOR)
    @PostMapping
    ResponseEntity<String> create(
            HttpServletRequest request,
            @RequestParam("account") String account,
            @RequestParam("role") String role) {
        return make(request, Map.of("account", account, "role", role));
    }

    private ResponseEntity<String> make(HttpServletRequest request, Map<String, ?> fields) {
        JsonNode made = cluster.post(Pages.who(request).credentials(), "/keys", fields);
        return show(
                request,
                new KeyList.Made(made.path("id").asString(), made.path("secret").asString()));
    }

    /** Makes another one with the same account, role and limits. */
    @Allowed(Role.OPERATOR)
    @PostMapping("/{id}/rotate")
    ResponseEntity<String> rotate(HttpServletRequest request, @PathVariable("id") String id) {
        JsonNode before =
                cluster.get(Pages.who(request).credentials(), "/keys")
                        .path("keys")
                        .valueStream()
                        .filter(each -> each.path("id").asString().equals(id))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new RefusedException(
                                                NOT_FOUND, "There is no key " + id + "."));
        Map<String, Object> fields = new HashMap<>();
        fields.put("account", before.path("account").asString());
        fields.put("role", before.path("role").asString());
        for (String limit : LIMITS) {
            long value = before.path("limits").path(limit).asLong(0);
            if (value > 0) {
                fields.put(limit, value);
            }
        }
        return make(request, fields);
    }

    @Allowed(Role.OPERATOR)
    @PostMapping("/{id}/disable")
    ResponseEntity<String> disable(HttpServletRequest request, @PathVariable("id") String id) {
        cluster.post(Pages.who(request).credentials(), path(id) + "/disable", Map.of());
        return Pages.redirect("/keys");
    }

    @Allowed(Role.OPERATOR)
    @PostMapping("/{id}/enable")
    ResponseEntity<String> enable(HttpServletRequest request, @PathVariable("id") String id) {
        cluster.post(Pages.who(request).credentials(), path(id) + "/enable", Map.of());
        return Pages.redirect("/keys");
    }

    @Allowed(Role.OPERATOR)
    @PostMapping("/{id}/delete")
    ResponseEntity<String> delete(HttpServletRequest request, @PathVariable("id") String id) {
        cluster.delete(Pages.who(request).credentials(), path(id));
        return Pages.redirect("/keys");
    }

    private static String path(String id) {
        return "/keys/" + AdminApi.segment(id);
    }
}
