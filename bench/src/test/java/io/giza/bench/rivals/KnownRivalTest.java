package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.standalone.config.Credentials;

import org.junit.jupiter.api.Test;

import java.net.URI;
import java.nio.file.Path;

class KnownRivalTest {
    @Test
    void twoOfFourDrivesOfMinioAreParityAndForcingIsAsByDefault() {
        assertThat(MinioStore.settings(Credentials.random()))
                .containsEntry("MINIO_STORAGE_CLASS_STANDARD", "EC:2")
                .doesNotContainKeys("MINIO_FS_OSYNC", "MINIO_API_ODIRECT");
    }

    @Test
    void garageForcesMetadataAndDataAndKeepsOneCopy() {
        String configuration =
                GarageStore.configuration(
                        Path.of("/disk/garage"),
                        URI.create("http://127.0.0.1:51001"),
                        URI.create("http://127.0.0.1:51002"));

        assertThat(configuration.lines())
                .contains("metadata_fsync = true", "data_fsync = true", "replication_factor = 1")
                .contains("data_dir = \"/disk/garage/data\"")
                .contains("api_bind_addr = \"127.0.0.1:51001\"")
                .contains("rpc_bind_addr = \"127.0.0.1:51002\"")
                .anyMatch(line -> line.matches("rpc_secret = \"[0-9a-f]{64}\""));
    }

    @Test
    void theNamesAreThoseOfTheOption() {
        assertThat(KnownRival.labels()).isEqualTo("minio, garage, versitygw");
    }
}
