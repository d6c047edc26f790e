package io.giza.gateway.encryption.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.gateway.encryption.KeyManagement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Base64;
import java.util.Random;

class LocalKeyringTest {
    private static final FileTime TIME = FileTime.fromMillis(1_000_000);

    private final Random random = new Random(1);

    @Test
    void twoChangesWithOneTimeOfModificationBothCount(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("keyring");
        write(file, line());
        LocalKeyring keyring = new LocalKeyring(file, random);
        String before = version(keyring);

        write(file, line());

        assertThat(version(keyring)).isNotEqualTo(before);
    }

    @Test
    void aFileThatIsHalfWrittenLeavesTheKeys(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("keyring");
        String line = line();
        write(file, line);
        LocalKeyring keyring = new LocalKeyring(file, random);
        String before = version(keyring);

        write(file, line + line().substring(0, 20));

        assertThat(version(keyring)).isEqualTo(before);
    }

    private String line() {
        byte[] key = new byte[32];
        random.nextBytes(key);
        return "name " + Base64.getEncoder().encodeToString(key) + "\n";
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, TIME);
    }

    private static String version(LocalKeyring keyring) {
        return ((KeyManagement.Wrapped) keyring.wrap("name", new byte[32], new byte[0])).version();
    }
}
