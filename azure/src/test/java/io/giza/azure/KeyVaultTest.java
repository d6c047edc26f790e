package io.giza.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.testkit.azure.KeyVaultServer;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;

/** The SDK of Azure against a vault that answers as its REST protocol says. */
class KeyVaultTest {
    private static final byte[] KEY = new byte[32];

    private KeyVaultServer server;
    private KeyVaultAddress address;
    private KeyVault vault;

    @BeforeEach
    void start() {
        server = KeyVaultServer.start();
        address =
                new KeyVaultAddress(
                        server.url(),
                        new AzureCredential.Identity(null, null),
                        Duration.ofSeconds(20));
        vault = new KeyVault(address, server.credential(), server.transport());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void assertFails(ThrowingCallable call, Consumer<AzureFailure> failure) {
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(call)
                .satisfies(e -> failure.accept(e.failure()));
    }

    @Test
    void aVersionUnwrapsWhatItWrappedAndNoOtherDoes() throws AzureException {
        String first = server.rotate("photos");
        KeyVersion old = vault.newest("photos");
        assertThat(old).isEqualTo(new KeyVersion("photos", first));
        byte[] wrapped = vault.wrap(old, KEY);
        assertThat(vault.unwrap(old, wrapped)).isEqualTo(KEY);

        server.rotate("photos");
        KeyVersion next = vault.newest("photos");
        assertThat(next).isNotEqualTo(old);
        assertThat(vault.unwrap(old, wrapped)).isEqualTo(KEY);
        assertFails(
                () -> vault.unwrap(next, wrapped),
                failure ->
                        assertThat(failure)
                                .isEqualTo(new AzureFailure.Rejected(400, "BadParameter")));
        byte[] changed = wrapped.clone();
        changed[changed.length / 2] ^= 1;
        assertFails(
                () -> vault.unwrap(old, changed),
                failure -> assertThat(failure).isInstanceOf(AzureFailure.Rejected.class));
    }

    /** The vault wraps, and not the SDK with a public key that it keeps. */
    @Test
    void eachWrappingIsOneCallOfTheVault() throws AzureException {
        KeyVersion key = new KeyVersion("photos", server.rotate("photos"));
        byte[] first = vault.wrap(key, KEY);
        byte[] second = vault.wrap(key, KEY);

        assertThat(Arrays.equals(first, second)).isFalse();
        String path = "POST /keys/photos/" + key.version();
        assertThat(server.calls()).containsExactly(path + "/wrapkey", path + "/wrapkey");
    }

    @Test
    void refusalsSayWhy() throws AzureException {
        server.rotate("photos");
        KeyVersion key = vault.newest("photos");
        assertFails(
                () -> vault.newest("unknown"),
                failure -> assertThat(failure).isEqualTo(new AzureFailure.NotFound("KeyNotFound")));
        server.enable("photos", false);
        assertFails(
                () -> vault.wrap(key, KEY),
                failure ->
                        assertThat(failure)
                                .isEqualTo(new AzureFailure.Unauthorized(403, "KeyDisabled")));
        server.delete("photos");
        assertFails(
                () -> vault.wrap(key, KEY),
                failure -> assertThat(failure).isEqualTo(new AzureFailure.NotFound("KeyNotFound")));
        KeyVault stranger =
                new KeyVault(address, server.credential("stranger"), server.transport());
        assertFails(
                () -> stranger.newest("photos"),
                failure ->
                        assertThat(failure)
                                .isEqualTo(new AzureFailure.Unauthorized(401, "Unauthorized")));
    }

    @ParameterizedTest
    @CsvSource({
        "429, Throttled, Throttled",
        "403, Forbidden, Unauthorized",
        "500, InternalServerError, Failed",
        "503, ServiceUnavailable, Throttled",
        "409, Conflict, Conflict",
    })
    void aFailureIsToldAtOnce(int status, String code, String failure) {
        server.rotate("photos");
        server.fail(1, status, code, "");

        assertFails(
                () -> vault.newest("photos"),
                each -> assertThat(each.getClass().getSimpleName()).isEqualTo(failure));
        assertThat(server.calls()).hasSize(1);
    }

    @Test
    void aTokenIsNotSentToWhoAsksForTheTokenOfAnotherDomain() {
        server.rotate("photos");
        server.challengeFor("https://vault.example.net");
        KeyVault wary =
                new KeyVault(
                        address,
                        _ -> {
                            throw new IllegalStateException("a token was asked for");
                        },
                        server.transport());

        assertFails(
                () -> wary.newest("photos"),
                failure ->
                        assertThat(failure)
                                .isEqualTo(
                                        new AzureFailure.Unauthorized(
                                                401, "its challenge is for another domain")));
        assertThat(server.calls()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "..",
                "a/b",
                "a/../../secrets/x",
                "@evil.example.net",
                "a?api-version=1",
                "a%2Fb",
                "a\nb",
                "a.b",
                "schl\u00fcssel"
            })
    void aNameThatNoKeyCanHaveBecomesNoRequest(String name) {
        assertThat(KeyVersion.isName(name)).isFalse();
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> vault.newest(name));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new KeyVersion(name, "0".repeat(32)));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new KeyVersion("photos", name));
        assertThat(server.calls()).isEmpty();
    }

    @Test
    void namesAreAsLongAsTheVaultLetsThemBe() {
        assertThat(KeyVersion.isName("a".repeat(127))).isTrue();
        assertThat(KeyVersion.isName("a".repeat(128))).isFalse();
        assertThat(KeyVersion.isName("Photos-2026")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://a.vault.azure.net",
                "https://a.vault.azure.net/keys",
                "https://a.vault.azure.net/",
                "https://user@a.vault.azure.net",
                "https://a.vault.azure.net?x",
                "https://",
                "https://..",
                "a.vault.azure.net"
            })
    void whatIsNoUrlOfAVaultIsRefused(String url) {
        assertThat(KeyVaultAddress.isUrl(url)).isFalse();
    }
}
