package io.giza.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The glossary and the classes: every term has one definition and the class that carries it. */
class GlossaryTest {
    private static final Path ROOT = Path.of("..");
    private static final Path GLOSSARY = ROOT.resolve("docs/glossary.md");
    private static final Pattern ROW =
            Pattern.compile(
                    "^\\| ([^|]+) \\| ([^|]+) \\| \\[`(\\w+)`\\]\\(\\.\\./([^)]+)\\) \\|.*");

    /** Names that were replaced by the field's words; in code they would bring riddles back. */
    private static final Pattern RIDDLE =
            Pattern.compile(
                    "\\b(?:goesOn|Together|Unheard|Misdirected|LongAnswer|Shifts?|BucketGround"
                            + "|UploadGround|LifecycleHand|RowCare|AuditDesk|[A-Z]\\w*Stories)\\b");

    private record Term(String name, String meaning, String type, Path file) {}

    @Test
    void everyTermIsDefinedOnceInOrder() throws IOException {
        List<String> names = terms().stream().map(Term::name).toList();

        assertThat(names).hasSizeGreaterThan(40).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void everyTermNamesAClassOfTheProduct() throws IOException {
        assertThat(terms())
                .allSatisfy(
                        term -> {
                            Path file = ROOT.resolve(term.file());
                            assertThat(file).as(term.name()).isRegularFile();
                            assertThat(String.valueOf(file.getFileName()))
                                    .isEqualTo(term.type() + ".java");
                        });
    }

    @Test
    void everyTermIsAWordOfItsClass() throws IOException {
        assertThat(terms())
                .allSatisfy(
                        term -> {
                            String word = term.name().replaceAll("[- ]", "");
                            String text = Files.readString(ROOT.resolve(term.file()));
                            assertThat(text.replaceAll("[-_\\s*]", ""))
                                    .as("%s does not say %s", term.type(), term.name())
                                    .containsIgnoringCase(word);
                        });
    }

    @Test
    void noClassBringsAReplacedNameBack() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            List<Path> main =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> file.toString().contains("/src/main/java/"))
                            .toList();

            assertThat(main).hasSizeGreaterThan(500);
            assertThat(main).filteredOn(file -> RIDDLE.matcher(read(file)).find()).isEmpty();
        }
    }

    private static List<Term> terms() throws IOException {
        return Files.readAllLines(GLOSSARY).stream()
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .map(
                        row ->
                                new Term(
                                        row.group(1),
                                        row.group(2),
                                        row.group(3),
                                        Path.of(row.group(4))))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
