package io.giza.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.cli.cluster.CommandException;
import io.giza.cli.cluster.Profiles;
import io.giza.cli.cluster.Profiles.Profile;
import io.giza.cli.cluster.Target;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** Names of clusters, kept with their secrets. */
class ProfilesTest {
    private static final Profile PROD =
            new Profile(List.of("https://a.example.net", "http://b:9000/"), "ID", "hidden", null);

    @TempDir private Path folder;

    private Path file() {
        return Profiles.file(Map.of("XDG_CONFIG_HOME", folder.toString()));
    }

    @Test
    void whatIsWrittenIsReadByItsOwnerAlone() throws IOException {
        new Profiles(null, Map.of()).with("prod", PROD).write(file());

        Profiles read = Profiles.read(file());

        assertThat(read.current()).isEqualTo("prod");
        assertThat(read.target("prod"))
                .isEqualTo(
                        new Target(
                                "prod",
                                List.of(
                                        URI.create("https://a.example.net"),
                                        URI.create("http://b:9000")),
                                "ID",
                                "hidden",
                                null));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        try (var files = Files.list(file().getParent())) {
            assertThat(files).hasSize(1);
        }
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws IOException {
        new Profiles(null, Map.of()).with("prod", PROD).write(file());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));

        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> Profiles.read(file()))
                .withMessageContaining("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"profiles\": 7}", "{\"profiles\": {\"a\": {}}}"})
    void aFileThatIsNotWhatWasWrittenIsRefusedInASentence(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), text);
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));

        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> Profiles.read(file()))
                .withMessageContaining("cannot be read");
    }

    @Test
    void theFirstIsTheCurrentOneUntilAnotherIsOrItIsForgotten() {
        Profiles two = new Profiles(null, Map.of()).with("one", PROD).with("two", PROD);

        assertThat(two.current()).isEqualTo("one");
        assertThat(two.using("two").current()).isEqualTo("two");
        assertThat(two.without("one").current()).isNull();
        assertThat(two.without("one").currentTarget()).isEmpty();
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> two.target("three"))
                .withMessage("there is no profile 'three': there are one, two.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3.example.net",
                "ftp://a",
                "https://a/path",
                "https://u:p@a",
                "http://a:x",
                ""
            })
    void whatIsNoUrlOfAGatewayIsRefused(String text) {
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> Target.endpoint(text))
                .withMessageContaining("is no URL of a gateway");
    }

    @Test
    void secretsAreInNoText() {
        assertThat(PROD.toString()).doesNotContain("hidden");
        assertThat(new Profiles("prod", Map.of("prod", PROD)).target("prod").toString())
                .doesNotContain("hidden");
    }
}
