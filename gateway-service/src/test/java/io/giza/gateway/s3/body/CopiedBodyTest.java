package io.giza.gateway.s3.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.service.OpenObject;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.VersionName;
import io.giza.stripe.read.ByteTarget;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A copy ends with its source, however that ends. */
class CopiedBodyTest {
    @Test
    void aSourceThatFailsByABugEndsTheCopyAtOnce() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Instant start = surroundings.time().instant();
                    try (CopiedBody body =
                            new CopiedBody(surroundings, new Faulty(), 0, 10, Optional.empty())) {
                        assertThatIOException()
                                .isThrownBy(() -> body.read(new byte[10], 0, 10))
                                .withMessage("the source cannot be read");
                    }
                    assertThat(surroundings.time().instant())
                            .isBefore(start.plus(Duration.ofMinutes(1)));
                });
    }

    /** Else memory for gets would be held while the copy waits for a stripe. */
    @Test
    void nothingIsReadBeforeTheFirstByteIsWanted() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Whole source = new Whole();
                    try (CopiedBody body =
                            new CopiedBody(surroundings, source, 0, 10, Optional.empty())) {
                        surroundings.time().sleep(Duration.ofSeconds(1));
                        assertThat(source.done).isEmpty();
                        assertThat(body.read(new byte[10], 0, 10)).isEqualTo(10);
                    }
                    surroundings.time().sleep(Duration.ofSeconds(1));
                    assertThat(source.done).containsExactly("read", "closed");
                });
    }

    @Test
    void aSourceOfWhichNothingIsWantedIsClosed() {
        Simulation.run(
                1,
                simulation -> {
                    Whole source = new Whole();
                    new CopiedBody(simulation.scenario(), source, 0, 10, Optional.empty()).close();
                    assertThat(source.done).containsExactly("closed");
                });
    }

    private static final class Whole extends Faulty {
        private final List<String> done = new ArrayList<>();

        @Override
        public void writeTo(ByteTarget target, long offset, long length) throws IOException {
            done.add("read");
            target.write(ByteBuffer.allocate(Math.toIntExact(length)));
        }

        @Override
        public void close() {
            done.add("closed");
        }
    }

    /** Cannot be read, by a fault of the program. */
    private static class Faulty implements OpenObject {
        @Override
        public Manifest manifest() {
            throw new UnsupportedOperationException("not asked for");
        }

        @Override
        public Optional<VersionName> version() {
            return Optional.empty();
        }

        @Override
        public List<Part> parts() {
            return List.of();
        }

        @Override
        public void writeTo(ByteTarget target, long offset, long length) throws IOException {
            throw new IllegalStateException("a bug");
        }

        @Override
        public void close() {}
    }
}
