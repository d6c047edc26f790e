package io.giza.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

class PrivateFolderTest {
    @TempDir private Path home;

    @Test
    void isForItsOwnerAndSoIsWhatIsMadeAboveIt() throws IOException {
        PrivateFolder.make(home.resolve("a/b"));

        assertThat(modes(home.resolve("a"))).isEqualTo("rwx------");
        assertThat(modes(home.resolve("a/b"))).isEqualTo("rwx------");
    }

    @Test
    void oneThatIsOpenToOthersIsClosed() throws IOException {
        Path open = Files.createDirectory(home.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));

        PrivateFolder.make(open);

        assertThat(modes(open)).isEqualTo("rwx------");
        PrivateFolder.make(open);
        assertThat(modes(open)).isEqualTo("rwx------");
    }

    @Test
    void aFileInItsPlaceIsAFailure() throws IOException {
        Path file = Files.createFile(home.resolve("file"));

        assertThatIOException().isThrownBy(() -> PrivateFolder.make(file));
        assertThatIOException().isThrownBy(() -> PrivateFolder.make(file.resolve("below")));
    }

    private static String modes(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
