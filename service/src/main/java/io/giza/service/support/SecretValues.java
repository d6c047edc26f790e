package io.giza.service.support;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The secrets among what a process was told, by their keys, wherever they come from. */
final class SecretValues {
    /** What a key has in its last name if its value is one, without hyphens and dots. */
    private static final List<String> MARKS =
            List.of(
                    "token",
                    "secret",
                    "password",
                    "masterkey",
                    "sessionkey",
                    "accountkey",
                    "privatekey",
                    "connectionstring",
                    "credential",
                    "passphrase");

    /** A shorter text is found in any other, and says nothing. */
    private static final int SHORTEST = 6;

    /** Where a secret is, which is none itself. */
    private static final List<String> PLACES = List.of("file:", "classpath:", "/");

    private final Map<String, String> byKey;

    private SecretValues(Map<String, String> byKey) {
        this.byKey = byKey;
    }

    /** Looks for them. */
    public static SecretValues of(ConfigurableEnvironment environment) {
        Map<String, String> found = new TreeMap<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> named) {
                for (String key : named.getPropertyNames()) {
                    String value = String.valueOf(named.getProperty(key)).strip();
                    if (isSecret(key) && isTelling(value)) {
                        found.put(key + " of " + source.getName(), value);
                    }
                }
            }
        }
        return new SecretValues(found);
    }

    private static boolean isTelling(String value) {
        return value.length() >= SHORTEST && PLACES.stream().noneMatch(value::startsWith);
    }

    /** Tells whether the value of a key is a secret, however the key is written. */
    public static boolean isSecret(String key) {
        String[] names = key.split("[.\\[\\]]+", -1);
        String last = names[names.length - 1].isEmpty() ? key : names[names.length - 1];
        String plain = last.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
        return MARKS.stream().anyMatch(plain::contains);
    }

    /** Returns the key of a secret that is in a text. */
    public Optional<String> findIn(String text) {
        return byKey.entrySet().stream()
                .filter(each -> text.contains(each.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** Leaves the values out. */
    @Override
    public String toString() {
        return "SecretValues" + byKey.keySet();
    }
}
