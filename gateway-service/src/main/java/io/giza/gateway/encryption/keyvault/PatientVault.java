package io.giza.gateway.encryption.keyvault;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.KeyVault;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;

import java.time.Duration;

/**
 * Calls a vault a few times while it is only busy or away, and never waits past a deadline. The
 * vault's own limits are for single requests; a token may cost several of them.
 */
final class PatientVault {
    private static final int TRIES = 3;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);

    private final KeyVault vault;
    private final Surroundings surroundings;

    PatientVault(KeyVault vault, Surroundings surroundings) {
        this.vault = vault;
        this.surroundings = surroundings;
    }

    /** What a vault is asked, which may be asked again. */
    @FunctionalInterface
    interface Call<T> {
        T of(KeyVault vault) throws AzureException;
    }

    private sealed interface Outcome<T> {}

    private record Answered<T>(T answer) implements Outcome<T> {}

    private record Failed<T>(AzureException cause) implements Outcome<T> {}

    /**
     * Returns what the vault answers.
     *
     * @throws AzureException if it refuses, or does not answer until the deadline
     */
    <T> T ask(Deadline deadline, Call<T> call) throws AzureException {
        Inbox<Outcome<T>> outcomes = surroundings.tasks().inbox(1);
        surroundings.tasks().fork("key-vault", () -> outcomes.put(outcome(deadline, call)));
        return switch (outcomes.take(deadline).orElseGet(PatientVault::late)) {
            case Answered<T>(T answer) -> answer;
            case Failed<T>(AzureException cause) -> throw cause;
        };
    }

    private static <T> Outcome<T> late() {
        return new Failed<>(
                new AzureException("the key vault", new AzureFailure.TimedOut("given up here")));
    }

    private <T> Outcome<T> outcome(Deadline deadline, Call<T> call) {
        Duration pause = FIRST_PAUSE;
        for (int tries = 1; ; tries++) {
            try {
                return new Answered<>(call.of(vault));
            } catch (AzureException e) {
                Duration wait = longer(pause, pauseAskedFor(e.failure()));
                if (tries == TRIES
                        || !e.failure().isTransient()
                        || wait.compareTo(deadline.remaining(surroundings.time())) >= 0) {
                    return new Failed<>(e);
                }
                surroundings.time().sleep(wait);
                pause = pause.multipliedBy(2);
            }
        }
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static Duration pauseAskedFor(AzureFailure failure) {
        return failure instanceof AzureFailure.Throttled throttled
                ? throttled.retryAfter()
                : Duration.ZERO;
    }
}
