package io.giza.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The walks of ARCHITECTURE.md are those of the code: each class of a table calls the next one, by
 * itself or through a type that the next one implements, and none is longer than it may be.
 */
class WalksTest {
    private static final Path ROOT = Path.of("..");
    private static final Path DOCUMENT = ROOT.resolve("ARCHITECTURE.md");
    private static final Pattern STEP = Pattern.compile("\\| \\d+ \\| `(\\w+)` \\|.*");

    /** One process ends here and another begins: they share the routes, and no call. */
    private static final String CLIENT = "HttpMetadataReplica";

    private static final String ROUTES = "MetadataRoutes";

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("io.giza");

    @ParameterizedTest(name = "{0}: from {1} to {2} in {3} classes")
    @CsvSource({
        "A put,  S3Endpoint, Acceptor,      12",
        "A get,  S3Endpoint, RowTransactor, 10",
        "A list, S3Endpoint, RowTransactor, 12",
    })
    void aWalkIsThatOfTheCode(String title, String first, String last, int most)
            throws IOException {
        List<String> steps = steps(title);

        assertThat(steps).startsWith(first).endsWith(last).hasSizeLessThanOrEqualTo(most);
        for (int i = 0; i + 1 < steps.size(); i++) {
            String from = steps.get(i);
            String to = steps.get(i + 1);
            boolean goesOn =
                    from.equals(CLIENT)
                            ? names(from, ROUTES) && names(to, ROUTES)
                            : calls(named(from), named(to));

            assertThat(goesOn).as("%s: %s goes on to %s", title, from, to).isTrue();
        }
    }

    private static List<String> steps(String title) throws IOException {
        return Files.readAllLines(DOCUMENT).stream()
                .dropWhile(line -> !line.equals("### " + title))
                .skip(1)
                .takeWhile(line -> !line.startsWith("#"))
                .map(STEP::matcher)
                .filter(step -> step.matches())
                .map(step -> step.group(1))
                .toList();
    }

    private static JavaClass named(String simpleName) {
        List<JavaClass> found =
                ALL.stream()
                        .filter(each -> each.getSimpleName().equals(simpleName))
                        .filter(each -> each.getEnclosingClass().isEmpty())
                        .toList();

        assertThat(found).as("classes named %s", simpleName).hasSize(1);
        return found.getFirst();
    }

    private static boolean calls(JavaClass from, JavaClass to) {
        return ofFile(from)
                .flatMap(each -> each.getMethodCallsFromSelf().stream())
                .map(JavaMethodCall::getTargetOwner)
                .anyMatch(owner -> owner.equals(to) || to.isAssignableTo(owner.getName()));
    }

    /** The compiler leaves no trace of a constant's home, so the source is looked at. */
    private static boolean names(String from, String type) throws IOException {
        String file = "/src/main/java/" + named(from).getName().replace('.', '/') + ".java";
        try (Stream<Path> files = Files.walk(ROOT)) {
            Path source =
                    files.filter(each -> each.toString().endsWith(file)).findFirst().orElseThrow();
            return Files.readString(source).contains(type + ".");
        }
    }

    /** Returns a class with those that are nested in it. */
    private static Stream<JavaClass> ofFile(JavaClass outer) {
        return ALL.stream()
                .filter(
                        each ->
                                each.equals(outer)
                                        || each.getName().startsWith(outer.getName() + "$"));
    }
}
