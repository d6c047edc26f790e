package io.giza.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.stream.Collectors.toMap;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What documents name is there: the tests that enforce invariants, and the files behind links. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern NAMED =
            Pattern.compile("`(\\w+(?:Test|IT|Contract))?(?:\\.(\\w+))?`");
    private static final Pattern TEST = Pattern.compile("(\\w+)\\.(\\w+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
    private static final Pattern PARENT = Pattern.compile("class \\w+ extends (\\w+)");

    @Test
    void everyTestThatInvariantsNameExists() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        for (String line : read(ROOT.resolve("INVARIANTS.md")).split("\n", -1)) {
            String test = "";
            Matcher named = NAMED.matcher(line);
            while (named.find()) {
                test = Optional.ofNullable(named.group(1)).orElse(test);
                Optional<String> method = Optional.ofNullable(named.group(2));
                if (!test.isEmpty() && !has(sources, test, method)) {
                    missing.add(test + method.map(name -> "." + name).orElse(""));
                }
            }
        }

        assertThat(missing).isEmpty();
    }

    /** A suite counts them by these names, long after a test was renamed. */
    @Test
    void everyTestOnTheListOfTheSdkExists() throws IOException {
        Map<String, String> sources = sources();

        assertThat(Files.readAllLines(ROOT.resolve("suites/passed/aws-sdk-java.txt")))
                .filteredOn(line -> !isThere(sources, line))
                .isEmpty();
    }

    private static boolean isThere(Map<String, String> sources, String line) {
        Matcher test = TEST.matcher(line);
        return test.lookingAt() && has(sources, test.group(1), Optional.of(test.group(2)));
    }

    private static Map<String, String> sources() throws IOException {
        return files(".java").stream()
                .collect(
                        toMap(
                                file -> file.getFileName().toString().replace(".java", ""),
                                DocumentsTest::read,
                                String::concat));
    }

    private static boolean has(Map<String, String> sources, String test, Optional<String> method) {
        Optional<String> source = Optional.ofNullable(sources.get(test));
        if (source.isEmpty() || method.isEmpty()) {
            return source.isPresent();
        }
        Matcher parent = PARENT.matcher(source.get());
        return source.get().contains(" " + method.get() + "(")
                || (parent.find() && has(sources, parent.group(1), method));
    }

    @Test
    void everyLinkOfADocumentLeadsToAFile() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path document : files(".md")) {
            LINK.matcher(read(document))
                    .results()
                    .map(link -> link.group(1))
                    .filter(link -> !Files.exists(document.resolveSibling(link)))
                    .forEach(link -> dead.add(document + ": " + link));
        }

        assertThat(dead).isEmpty();
    }

    /** Returns the files of the sources; what is being built comes and goes, so it is left out. */
    private static List<Path> files(String ending) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        String name = folder.getFileName().toString();
                        boolean isSource =
                                folder.equals(ROOT)
                                        || !(name.startsWith(".") || name.equals("target"));
                        return isSource ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (file.toString().endsWith(ending)) {
                            found.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        return found;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
