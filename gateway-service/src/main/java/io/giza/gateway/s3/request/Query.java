package io.giza.gateway.s3.request;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The query of a request, decoded.
 *
 * @param parameters in the order they were sent
 */
public record Query(List<Parameter> parameters) {
    /**
     * One parameter.
     *
     * @param name its decoded name
     * @param value its decoded value, empty where there is no equals sign
     */
    public record Parameter(String name, String value) {}

    public Query {
        parameters = List.copyOf(parameters);
    }

    /** Parses a raw query, which may be empty. */
    public static Query parse(String raw) {
        List<Parameter> parsed = new ArrayList<>();
        int from = 0;
        while (from < raw.length()) {
            int next = raw.indexOf('&', from);
            int end = next < 0 ? raw.length() : next;
            if (end > from) {
                parsed.add(parameter(raw.substring(from, end)));
            }
            from = end + 1;
        }
        return new Query(parsed);
    }

    private static Parameter parameter(String raw) {
        int equals = raw.indexOf('=');
        return equals < 0
                ? new Parameter(PercentCoding.decodeQuery(raw), "")
                : new Parameter(
                        PercentCoding.decodeQuery(raw.substring(0, equals)),
                        PercentCoding.decodeQuery(raw.substring(equals + 1)));
    }

    /** Returns it as the end of a URL, with its question mark; empty if there are no parameters. */
    public String encoded() {
        return parameters.stream()
                .map(
                        each ->
                                PercentCoding.encode(each.name())
                                        + "="
                                        + PercentCoding.encode(each.value()))
                .collect(
                        Collectors.collectingAndThen(
                                Collectors.joining("&"), all -> all.isEmpty() ? "" : "?" + all));
    }

    /** Returns the first value of a parameter. */
    public Optional<String> first(String name) {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .map(Parameter::value)
                .findFirst();
    }

    /** Tells whether a parameter was sent, with or without a value. */
    public boolean has(String name) {
        return first(name).isPresent();
    }

    /** Returns the names that were sent. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        parameters.forEach(parameter -> names.add(parameter.name()));
        return names;
    }
}
