package io.giza.gateway.s3;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.giza.concurrent.Time;
import io.giza.gateway.fake.RawHttp;
import io.giza.gateway.fake.RawHttp.Ask;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.error.Refusal;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.route.Operation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What is refused is in the log, by its name, but not more often than somebody can read. */
class RefusalLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(RefusalLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Clock clock = new Clock();
    private final RefusalLog log = new RefusalLog(clock);

    @BeforeEach
    void listen() {
        logger.setLevel(ch.qos.logback.classic.Level.INFO);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
        logger.setLevel(null);
    }

    @Test
    void aNameIsToldOnceAMinute() {
        refuse("policy");
        refuse("policy");
        refuse("website");
        assertThat(names()).containsExactly("policy", "website");
        clock.pass(Duration.ofSeconds(59));
        refuse("policy");
        assertThat(names()).hasSize(2);
        clock.pass(Duration.ofSeconds(1));
        refuse("policy");
        refuse("policy");
        assertThat(names()).containsExactly("policy", "website", "policy");
    }

    @Test
    void namesThatClientsMakeUpDoNotFillTheLogNorTheMemory() {
        for (int i = 0; i < 10 * RefusalLog.MAX_NAMES; i++) {
            refuse("made-up-" + i);
        }
        assertThat(names()).hasSize(RefusalLog.MAX_NAMES);
        clock.pass(Duration.ofMinutes(1));
        refuse("policy");
        assertThat(names()).hasSize(RefusalLog.MAX_NAMES + 1).endsWith("policy");
    }

    @Test
    void otherErrorsAreNotToldHere() {
        log.logIfDue(new S3Exception(S3Error.NO_SUCH_KEY), Operation.GET_OBJECT);
        assertThat(names()).isEmpty();
    }

    @Test
    void aRequestIsFoundInTheLogByItsId() throws IOException {
        try (RunningGateway gateway = new RunningGateway();
                RawHttp http = new RawHttp(gateway.port())) {
            // Starting Spring has set up the log again.
            listen();
            var response = http.send(new Ask("PUT", "/bucket?inventory"));
            assertThat(response.headers()).containsEntry("x-giza-refused", "inventory");
            assertThat(lines.list).hasSize(1);
            assertThat(lines.list.getFirst().getMDCPropertyMap())
                    .containsEntry("requestId", response.headers().get("x-amz-request-id"));
        }
    }

    private void refuse(String name) {
        log.logIfDue(Refusal.parameter(name), Operation.NOT_IMPLEMENTED);
    }

    private List<String> names() {
        return lines.list.stream()
                .map(line -> line.getKeyValuePairs().getFirst().value.toString())
                .toList();
    }

    /** A clock that passes when it is told to. */
    private static final class Clock implements Time {
        private long nanos = Long.MAX_VALUE - 7;

        void pass(Duration duration) {
            nanos += duration.toNanos();
        }

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
            pass(duration);
        }
    }
}
