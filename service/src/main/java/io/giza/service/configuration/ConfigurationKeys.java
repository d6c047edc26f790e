package io.giza.service.configuration;

import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The keys below {@code giza} that some service knows: one file configures all services. A key that
 * nobody knows is a mistake in writing, and is refused, since its default would be taken silently.
 * Variables of the environment and properties of the JVM are not looked at: others set theirs
 * there, as Kubernetes does for each Service.
 */
public final class ConfigurationKeys {
    private static final String FILE = "/io/giza/service/configuration-keys.txt";
    private static final String PREFIX = "giza.";
    private static final String ANY = "*";
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]");
    private static final Pattern NAME_IN_BRACKETS = Pattern.compile("\\[([^]]*)]");

    private static final Set<String> NOT_LOOKED_AT =
            Set.of(
                    StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                    StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);

    private final List<KnownKey> known;

    private ConfigurationKeys(List<KnownKey> known) {
        this.known = known;
    }

    /** A documented key, split once, since it is compared with all given keys. */
    private record KnownKey(String name, List<String> segments) {
        boolean matches(List<String> given) {
            if (segments.size() != given.size()) {
                return false;
            }
            for (int i = 0; i < given.size(); i++) {
                if (!segments.get(i).equals(ANY) && !segments.get(i).equals(given.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Returns those of this version. */
    public static ConfigurationKeys read() {
        try (InputStream file =
                Objects.requireNonNull(ConfigurationKeys.class.getResourceAsStream(FILE))) {
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new ConfigurationKeys(
                    text.lines().map(name -> new KnownKey(name, segments(name))).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks what a service was told.
     *
     * @throws IllegalArgumentException naming a key that nobody knows, and the nearest that is
     *     known
     */
    public void requireKnown(ConfigurableEnvironment environment) {
        for (UnknownKeyException each : unknown(environment)) {
            throw each;
        }
    }

    /** Returns why each key is refused that nobody knows, in the order in which they were told. */
    List<UnknownKeyException> unknown(ConfigurableEnvironment environment) {
        List<UnknownKeyException> unknown = new ArrayList<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> named
                    && !NOT_LOOKED_AT.contains(source.getName())) {
                for (String key : named.getPropertyNames()) {
                    if (!isKnown(key)) {
                        unknown.add(new UnknownKeyException(key, nearest(key)));
                    }
                }
            }
        }
        return unknown;
    }

    private boolean isKnown(String key) {
        if (!key.startsWith(PREFIX)) {
            return true;
        }
        List<String> given = segments(key);
        return known.stream().anyMatch(each -> each.matches(given));
    }

    /** Spring takes keys in several forms: with hyphens, in camel case, indexes in brackets. */
    private static List<String> segments(String key) {
        String plain = INDEX.matcher(key).replaceAll("");
        String dotted = NAME_IN_BRACKETS.matcher(plain).replaceAll(".$1");
        String uniform = dotted.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
        return List.of(uniform.split("\\.", -1));
    }

    private String nearest(String key) {
        return known.stream()
                .map(KnownKey::name)
                .min(Comparator.comparingInt(each -> distance(each, key)))
                .orElse(PREFIX);
    }

    /** The number of characters to insert, delete or replace (Levenshtein). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
