package io.giza.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class BaseLockTest {
    @TempDir private Path folder;

    private BaseLock read(String text) throws IOException {
        return BaseLock.read(Files.writeString(folder.resolve("base.lock"), text));
    }

    @Test
    void theLockOfTheSourcesIsWrittenAsItIsRead() throws IOException {
        Path own = Path.of("base.lock");

        BaseLock lock = BaseLock.read(own);

        assertThat(lock.packages()).isNotEmpty();
        assertThat(lock.packages())
                .allSatisfy(one -> assertThat(one.sha256()).matches("[0-9a-f]{64}"));
        assertThat(lock.text()).isEqualTo(Files.readString(own));
    }

    @Test
    void anotherVersionOfAPackageKeepsWhatIsTakenOfIt() throws IOException {
        BaseLock lock = read("# why\npackage libc6 2.36-9 amd64 aa\nfile /lib/libc.so.6\n");

        BaseLock changed = lock.with(one -> one.at("2.36-10", "bb"));

        assertThat(changed.text())
                .isEqualTo("# why\npackage libc6 2.36-10 amd64 bb\nfile /lib/libc.so.6\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "package libc6 2.36-9 amd64\n",
                "file /lib/libc.so.6\n",
                "package libc6 2.36-9 amd64 aa\nfile\n",
                "libc6\n"
            })
    void aLineThatIsNoneIsNamed(String text) {
        assertThatExceptionOfType(ImageException.class)
                .isThrownBy(() -> read(text))
                .withMessageContaining("base.lock, line ");
    }
}
