package io.giza.gateway.admin;

import io.giza.concurrent.Time;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.key.KeyService;
import io.giza.gateway.key.KeyService.AccessKey;
import io.giza.gateway.key.KeyTerms;
import io.giza.level.LevelRange;
import io.giza.level.LiveLevel;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AccessKeyRecord.State;
import io.giza.record.AccessKeyRecord.Terms;
import io.giza.record.KeyLimits;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Access keys: made, shown, disabled, enabled and deleted. */
public final class KeyRoutes {
    private static final Set<String> LIMITS = Set.of("requests", "received", "sent", "uploads");
    private static final Set<String> CREATION =
            Set.of(
                    "account",
                    "role",
                    "requests",
                    "received",
                    "sent",
                    "uploads",
                    "policy",
                    "prefix",
                    "expires");

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final KeyService keys;
    private final LiveLevel level;
    private final Time time;

    /**
     * Serves the keys of a cluster.
     *
     * @param level says whether all gateways know of roles and limits
     */
    public KeyRoutes(KeyService keys, LiveLevel level, Time time) {
        this.keys = keys;
        this.level = level;
        this.time = time;
    }

    /** Returns what can be asked. */
    public List<AdminRoute> routes() {
        return List.of(
                AdminRoute.get(
                        "/keys",
                        Role.AUDITOR,
                        Set.of("account"),
                        call -> list(call.parameter("account"))),
                AdminRoute.post("/keys", CREATION, this::create),
                AdminRoute.post("/keys/{id}/disable", Set.of(), call -> set(call, State.DISABLED)),
                AdminRoute.post("/keys/{id}/enable", Set.of(), call -> set(call, State.ACTIVE)),
                AdminRoute.post("/keys/{id}/limits", LIMITS, this::limit),
                AdminRoute.delete(
                        "/keys/{id}",
                        call -> changed(call.name("id"), keys.delete(call.name("id")))));
    }

    private JsonAnswer create(AdminCall call) {
        String account = call.text("account");
        String named = call.text("role");
        Optional<Role> role = named == null ? Optional.of(Role.USER) : role(named);
        if (account == null) {
            return JsonAnswer.error(Fault.BAD_REQUEST, "the field account is missing.");
        }
        return role.isPresent()
                ? withLimits(
                        call,
                        limits ->
                                withTerms(
                                        call, terms -> create(account, role.get(), limits, terms)))
                : JsonAnswer.error(
                        Fault.BAD_REQUEST,
                        "role is '"
                                + named
                                + "', but there are "
                                + Arrays.stream(Role.values())
                                        .map(JsonAnswer::lower)
                                        .collect(Collectors.joining(", "))
                                + ".");
    }

    private static JsonAnswer noMasterKey() {
        return JsonAnswer.error(
                Fault.CONFLICT, "the gateway has no giza.master-key, so it can keep no secrets.");
    }

    private static Optional<Role> role(String name) {
        return Arrays.stream(Role.values())
                .filter(each -> JsonAnswer.lower(each).equals(name))
                .findFirst();
    }

    private JsonAnswer create(String account, Role role, KeyLimits limits, Terms terms) {
        if (role != Role.USER && !terms.policy().isEmpty()) {
            return JsonAnswer.error(
                    Fault.BAD_REQUEST,
                    "a policy goes with the role user: it does not limit what operators do.");
        }
        Optional<JsonAnswer> early =
                role != Role.USER
                        ? refusal("a key with a role")
                        : terms.isNone()
                                ? refusal(limits)
                                : refusal("a key with a policy or an end");
        return early.isPresent() ? early.get() : created(account, role, limits, terms);
    }

    private JsonAnswer withTerms(AdminCall call, Function<Terms, JsonAnswer> action) {
        try {
            return action.apply(
                    KeyTerms.read(
                            text(call, "policy"),
                            text(call, "prefix"),
                            text(call, "expires"),
                            time.instant()));
        } catch (KeyTerms.RefusedException e) {
            return JsonAnswer.error(Fault.BAD_REQUEST, e.getMessage() + ".");
        }
    }

    private static String text(AdminCall call, String field) {
        String text = call.text(field);
        return text == null ? "" : text;
    }

