package io.giza.gateway.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.gateway.spool.SpoolFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.stream.Stream;

class SealedSpoolFileTest {
    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void givesBackWhatWasAppendedInWhateverPieces(long seed) {
        Random random = new Random(seed);
        ByteArrayOutputStream appended = new ByteArrayOutputStream();
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try (SpoolFile file = SealedSpoolFile.create(directory)) {
            for (int i = 0; i < 60; i++) {
                byte[] bytes = new byte[random.nextInt(1 << random.nextInt(1, 20))];
                random.nextBytes(bytes);
                file.append(random.nextBoolean() ? ByteBuffer.wrap(bytes) : direct(bytes));
                appended.writeBytes(bytes);
                while (file.unread() > 0 && random.nextInt(3) > 0) {
                    byte[] target = new byte[random.nextInt(1, 40_000)];
                    int offset = random.nextInt(target.length);
                    int count = file.read(target, offset, target.length - offset);
                    read.write(target, offset, count);
                }
                assertThat(file.unread()).isEqualTo(appended.size() - read.size());
            }
            byte[] target = new byte[1 << 16];
            while (file.unread() > 0) {
                read.write(target, 0, file.read(target, 0, target.length));
            }
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> file.read(target, 0, 1));
        }
        assertThat(read.toByteArray()).isEqualTo(appended.toByteArray());
    }

    private static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** It belongs to a client, and its disk to whoever finds it. */
    @Test
    void nothingOfItIsFoundInTheFolderWhileItIsOpen() throws IOException {
        try (SpoolFile file = SealedSpoolFile.create(directory)) {
            file.append(ByteBuffer.wrap(new byte[100_000]));
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files).isEmpty();
            }
        }
    }

    @Test
    void aDirectoryThatCannotHoldFilesIsNamed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> SpoolDirectory.checked(file.resolve("below")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("giza.spool.directory is " + file.resolve("below"));
    }

    /** The name of a file that is open lies in /proc, where its bytes can be changed. */
    @Test
    void aChangedByteIsFound() throws IOException {
        try (SpoolFile file = SealedSpoolFile.create(directory)) {
            byte[] bytes = new byte[50_000];
            file.append(ByteBuffer.wrap(bytes));
            byte[] stored = Files.readAllBytes(opened());
            assertThat(stored).hasSizeGreaterThan(50_000);
            assertThat(ByteBuffer.wrap(stored, 100, 1_000))
                    .isNotEqualTo(ByteBuffer.wrap(bytes, 0, 1_000));
            stored[40_000] ^= 1;
            Files.write(opened(), stored, StandardOpenOption.WRITE);
            assertThat(file.read(bytes, 0, bytes.length)).isPositive();
            assertThat(file.read(bytes, 0, bytes.length)).isPositive();
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> file.read(bytes, 0, bytes.length))
                    .withStackTraceContaining("gave back other bytes");
        }
    }

    private Path opened() throws IOException {
        try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
            return handles.filter(each -> target(each).startsWith(directory.toString()))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
