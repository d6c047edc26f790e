package io.giza.service.configuration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Why a value of the configuration is refused, in a sentence. */
final class RefusedValue {
    private static final String PREFIX = "giza.";

    private RefusedValue() {}

    /**
     * Returns what a record says, which names the key and the fix; or of a text that is no value at
     * all, which key it is of, where it stands, and what may stand there.
     */
    static String sentence(BindException failure) {
        Throwable root = root(failure);
        String said = String.valueOf(root.getMessage());
        if (said.startsWith(PREFIX)) {
            return ended(said);
        }
        ConfigurationProperty property = failure.getProperty();
        if (property == null) {
            return failure.getName() + " cannot be taken: " + ended(said);
        }
        Class<?> type = failure.getTarget().getType().resolve(Object.class);
        return property.getName()
                + " is '"
                + property.getValue()
                + "'"
                + place(property.getOrigin())
                + ": "
                + ended(type.isEnum() ? choices(type) : expected(type, said));
    }

    /** Returns a text with the stop that ends a sentence. */
    static String ended(@Nullable String text) {
        String said = String.valueOf(text).strip();
        return said.endsWith(".") ? said : said + ".";
    }

    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    private static String choices(Class<?> type) {
        return "write one of "
                + Arrays.stream(type.getEnumConstants())
                        .map(each -> ((Enum<?>) each).name())
                        .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
                        .collect(Collectors.joining(", "));
    }

    /** What Spring says of its own conversions names classes, and no form. */
    private static String expected(Class<?> type, String said) {
        return switch (type.getSimpleName()) {
            case "Duration" -> "write a duration, such as 500ms, 2s or 5m";
            case "boolean", "Boolean" -> "write true or false";
            case "int", "Integer", "long", "Long" -> "write a whole number";
            case "double", "Double" -> "write a number, such as 0.25";
            case "URI" -> "write a URL, such as http://host:port";
            default -> said;
        };
    }

    private static String place(@Nullable Origin origin) {
        Origin inner = origin;
        while (inner instanceof PropertySourceOrigin outer) {
            inner = outer.getOrigin();
        }
        return inner instanceof TextResourceOrigin text && text.getLocation() != null
                ? " in line " + (text.getLocation().getLine() + 1)
                : "";
    }
}
