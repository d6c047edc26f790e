package io.giza.gateway.s3.policy;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A text of a policy that may have variables, such as <code>${aws:username}</code>, and wildcards.
 * What a variable stands for is taken as it is: an asterisk in it is an asterisk.
 */
public final class Template {
    private static final int ARN_PARTS = 6;

    private final String source;
    private final List<Part> parts;

    private Template(String source, List<Part> parts) {
        this.source = source;
        this.parts = List.copyOf(parts);
    }

    private sealed interface Part {}

    /** Text with wildcards. */
    private record Pattern(String text) implements Part {}

    /** A character that a wildcard's is written for, as in <code>${*}</code>. */
    private record Character(String text) implements Part {}

    /** The value of a condition key, or another text where the request has it not. */
    private record Variable(String key, @Nullable String otherwise) implements Part {}

    /** A variable is written in no way that the language knows. */
    public static final class MalformedVariableException extends Exception {
        private static final long serialVersionUID = 1L;

        MalformedVariableException() {
            super("a variable is malformed", null, false, false);
        }
    }

    /** Takes a text in which a dollar sign means nothing. */
    public static Template plain(String source) {
        return new Template(source, List.of(new Pattern(source)));
    }

    /** Reads a text with variables. */
    public static Template withVariables(String source) throws MalformedVariableException {
        List<Part> parts = new ArrayList<>();
        int from = 0;
        int start = source.indexOf("${");
        while (start >= 0) {
            parts.add(new Pattern(source.substring(from, start)));
            int quote = source.indexOf('\'', start);
            int end = source.indexOf('}', start);
            if (quote >= 0 && quote < end) {
                end = source.indexOf("'}", quote + 1) + 1;
            }
            if (end <= 0) {
                throw new MalformedVariableException();
            }
            parts.add(variable(source.substring(start + 2, end)));
            from = end + 1;
            start = source.indexOf("${", from);
        }
        parts.add(new Pattern(source.substring(from)));
        return new Template(source, parts);
    }

    private static Part variable(String text) throws MalformedVariableException {
        if (text.equals("*") || text.equals("?") || text.equals("$")) {
            return new Character(text);
        }
        int comma = text.indexOf(',');
        String key = comma < 0 ? text : text.substring(0, comma);
        if (key.isBlank()) {
            throw new MalformedVariableException();
        }
        return new Variable(
                ConditionKey.normalised(key.strip()),
                comma < 0 ? null : quoted(text.substring(comma + 1).strip()));
    }

    private static String quoted(String text) throws MalformedVariableException {
        if (text.length() < 2 || !text.startsWith("'") || !text.endsWith("'")) {
            throw new MalformedVariableException();
        }
        return text.substring(1, text.length() - 1);
    }

    /** Returns the text as it was written. */
    public String source() {
        return source;
    }

    /**
     * Returns the condition keys that its variables stand for, as {@link ConditionKey} has them.
     */
    public List<String> variables() {
        return variableParts().map(Variable::key).toList();
    }

    private Stream<Variable> variableParts() {
        return parts.stream().filter(Variable.class::isInstance).map(Variable.class::cast);
    }

    /** Tells whether it stands for more than one text: it has a wildcard or a variable. */
    public boolean isOpen() {
        return parts.stream()
                .anyMatch(
                        each ->
                                switch (each) {
                                    case Pattern(String text) -> Actions.hasWildcard(text);
                                    case Character _ -> false;
                                    case Variable _ -> true;
                                });
    }

    /** Tells whether it stands for a text, wildcards being wildcards. */
    boolean matches(String text, PolicyRequest request) {
        return globs(request, 1).map(each -> each.getFirst().matches(text)).orElse(false);
    }

    /**
     * Tells whether it stands for an ARN. Each of the six parts is matched by itself, so that a
     * wildcard does not reach across the first five colons.
     */
    boolean matchesArn(String text, PolicyRequest request) {
        String[] actual = text.split(":", ARN_PARTS);
        return globs(request, ARN_PARTS)
                .filter(wanted -> wanted.size() == ARN_PARTS && actual.length == ARN_PARTS)
                .map(
                        wanted ->
                                IntStream.range(0, ARN_PARTS)
                                        .allMatch(i -> wanted.get(i).matches(actual[i])))
                .orElse(false);
    }

    /**
     * Returns what it stands for in a request; nothing if a variable has no value there.
     *
     * @param most into how many pieces it is cut at colons
     */
    private Optional<List<Glob>> globs(PolicyRequest request, int most) {
        List<Glob> globs = new ArrayList<>();
        Glob.Builder glob = new Glob.Builder();
        for (Part part : parts) {
            switch (part) {
                case Pattern(String text) -> {
                    String[] pieces = text.split(":", most - globs.size());
                    for (int i = 0; i < pieces.length; i++) {
                        if (i > 0) {
                            globs.add(glob.build());
                            glob = new Glob.Builder();
                        }
                        glob.pattern(pieces[i]);
                    }
                }
                case Character(String text) -> glob.text(text);
                case Variable variable -> {
                    Optional<String> value = value(variable, request);
                    if (value.isEmpty()) {
                        return Optional.empty();
                    }
                    glob.text(value.get());
                }
            }
        }
        globs.add(glob.build());
        return Optional.of(globs);
    }

    /** Tells whether it stands for a text, wildcards being characters. */
    boolean equals(String text, PolicyRequest request) {
        return resolved(request).map(text::equals).orElse(false);
    }

    /** Tells whether it stands for a text, wildcards being characters, whatever the case. */
    boolean equalsIgnoringCase(String text, PolicyRequest request) {
        return resolved(request)
                .map(each -> each.toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT)))
                .orElse(false);
    }

    private Optional<String> resolved(PolicyRequest request) {
        StringBuilder resolved = new StringBuilder();
        for (Part part : parts) {
            switch (part) {
                case Pattern(String text) -> resolved.append(text);
                case Character(String text) -> resolved.append(text);
                case Variable variable -> {
                    Optional<String> value = value(variable, request);
                    if (value.isEmpty()) {
                        return Optional.empty();
                    }
                    resolved.append(value.get());
                }
            }
        }
        return Optional.of(resolved.toString());
    }

    /** A key with several values stands for none of them. */
    private static Optional<String> value(Variable variable, PolicyRequest request) {
        List<String> values = request.values(variable.key());
        return values.size() == 1
                ? Optional.of(values.getFirst())
                : Optional.ofNullable(variable.otherwise());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Template template && parts.equals(template.parts);
    }

    @Override
    public int hashCode() {
        return parts.hashCode();
    }

    @Override
    public String toString() {
        return source;
    }
}
