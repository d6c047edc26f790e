package io.giza.gateway.encryption.keyvault;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.azure.core.credential.TokenCredential;

import io.giza.azure.AzureCredential;
import io.giza.azure.KeyVault;
import io.giza.azure.KeyVaultAddress;
import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.encryption.KeyManagement.Failed;
import io.giza.gateway.encryption.KeyManagement.Unwrapped;
import io.giza.gateway.encryption.KeyManagement.Wrapped;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.model.Bytes;
import io.giza.testkit.azure.KeyVaultServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** Against a vault on the loopback that has real keys, through the SDK of Azure. */
class KeyVaultKeysTest {
    private static final byte[] DATA_KEY = "the 32 bytes of an object's key.".getBytes(US_ASCII);
    private static final byte[] CONTEXT = {1, 2, 3};

    private final Clock clock = new Clock();
    private KeyVaultServer server;
    private KeyVaultKeys keys;

    /** The machine's steady clock, and a wall clock that can be set forward. */
    private static final class Clock implements Time {
        private final VirtualThreads machine = new VirtualThreads();
        private Duration ahead = Duration.ZERO;

        @Override
        public long nanos() {
            return machine.nanos();
        }

        @Override
        public Instant instant() {
            return machine.instant().plus(ahead);
        }

        @Override
        public void sleep(Duration duration) {
            machine.sleep(duration);
        }
    }

