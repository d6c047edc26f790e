package io.giza.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a package shows: a top-level type that ships is public only if another package has to see
 * it. Tests of another package count. Sources tell who names a type, of tests and of modules that
 * are not on this class path too; byte code tells who calls a type without naming it.
 */
class VisibilityTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String MAIN = "/src/main/java/io/giza/";

    private static final Pattern PUBLIC_TYPE =
            Pattern.compile(
                    "^public (?:(?:final|abstract|sealed|non-sealed) )*"
                            + "(?:class|record|interface|enum|@interface) (\\w+)",
                    Pattern.MULTILINE);
    private static final Pattern PACKAGE =
            Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern NAMED = Pattern.compile("\\bio\\.giza\\.[\\w.]+");
    private static final Pattern COMMENT =
            Pattern.compile("^\\s*(?://|/?\\*).*", Pattern.MULTILINE);

    /** What is used though no other package of this repository names it, by what its file says. */
    private static final List<String> USED_FROM_OUTSIDE =
            List.of(
                    // The launcher of the JVM.
                    "public static void main(String[] ",
                    // Classes that JMH generates, in a package of their own.
                    "import org.openjdk.jmh.annotations.Benchmark;");

    @Test
    void onlyWhatAnotherPackageSeesIsPublic() throws IOException {
        TreeMap<String, Path> unseen = publicTypes();
        assertThat(unseen).hasSizeGreaterThan(400);

        unseen.keySet().removeAll(namedInSources());
        unseen.keySet().removeAll(usedInByteCode());
        unseen.values().removeIf(VisibilityTest::isUsedFromOutside);

        assertThat(unseen.keySet()).as("public types that no other package sees").isEmpty();
    }

    private static TreeMap<String, Path> publicTypes() throws IOException {
        TreeMap<String, Path> types = new TreeMap<>();
        for (Path file : sources()) {
            Matcher type = PUBLIC_TYPE.matcher(read(file));
            if (ships(file) && type.find()) {
                types.put(packageOf(read(file)) + "." + type.group(1), file);
            }
        }
        return types;
    }

    private static boolean ships(Path file) {
        return file.toString().contains(MAIN) && !file.startsWith(ROOT.resolve("testkit"));
    }

    /** Also {@code io.giza.a.B} of {@code io.giza.a.B.C} and of {@code io.giza.a.B.constant}. */
    private static Set<String> namedInSources() throws IOException {
        Set<String> named = new HashSet<>();
        for (Path file : sources()) {
            String text = COMMENT.matcher(read(file)).replaceAll("");
            String own = packageOf(text);
            NAMED.matcher(text)
                    .results()
                    .map(match -> topLevel(match.group()))
                    .filter(name -> !packageOfType(name).equals(own))
                    .forEach(named::add);
        }
        return named;
    }

    private static Set<String> usedInByteCode() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.giza")
                        .stream()
                        .map(JavaClass::getDirectDependenciesFromSelf)
                        .flatMap(Set::stream)
                        .filter(VisibilityTest::leavesItsPackage)
                        .map(
                                each ->
                                        topLevel(
                                                each.getTargetClass()
                                                        .getBaseComponentType()
                                                        .getName()))
                        .collect(Collectors.toSet());
    }

    private static boolean leavesItsPackage(Dependency dependency) {
        return !dependency
                .getOriginClass()
                .getPackageName()
                .equals(dependency.getTargetClass().getBaseComponentType().getPackageName());
    }

    /** The package and the first word after it that begins with a capital. */
    private static String topLevel(String name) {
        List<String> words = new ArrayList<>();
        for (String word : name.split("[.$]", -1)) {
            words.add(word);
            if (!word.isEmpty() && Character.isUpperCase(word.charAt(0))) {
                break;
            }
        }
        return String.join(".", words);
    }

    private static String packageOfType(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    private static String packageOf(String text) {
        Matcher found = PACKAGE.matcher(text);
        return found.find() ? found.group(1) : "";
    }

    private static boolean isUsedFromOutside(Path file) {
        String text = read(file);
        return USED_FROM_OUTSIDE.stream().anyMatch(text::contains);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> file.toString().contains("/java/io/giza/"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .collect(Collectors.toList());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
