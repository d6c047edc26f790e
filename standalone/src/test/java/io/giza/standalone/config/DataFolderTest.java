package io.giza.standalone.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.model.DcName;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

class DataFolderTest {
    @TempDir Path home;

    @Test
    void keepsItsTokenForGoodAndForItsOwnerOnly() throws IOException {
        Path path = home.resolve("a/b");
        String token;
        try (DataFolder folder = DataFolder.open(path)) {
            token = folder.token();
        }
        try (DataFolder folder = DataFolder.open(path)) {
            assertThat(folder.token()).isEqualTo(token).matches("[0-9a-f]{64}");
        }
        assertThat(PosixFilePermissions.toString(permissions(path.resolve("cluster.token"))))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(permissions(path))).isEqualTo("rwx------");
    }

    @Test
    void makesAnAccessKeyTheFirstTimeAndKeepsItForItsOwner() throws IOException {
        Path file = home.resolve("access.key");
        Credentials made;
        try (DataFolder folder = DataFolder.open(home)) {
            made = folder.credentials();
        }
        assertThat(PosixFilePermissions.toString(permissions(file))).isEqualTo("rw-------");
        try (DataFolder folder = DataFolder.open(home)) {
            assertThat(folder.credentials()).isEqualTo(made);
            Files.writeString(file, "only-one-line\n");
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(folder::credentials)
                    .withMessageContaining("access.key must hold");
        }
    }

    @Test
    void whatIsStoredInAFolderThatOthersMayEnterIsNotForThem() throws IOException {
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path old = Files.createDirectory(home.resolve("dc1"));
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path log = Files.createFile(home.resolve("giza.log"));
        Files.setPosixFilePermissions(log, PosixFilePermissions.fromString("rw-r--r--"));

        try (DataFolder folder = DataFolder.open(home)) {
            folder.prepareDcs(ClusterShape.DEFAULT.names());
            for (String dc : List.of("dc1", "dc2", "dc3")) {
                assertThat(PosixFilePermissions.toString(permissions(home.resolve(dc))))
                        .isEqualTo("rwx------");
            }
            assertThat(PosixFilePermissions.toString(permissions(log))).isEqualTo("rw-------");
        }
    }

    @Test
    void isHeldByOneClusterAtATime() {
        try (DataFolder folder = DataFolder.open(home)) {
            assertThat(folder.path()).isEqualTo(home);
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> DataFolder.open(home))
                    .withMessageContaining("another 'giza up' runs on " + home);
        }
        DataFolder.open(home).close();
    }

    @Test
    void aDataCenterWithoutItsFolderIsLost() throws IOException {
        DcName lost = new DcName("dc2");
        try (DataFolder folder = DataFolder.open(home)) {
            folder.prepareDcs(ClusterShape.DEFAULT.names());
            assertThat(ClusterShape.DEFAULT.names()).noneMatch(folder::isLost);
            folder.bindShape(ClusterShape.DEFAULT);
            Files.writeString(home.resolve("dc2").resolve("row"), "text");
            folder.wipe(lost);
            assertThat(home.resolve("dc2.wiped")).doesNotExist();
            folder.prepareDcs(ClusterShape.DEFAULT.names());
            assertThat(ClusterShape.DEFAULT.names().stream().filter(folder::isLost))
                    .containsExactly(lost);
            folder.makeEmpty(lost);
            assertThat(folder.isLost(lost)).isFalse();
        }
    }

    @Test
    void theTopologyIsKeptForGood() throws IOException {
        LocalTopology moved =
                LocalTopology.INITIAL
                        .withReplaced("dc2", 2)
                        .withPort("dc2", 9040)
                        .withReplaced("dc3", 3);
        try (DataFolder folder = DataFolder.open(home)) {
            assertThat(folder.topology()).isEqualTo(LocalTopology.INITIAL);
            folder.saveTopology(moved);
        }
        try (DataFolder folder = DataFolder.open(home)) {
            assertThat(folder.topology()).isEqualTo(moved);
            assertThat(moved.epoch()).isEqualTo(3);
            Files.writeString(home.resolve("topology.json"), "{\"epoch\": 7}");
            assertThat(folder.topology())
                    .isEqualTo(new LocalTopology(7, new TreeMap<>(), new TreeMap<>()));
            Files.writeString(home.resolve("topology.json"), "not");
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(folder::topology)
                    .withMessageContaining("topology.json is unreadable");
        }
    }

    @Test
    void refusesAShapeItWasNotCreatedWith() {
        ClusterShape seven = new ClusterShape(7, 3, "rs(6,1)");
        try (DataFolder folder = DataFolder.open(home)) {
            assertThat(DataFolder.shapeOf(home)).isEmpty();
            folder.bindShape(seven);
            folder.bindShape(new ClusterShape(7, 3, "rs(6,1)"));
            assertThat(DataFolder.shapeOf(home)).contains(seven);
            assertThatExceptionOfType(RefusedException.class)
                    .isThrownBy(() -> folder.bindShape(ClusterShape.DEFAULT))
                    .withMessageContaining(
                            "was created with --dcs 7 --metadata-dcs 3 --coding \"rs(6,1)\"");
        }
    }

    @Test
    void announcesItsControlEndpointOnlyWhileOpen() throws IOException {
        try (DataFolder folder = DataFolder.open(home)) {
            folder.announce(new ControlAddress(URI.create("http://127.0.0.1:9005"), "secret"));
            assertThat(ControlAddress.read(home).endpoint())
                    .isEqualTo(URI.create("http://127.0.0.1:9005"));
            assertThat(ControlAddress.read(home).toString()).doesNotContain("secret");
            assertThat(PosixFilePermissions.toString(permissions(home.resolve("control.json"))))
                    .isEqualTo("rw-------");
        }
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> ControlAddress.read(home))
                .withMessageContaining("no cluster runs on " + home);
    }

    @Test
    void refusesAFolderItCannotWrite() throws IOException {
        Path file = Files.createFile(home.resolve("file"));

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> DataFolder.open(file.resolve("below")))
                .withMessageContaining("cannot write in " + file.resolve("below"));
    }

    private static Set<PosixFilePermission> permissions(Path path) throws IOException {
        return Files.getPosixFilePermissions(path);
    }
}
