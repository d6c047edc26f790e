package io.giza.gateway.admin;

import io.giza.gateway.s3.request.PercentCoding;
import io.giza.record.AccessKeyRecord.Role;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Something that operators can ask.
 *
 * @param method the method of HTTP
 * @param template the path below the API's, with names in braces, such as {@code /keys/{id}}
 * @param role what the caller's key must have
 * @param parameters the names that the query may have
 * @param fields the names that the body may have; none where there is no body
 * @param handler what answers it
 */
public record AdminRoute(
        String method,
        String template,
        Role role,
        Set<String> parameters,
        Set<String> fields,
        Handler handler) {
    public AdminRoute {
        parameters = Set.copyOf(parameters);
        fields = Set.copyOf(fields);
    }

    /** What answers a call. */
    @FunctionalInterface
    public interface Handler {
        JsonAnswer answer(AdminCall call);
    }

    /** Shows something. */
    public static AdminRoute get(
            String template, Role role, Set<String> parameters, Handler handler) {
        return new AdminRoute("GET", template, role, parameters, Set.of(), handler);
    }

    /** Has something done. */
    public static AdminRoute post(String template, Set<String> fields, Handler handler) {
        return new AdminRoute("POST", template, Role.OPERATOR, Set.of(), fields, handler);
    }

    /** Sets something, whatever it was before. */
    static AdminRoute put(String template, Set<String> fields, Handler handler) {
        return new AdminRoute("PUT", template, Role.OPERATOR, Set.of(), fields, handler);
    }

    /** Takes something away. */
    static AdminRoute delete(String template, Handler handler) {
        return new AdminRoute("DELETE", template, Role.OPERATOR, Set.of(), Set.of(), handler);
    }

    /** Returns the path with what was said in the place of each name. */
    String path(Map<String, String> names) {
        String path = template;
        for (Map.Entry<String, String> name : names.entrySet()) {
            path = path.replace("{" + name.getKey() + "}", name.getValue());
        }
        return path;
    }

    /** Tells whether it changes something. */
    boolean isChange() {
        return !method.equals("GET");
    }

    /** Tells whether it changes nothing, and shows more than auditors may see. */
    boolean isRevealing() {
        return !isChange() && role == Role.OPERATOR;
    }

    /** Returns what a path says in the place of each name; empty if it is another path. */
    Optional<Map<String, String>> match(String path) {
        String[] expected = template.split("/", -1);
        String[] given = path.split("/", -1);
        if (expected.length != given.length) {
            return Optional.empty();
        }
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < expected.length; i++) {
            if (expected[i].startsWith("{")) {
                names.put(
                        expected[i].substring(1, expected[i].length() - 1),
                        PercentCoding.decodePath(given[i]));
            } else if (!expected[i].equals(given[i])) {
                return Optional.empty();
            }
        }
        return Optional.of(names);
    }
}
