package io.giza.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The simulated disk below fragments: what it loses is drawn by the seed and nothing else. */
class FragmentDiskTest {
    private static final int FILES = 8;

    private final Path folder;

    FragmentDiskTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void whatSurvivesDependsOnNoNameThatWasDrawnByLot() throws IOException {
        for (long seed = 0; seed < 10; seed++) {
            assertThat(survivors("a-" + seed, seed, number -> number))
                    .isEqualTo(survivors("b-" + seed, seed, number -> FILES - number));
        }
    }

    @Test
    void noFileIsTakenForOneThatWasRemovedBefore() throws IOException {
        FragmentDisk disk = disk("reused", 1);
        Path folder = this.folder.resolve("reused").resolve("files");
        Path blob = Files.writeString(folder.resolve("blob"), "first");
        disk.folder(folder);
        Files.delete(blob);

        Files.writeString(blob, "second");
        disk.end(disk.begin(blob));

        assertThat(disk.isDurable(blob)).as("its folder was forced before it came").isFalse();
        disk.folder(folder);
        assertThat(disk.isDurable(blob)).isTrue();
    }

    private interface Naming {
        int of(int number);
    }

    /** Returns which files are there after a loss of power, in the order in which they came. */
    private List<String> survivors(String name, long seed, Naming naming) throws IOException {
        FragmentDisk disk = disk(name, seed);
        List<Path> files = new ArrayList<>();
        for (int number = 0; number < FILES; number++) {
            Path file = folder.resolve(name).resolve("files").resolve("drawn-" + naming.of(number));
            Files.writeString(file, "content of " + number);
            FragmentDisk.Pending pending = disk.begin(file);
            if (number % 2 == 0) {
                disk.end(pending);
            }
            files.add(file);
        }
        disk.losePower();
        List<String> survivors = new ArrayList<>();
        for (Path file : files) {
            survivors.add(Files.exists(file) ? Files.readString(file) : "gone");
        }
        return survivors;
    }

    private FragmentDisk disk(String name, long seed) throws IOException {
        Path root = Files.createDirectories(folder.resolve(name).resolve("files"));
        Path kept = Files.createDirectories(folder.resolve(name).resolve("kept"));
        return new FragmentDisk(root, kept, new Random(seed));
    }
}
