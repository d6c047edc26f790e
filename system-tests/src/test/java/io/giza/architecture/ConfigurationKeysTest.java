package io.giza.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.config.ByteSize;
import io.giza.config.ClusterConfiguration;
import io.giza.service.ServiceConfiguration;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;

import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The list of keys that services take is that of their records, and of the reference. */
class ConfigurationKeysTest {
    private static final Path REFERENCE = Path.of("..", "docs", "reference", "configuration.md");

    /** What is asked for without a record. */
    private static final Set<String> SINGLE = Set.of("giza.build.commit");

    private static Set<String> listed() throws Exception {
        try (InputStream file =
                ServiceConfiguration.class.getResourceAsStream("configuration-keys.txt")) {
            return new TreeSet<>(
                    new String(file.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        }
    }

    @Test
    void theListIsThatOfTheRecords() throws Exception {
        Set<String> keys = new TreeSet<>(SINGLE);
        collect("giza", ClusterConfiguration.class, keys);
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        for (var found : scanner.findCandidateComponents("io.giza")) {
            Class<?> type = Class.forName(found.getBeanClassName());
            collect(type.getAnnotation(ConfigurationProperties.class).value(), type, keys);
        }
        assertThat(listed()).isEqualTo(keys);
    }

    @Test
    void theReferenceHasEach() throws Exception {
        String reference = Files.readString(REFERENCE);
        for (String key : listed()) {
            boolean isOfAnAccount = key.contains(".azure.") || key.contains("direct.accounts");
            String own = isOfAnAccount ? key.replaceFirst(".*\\.(azure|\\*)\\.", "") : key;
            assertThat(reference).as(key).containsPattern("`" + inReference(own) + "`");
        }
    }

    private static String inReference(String key) {
        return key.replace(".", "\\.")
                .replace("*", "[A-Z]+")
                .replaceAll("(data-centers)", "$1(\\\\[\\\\])?");
    }

    private static void collect(String prefix, Type type, Set<String> keys) {
        if (type instanceof ParameterizedType generic) {
            List<Type> arguments = List.of(generic.getActualTypeArguments());
            boolean isMap = generic.getRawType() == Map.class;
            collect(isMap ? prefix + ".*" : prefix, arguments.getLast(), keys);
        } else if (type instanceof Class<?> each && isComposite(each)) {
            for (RecordComponent component : each.getRecordComponents()) {
                collect(
                        prefix + "." + hyphened(component.getName()),
                        component.getGenericType(),
                        keys);
            }
        } else {
            keys.add(prefix);
        }
    }

    /** A record that is bound as a whole is written as one text. */
    private static boolean isComposite(Class<?> type) {
        boolean isText =
                type == ByteSize.class
                        || (type.isRecord()
                                && type.getRecordComponents().length == 1
                                && type.getRecordComponents()[0].getType() == String.class
                                && !type.isAnnotationPresent(ConfigurationProperties.class));
        return type.isRecord() && type.getName().startsWith("io.giza.") && !isText;
    }

    private static String hyphened(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }
}
