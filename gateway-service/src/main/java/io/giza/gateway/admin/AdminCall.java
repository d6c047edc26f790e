package io.giza.gateway.admin;

import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.request.Query;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Objects;

/**
 * What an operator asks, once it is known who asks and that they may.
 *
 * @param caller who
 * @param remote from which address
 * @param names what the path says in the place of each name of its template
 * @param query the query
 * @param body the fields of the body; none where there is no body
 */
public record AdminCall(
        Caller caller,
        String remote,
        Map<String, String> names,
        Query query,
        Map<String, JsonNode> body) {
    public AdminCall {
        names = Map.copyOf(names);
        body = Map.copyOf(body);
    }

    /** Returns the same with the fields of its body. */
    AdminCall with(Map<String, JsonNode> fields) {
        return new AdminCall(caller, remote, names, query, fields);
    }

    /** Returns what the path says in the place of a name of its template. */
    String name(String name) {
        return Objects.requireNonNull(names.get(name));
    }

    /** Returns a parameter of the query, null where there is none. */
    @Nullable String parameter(String name) {
        return query.first(name).orElse(null);
    }

    /** Returns a text of the body, null where there is none. */
    @Nullable String text(String field) {
        JsonNode value = body.get(field);
        return value == null || value.isNull() ? null : value.asString("");
    }
}