    @BeforeEach
    void start() {
        server = KeyVaultServer.start();
        server.rotate("photos");
        keys = keys(Duration.ofSeconds(20));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private KeyVaultKeys keys(Duration patience) {
        return keys(patience, server.credential());
    }

    private KeyVaultKeys keys(Duration patience, TokenCredential credential) {
        KeyVaultAddress address =
                new KeyVaultAddress(
                        server.url(), new AzureCredential.Identity(null, null), patience);
        return new KeyVaultKeys(
                new KeyVault(address, credential, server.transport()),
                patience,
                new Surroundings(new VirtualThreads(), clock, new SecureRandom()));
    }

    private Wrapped wrapped() {
        return (Wrapped) keys.wrap("photos", DATA_KEY, CONTEXT);
    }

    private Object unwrapped(Wrapped wrapped) {
        return keys.unwrap("photos", wrapped.version(), wrapped.wrapped(), CONTEXT);
    }

    private void assertOpens(Wrapped wrapped) {
        assertThat(((Unwrapped) unwrapped(wrapped)).dataKey()).isEqualTo(DATA_KEY);
    }

    private static KeyProblem problem(Object result) {
        return ((Failed) result).problem();
    }

    private long count(String call) {
        return server.calls().stream().filter(each -> each.contains(call)).count();
    }

    @Test
    void whatWasWrappedIsUnwrappedWithTheSameContextAndKeyAlone() {
        server.rotate("other");
        Wrapped wrapped = wrapped();

        assertOpens(wrapped);
        assertThat(problem(keys.unwrap("photos", wrapped.version(), wrapped.wrapped(), DATA_KEY)))
                .isEqualTo(KeyProblem.LOST);
        assertThat(problem(keys.unwrap("other", wrapped.version(), wrapped.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
    }

    /** The vault is given a key that opens nothing without the row. */
    @Test
    void theVaultNeverSeesADataKeyAndIsAskedOnceForEach() {
        Wrapped first = wrapped();
        Wrapped second = wrapped();

        assertThat(first.wrapped()).isNotEqualTo(second.wrapped());
        String all = new String(first.wrapped().toArray(), ISO_8859_1);
        assertThat(all).doesNotContain(new String(DATA_KEY, ISO_8859_1));
        assertThat(count("GET /keys/photos")).isEqualTo(1);
        assertThat(count("/wrapkey")).isEqualTo(2);
        assertOpens(first);
        assertThat(count("/unwrapkey")).isEqualTo(1);
        assertThat(server.sentToBeWrapped())
                .hasSize(2)
                .allMatch(each -> each.size() == DATA_KEY.length)
                .doesNotContain(Bytes.copyOf(DATA_KEY))
                .doesNotHaveDuplicates();
    }

    @Test
    void whatWasChangedAnywhereIsRefusedAndNeverOtherBytes() {
        Wrapped wrapped = wrapped();
        byte[] bytes = wrapped.wrapped().toArray();
        for (int at = 0; at < bytes.length; at += 7) {
            byte[] changed = bytes.clone();
            changed[at] ^= 1;
            assertThat(problem(unwrapped(new Wrapped(wrapped.version(), Bytes.copyOf(changed)))))
                    .as("byte %d", at)
                    .isEqualTo(KeyProblem.LOST);
        }
        for (int size : new int[] {1, 2, 100, bytes.length - 1}) {
            Bytes cut = Bytes.copyOf(Arrays.copyOf(bytes, size));
            assertThat(problem(unwrapped(new Wrapped(wrapped.version(), cut))))
                    .isEqualTo(KeyProblem.LOST);
        }
    }

    @Test
    void aRotatedKeyWrapsWithItsNewestVersionWithinAMinuteAndOpensWhatOlderOnesWrapped() {
        Wrapped old = wrapped();
        String newest = server.rotate("photos");
        assertThat(wrapped().version()).isEqualTo(old.version());
        clock.ahead = Duration.ofSeconds(61);

        Wrapped next = wrapped();
        assertThat(next.version()).isEqualTo(newest).isNotEqualTo(old.version());
        assertOpens(old);
        assertOpens(next);
        assertThat(problem(keys.unwrap("photos", next.version(), old.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
    }

    @Test
    void aVersionThatIsDisabledAfterARotationIsLeftAtOnce() {
        Wrapped old = wrapped();
        server.enable("photos", false);
        String newest = server.rotate("photos");

        assertThat(wrapped().version()).isEqualTo(newest).isNotEqualTo(old.version());
        assertThat(problem(unwrapped(old))).isEqualTo(KeyProblem.NO_SUCH_KEY);
        server.enable("photos", true);
        assertOpens(old);
    }

    @Test
    void keysThatAreUnknownDisabledOrDeletedAreToldApart() {
        assertThat(keys.wrap("unknown", DATA_KEY, CONTEXT))
                .isEqualTo(
                        new Failed(KeyProblem.NO_SUCH_KEY, "Azure Key Vault has no key unknown"));
        Wrapped wrapped = wrapped();
        server.enable("photos", false);
        Failed disabled =
                new Failed(
                        KeyProblem.NO_SUCH_KEY,
                        "Azure Key Vault does not let this gateway use the key photos"
                                + " (KeyDisabled)");
        assertThat(keys.wrap("photos", DATA_KEY, CONTEXT)).isEqualTo(disabled);
        assertThat(unwrapped(wrapped)).isEqualTo(disabled);
        server.delete("photos");
        assertThat(problem(keys.wrap("photos", DATA_KEY, CONTEXT)))
                .isEqualTo(KeyProblem.NO_SUCH_KEY);
        assertThat(problem(unwrapped(wrapped))).isEqualTo(KeyProblem.LOST);
    }

    @ParameterizedTest
    @CsvSource({"429, TooManyRequests", "503, ServiceUnavailable", "500, InternalServerError"})
    void aVaultThatIsBusyIsAskedAgainAFewTimes(int status, String code) {
        Wrapped wrapped = wrapped();
        server.fail(2, status, code, "");
        assertOpens(wrapped);

        int before = server.calls().size();
        server.fail(100, status, code, "");
        assertThat(problem(unwrapped(wrapped))).isEqualTo(KeyProblem.UNREACHABLE);
        assertThat(server.calls()).hasSize(before + 3);
        server.fail(0, status, code, "");
        assertOpens(wrapped);
    }

    /** Neither the SDK nor the gateway waits for an hour because it was asked to. */
    @Test
    @Timeout(60)
    void aVaultThatAsksForALongerPauseThanThereIsTimeIsNotAskedAgain() {
        Wrapped wrapped = wrapped();
        int before = server.calls().size();
        server.askForPause("3600");
        server.fail(100, 429, "TooManyRequests", "");

        assertThat(problem(unwrapped(wrapped))).isEqualTo(KeyProblem.UNREACHABLE);
        assertThat(server.calls()).hasSize(before + 1);
    }

    /** Clients cannot mend it, and may try again. */
    @Test
    void aGatewayThatTheVaultDoesNotKnowIsNoFaultOfTheKey() {
        Wrapped wrapped = wrapped();
        keys = keys(Duration.ofSeconds(20), server.credential("of somebody else"));

        assertThat(problem(unwrapped(wrapped))).isEqualTo(KeyProblem.UNREACHABLE);
        assertThat(problem(keys.wrap("photos", DATA_KEY, CONTEXT)))
                .isEqualTo(KeyProblem.UNREACHABLE);
    }

    @Test
    void aRefusalIsNotAskedAgain() {
        Wrapped wrapped = wrapped();
        int before = server.calls().size();
        server.fail(100, 403, "Forbidden", "ForbiddenByRbac");

        assertThat(problem(unwrapped(wrapped))).isEqualTo(KeyProblem.NO_SUCH_KEY);
        assertThat(server.calls()).hasSize(before + 1);
        assertThat(problem(keys.wrap("photos", DATA_KEY, CONTEXT)))
                .isEqualTo(KeyProblem.NO_SUCH_KEY);
    }

    @Test
    @Timeout(60)
    void aVaultThatHangsOrIsAwayIsGivenUpInTime() {
        Wrapped wrapped = wrapped();
        KeyVaultKeys hasty = keys(Duration.ofMillis(300));
        server.hang(true);
        assertThat(problem(hasty.wrap("photos", DATA_KEY, CONTEXT)))
                .isEqualTo(KeyProblem.UNREACHABLE);
        assertThat(problem(hasty.unwrap("photos", wrapped.version(), wrapped.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.UNREACHABLE);
        server.hang(false);
        assertOpens(wrapped);
        server.close();
        assertThat(problem(unwrapped(wrapped))).isEqualTo(KeyProblem.UNREACHABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a.b", "a_b", "..", "a/b", "@host", "a?x=1", "a%2Fb"})
    void aNameThatNoKeyCanHaveIsNotSentToTheVault(String name) {
        assertThat(problem(keys.wrap(name, DATA_KEY, CONTEXT))).isEqualTo(KeyProblem.NO_SUCH_KEY);
        Wrapped wrapped = wrapped();
        int before = server.calls().size();
        assertThat(problem(keys.unwrap(name, wrapped.version(), wrapped.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
        assertThat(problem(keys.unwrap("photos", name, wrapped.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
        assertThat(server.calls()).hasSize(before);
    }

    /** What a keyring or Vault wrapped, before the configuration was changed. */
    @Test
    void whatAnotherKeeperWrappedIsNotSentToTheVault() {
        Bytes other = Bytes.copyOf("vault:v7:AAAA".getBytes(US_ASCII));
        assertThat(problem(keys.unwrap("photos", "7", other, CONTEXT))).isEqualTo(KeyProblem.LOST);
        String version = wrapped().version();
        int before = server.calls().size();
        assertThat(problem(keys.unwrap("photos", version, other, CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
        assertThat(server.calls()).hasSize(before);
    }
}
