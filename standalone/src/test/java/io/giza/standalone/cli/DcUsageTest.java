package io.giza.standalone.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.standalone.config.ClusterShape;
import io.giza.standalone.config.DataFolder;
import io.giza.standalone.config.RefusedException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class DcUsageTest {
    @TempDir Path home;

    @BeforeEach
    void aClusterWasHere() {
        try (DataFolder folder = DataFolder.open(home)) {
            folder.prepareDcs(ClusterShape.DEFAULT.names());
            folder.bindShape(ClusterShape.DEFAULT);
        }
    }

    @Test
    void countsWhatLiesInAllFoldersOfADataCenterAndNoOther() throws IOException {
        DcUsage begun = DcUsage.of(home, "dc2");
        Path fragments = Files.createDirectories(home.resolve("dc2/fragments/a"));
        Files.write(home.resolve("dc2/row"), new byte[1 << 20]);
        Files.write(fragments.resolve("fragment"), new byte[1 << 19]);
        Files.write(home.resolve("dc1/row"), new byte[7]);
        DcUsage usage = DcUsage.of(home, "dc2");
        assertThat(usage)
                .isEqualTo(
                        new DcUsage(
                                home.resolve("dc2"), begun.files() + 2, begun.bytes() + (3 << 19)));
        assertThat(usage.text("dc2"))
                .isEqualTo("dc2 has 3 files of 1.5 MiB in " + home.resolve("dc2") + ".");
    }

    @Test
    void whatIsNoDataCenterIsNotLookedAt() throws IOException {
        Files.createDirectories(home.resolve("dc9"));
        for (String name : new String[] {"dc9", "dc4", "..", ""}) {
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> DcUsage.of(home, name))
                    .withMessageContaining("nothing stored for a data center '" + name + "'");
        }
    }
}
