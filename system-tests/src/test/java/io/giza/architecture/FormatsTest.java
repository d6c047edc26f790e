package io.giza.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.level.LevelRange;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The reference of formats, the classes that have them, and the bytes that are kept of each. */
class FormatsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path REFERENCE = ROOT.resolve("docs/reference/formats.md");
    private static final Path GOLDEN = ROOT.resolve("common/transport/src/test/resources/wire");

    private static final Pattern ROW =
            Pattern.compile(
                    "^\\| ([^|]+) \\| (\\d+) \\| (\\d+) \\| \\[`(\\w+)`\\]\\(\\.\\./\\.\\./([^)]+)\\)"
                            + " \\| ([^|]+) \\| ([^|]+) \\|$");
    private static final Pattern CONSTANT =
            Pattern.compile("static final (?:int|String) (?:\\w+_)?FORMAT = \"?(\\d+)\"?;");
    private static final Pattern GLOB = Pattern.compile("`([\\w*.-]+)`");

    private record Format(String what, int newest, int level, Path file, String golden) {}

    private static List<Format> documented() throws IOException {
        List<Format> all = new ArrayList<>();
        for (String line : Files.readAllLines(REFERENCE)) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                all.add(
                        new Format(
                                row.group(1),
                                Integer.parseInt(row.group(2)),
                                Integer.parseInt(row.group(3)),
                                Path.of(row.group(5)),
                                row.group(7)));
            }
        }
        return all;
    }

    @Test
    void everyFormatOfTheSourcesStandsInTheReferenceWithItsNewestNumber() throws IOException {
        Map<String, Integer> documented = new TreeMap<>();
        for (Format format : documented()) {
            documented.put(format.file().toString(), format.newest());
        }
        Map<String, Integer> written = new TreeMap<>();
        for (Path source : sources()) {
            Matcher constants = CONSTANT.matcher(Files.readString(source));
            while (constants.find()) {
                written.merge(
                        ROOT.relativize(source).toString(),
                        Integer.parseInt(constants.group(1)),
                        Math::max);
            }
        }

        assertThat(documented).isEqualTo(written).hasSizeGreaterThan(20);
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 12)) {
            return files.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> each.toString().contains("/src/main/java/"))
                    .filter(each -> isOfAServiceOrItsParts(ROOT.relativize(each)))
                    .toList();
        }
    }

    /** Neither a test kit nor a build of another release, which lies in a target folder. */
    private static boolean isOfAServiceOrItsParts(Path path) {
        return !path.startsWith("testkit") && !path.toString().contains("target/");
    }

    @Test
    void theNewestLevelHasSomethingAndNothingIsAboveIt() throws IOException {
        assertThat(documented())
                .extracting(Format::level)
                .contains(LevelRange.OF_RELEASE.newest())
                .allMatch(LevelRange.OF_RELEASE::has);
    }

    /** What was once written is read by every later release, so its bytes are never removed. */
    @Test
    void everyFormatHasItsGoldenFilesAndEachFileItsFormat() throws IOException {
        List<String> files;
        try (Stream<Path> all = Files.list(GOLDEN)) {
            files = all.map(each -> String.valueOf(each.getFileName())).sorted().toList();
        }
        List<PathMatcher> globs = new ArrayList<>();
        for (Format format : documented()) {
            List<PathMatcher> own =
                    GLOB.matcher(format.golden())
                            .results()
                            .map(each -> "glob:" + each.group(1))
                            .map(FileSystems.getDefault()::getPathMatcher)
                            .toList();
            assertThat(own.isEmpty())
                    .as(format.what())
                    .isEqualTo(format.golden().startsWith("none: "));
            long matched = files.stream().filter(each -> isOneOf(own, each)).count();
            assertThat(own.isEmpty() || matched >= format.newest())
                    .as("%s: a golden file for each number", format.what())
                    .isTrue();
            globs.addAll(own);
        }

        assertThat(files).allMatch(each -> isOneOf(globs, each));
    }

    private static boolean isOneOf(List<PathMatcher> globs, String name) {
        return globs.stream().anyMatch(glob -> glob.matches(Path.of(name)));
    }
}
