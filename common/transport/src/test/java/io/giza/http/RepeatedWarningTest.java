package io.giza.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Time;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class RepeatedWarningTest {
    private final List<String> lines = new ArrayList<>();
    private long nanos;

    private final Time time =
            new Time() {
                @Override
                public long nanos() {
                    return nanos;
                }

                @Override
                public Instant instant() {
                    return Instant.EPOCH;
                }

                @Override
                public void sleep(Duration duration) {
                    nanos += duration.toNanos();
                }
            };

    @Test
    void aConditionThatLastsIsSaidOnceAMinuteWithHowOftenItWasMet() {
        RepeatedWarning warning =
                new RepeatedWarning((sentence, times) -> lines.add(sentence + " " + times), time);

        warning.occurred("full");
        warning.occurred("full");
        time.sleep(Duration.ofSeconds(59));
        warning.occurred("full");
        assertThat(lines).containsExactly("full 1");

        time.sleep(Duration.ofSeconds(1));
        warning.occurred("full");
        assertThat(lines).containsExactly("full 1", "full 3");
    }
}