    private Optional<JsonAnswer> refusal(KeyLimits limits) {
        return limits.isNone() ? Optional.empty() : refusal("a key with limits");
    }

    private Optional<JsonAnswer> refusal(String what) {
        return level.refusal(LevelRange.OPERATED, what, time.after(PATIENCE))
                .map(why -> JsonAnswer.error(Fault.CONFLICT, why + "."));
    }

    private JsonAnswer created(String account, Role role, KeyLimits limits, Terms terms) {
        return switch (keys.create(account, role, limits, terms)) {
            case KeyService.Created(AccessKey key, String secret) -> {
                Map<String, Object> json = json(key);
                json.put("secret", secret);
                yield JsonAnswer.of("key", json);
            }
            case KeyService.NoSuchAccount() ->
                    JsonAnswer.error(
                            Fault.NOT_FOUND,
                            "there is no account '" + account + "' in giza.accounts.");
            case KeyService.NoMasterKey() -> noMasterKey();
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    private JsonAnswer list(@Nullable String account) {
        return switch (keys.list(account)) {
            case KeyService.Keys(var found, boolean more) -> {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("keys", found.stream().map(KeyRoutes::json).toList());
                json.put("more", more);
                yield JsonAnswer.of("keys", json);
            }
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    private JsonAnswer set(AdminCall call, State state) {
        return changed(call.name("id"), keys.set(call.name("id"), state));
    }

    private static JsonAnswer changed(String id, KeyService.ChangeResult result) {
        return switch (result) {
            case KeyService.Done() -> JsonAnswer.of("key-change", Map.of("id", id));
            case KeyService.NoSuchKey() ->
                    JsonAnswer.error(Fault.NOT_FOUND, "there is no access key '" + id + "'.");
            case KeyService.Unavailable failure -> unavailable(failure);
        };
    }

    /** What is not named has no limit any more. */
    private JsonAnswer limit(AdminCall call) {
        return withLimits(
                call,
                limits ->
                        refusal(limits)
                                .orElseGet(
                                        () ->
                                                changed(
                                                        call.name("id"),
                                                        keys.limit(call.name("id"), limits))));
    }

    private static JsonAnswer withLimits(AdminCall call, Function<KeyLimits, JsonAnswer> action) {
        for (String field : LIMITS) {
            String text = call.text(field);
            if (text != null && !text.matches("\\d{1,13}")) {
                return JsonAnswer.error(
                        Fault.BAD_REQUEST, field + " must be a number from 0, for no limit.");
            }
        }
        KeyLimits limits;
        try {
            limits =
                    new KeyLimits(
                            number(call, "requests"),
                            number(call, "received"),
                            number(call, "sent"),
                            number(call, "uploads"));
        } catch (IllegalArgumentException e) {
            return JsonAnswer.error(Fault.BAD_REQUEST, e.getMessage() + ".");
        }
        return action.apply(limits);
    }

    private static long number(AdminCall call, String field) {
        String text = call.text(field);
        return text == null ? 0 : Long.parseLong(text);
    }

    private static Map<String, Object> limits(KeyLimits limits) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("requests", limits.requests());
        json.put("received", limits.received());
        json.put("sent", limits.sent());
        json.put("uploads", limits.uploads());
        return json;
    }

    private static Map<String, Object> json(AccessKey key) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", key.id());
        json.put("account", key.account());
        json.put("role", JsonAnswer.lower(key.role()));
        json.put("limits", limits(key.limits()));
        if (!key.terms().policy().isEmpty()) {
            json.put("policy", key.terms().policy());
        }
        if (!key.terms().expires().equals(Terms.NEVER)) {
            json.put("expires", key.terms().expires().toString());
        }
        json.put("state", JsonAnswer.lower(key.state()));
        json.put("created", key.created().toString());
        return json;
    }

    private static JsonAnswer unavailable(KeyService.Unavailable failure) {
        return JsonAnswer.error(
                Fault.UNAVAILABLE,
                failure.outcomeUnknown()
                        ? "it may have happened or not: " + failure.detail() + "."
                        : "it cannot be done now: " + failure.detail() + ".");
    }
}
