package io.giza.simulation.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The seed that caught each mutant when somebody last looked, which is tried before all others. It
 * saves time and decides nothing: a mutant that it no longer catches is looked for as before.
 * {@code -Dgiza.golden=write} writes the seeds anew.
 */
final class KnownSeeds {
    private static final Path FILE = Path.of("src/test/resources/drill-seeds.txt");

    /** Whether the command line names the seed. */
    static final boolean IS_IGNORED = System.getProperty("giza.seed") != null;

    private static final boolean IS_WRITTEN = "write".equals(System.getProperty("giza.golden"));

    private KnownSeeds() {}

    /** Returns the seed that caught a mutant, if somebody looked. */
    static OptionalLong of(String mutant) {
        Long seed = all().get(mutant);
        return seed == null ? OptionalLong.empty() : OptionalLong.of(seed);
    }

    /** Notes which seed caught a mutant, where seeds are written. */
    static void note(String mutant, long seed) {
        if (!IS_WRITTEN || IS_IGNORED) {
            return;
        }
        Map<String, Long> all = all();
        all.put(mutant, seed);
        try {
            Files.write(
                    FILE,
                    all.entrySet().stream()
                            .map(each -> each.getValue() + " " + each.getKey())
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Long> all() {
        Map<String, Long> all = new TreeMap<>();
        try {
            for (String line : Files.readAllLines(FILE)) {
                int space = line.indexOf(' ');
                all.put(line.substring(space + 1), Long.parseLong(line, 0, space, 10));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }
}
