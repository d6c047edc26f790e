package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.ByteRange;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.cache.FragmentCache;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;
import io.giza.testkit.sim.Simulation;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

class FragmentCacheTest {
    private static final Coding TWO_ONE = Coding.parse("rs(2,1)");
    private static final int SIZE = 300_000;

    @ParameterizedTest
    @ValueSource(ints = {2, 100, 65_536, SIZE})
    void whatWasReadWholeIsReadFromTheCopy(int size) {
        Simulation.run(
                size,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, size);
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    fixture.awaitCopies();
                    assertThat(fixture.copies.size()).isEqualTo(1);
                    assertThat(fixture.copies.bytes(fixture.path.id(1)))
                            .hasValue(fixture.path.memory.get(1).bytes(fixture.path.id(1)).get());
                    fixture.takeFarStoresDown();
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    ByteRange range = ByteRange.of(size / 3, Math.max(1, size / 2));
                    assertThat(fixture.path.read(range)).isEqualTo(fixture.path.expected(range));
                });
    }

    @Test
    void whatIsReadInPartIsNotCopied() {
        Simulation.run(
                1,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, SIZE);
                    ByteRange range = ByteRange.of(0, 100_000);
                    assertThat(fixture.path.read(range)).isEqualTo(fixture.path.expected(range));
                    try (StripeReader reader =
                            fixture.path.reader(new ByteRange(0, fixture.path.object.length))) {
                        reader.awaitReady();
                    }
                    fixture.awaitCopies();
                    assertThat(fixture.copies.size()).isZero();
                });
    }

    @Test
    void aDamagedCopyIsReadAroundAndForgotten() {
        Simulation.run(
                1,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, SIZE);
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    fixture.awaitCopies();
                    byte[] copy = fixture.copies.bytes(fixture.path.id(1)).orElseThrow();
                    copy[copy.length / 2] ^= 1;
                    fixture.copies.replace(fixture.path.id(1), copy);
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    fixture.awaitCopies();
                    assertThat(fixture.copies.bytes(fixture.path.id(1)))
                            .satisfiesAnyOf(
                                    absent -> assertThat(absent).isEmpty(),
                                    again ->
                                            assertThat(again)
                                                    .hasValue(
                                                            fixture.path
                                                                    .memory
                                                                    .get(1)
                                                                    .bytes(fixture.path.id(1))
                                                                    .get()));
                });
    }

    @Test
    void aStoreThatFailsIsDoneWithout() {
        Simulation.run(
                1,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, SIZE);
                    fixture.copies.setDown(true);
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    fixture.awaitCopies();
                    fixture.copies.setDown(false);
                    assertThat(fixture.copies.size()).isZero();
                    fixture.usable = false;
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    fixture.awaitCopies();
                    assertThat(fixture.copies.size()).isZero();
                });
    }

    @Test
    void noCopyIsMadeOfWhatIsFasterFromAfarThanItsStore() {
        Simulation.run(
                1,
                simulation -> {
                    // More than may wait to be copied.
                    Fixture fixture = new Fixture(simulation, 6 << 20, Duration.ofSeconds(1));
                    long begun = fixture.path.surroundings.time().nanos();
                    assertThat(fixture.read()).isEqualTo(fixture.path.object);
                    Duration took =
                            Duration.ofNanos(fixture.path.surroundings.time().nanos() - begun);
                    assertThat(took).isLessThan(Duration.ofSeconds(1));
                    fixture.awaitCopies();
                    assertThat(fixture.copies.size()).isZero();
                });
    }

    /** An object whose first fragment lies at home, where there are copies of the others. */
    private static final class Fixture {
        final StripeFixture path;
        final TamperedFragmentStore copies;
        boolean usable = true;

        Fixture(Simulation simulation, int size) {
            this(simulation, size, Duration.ZERO);
        }

        Fixture(Simulation simulation, int size, Duration beforeEachCopy) {
            path =
                    new StripeFixture(
                            simulation.surroundings("reader"), size, TWO_ONE, 1 << 16, size);
            assertThat(path.write().stored()).hasSize(3);
            copies = new TamperedFragmentStore(path.memory.getFirst().dc());
            FragmentCache cache =
                    new FragmentCache(
                            path.surroundings,
                            path.format,
                            slow(copies, beforeEachCopy),
                            () -> usable,
                            new SimpleMeterRegistry());
            List<FragmentStore> near = cache.near(path.target()).stores();
            path.stores.clear();
            path.stores.addAll(near);
            path.settings =
                    new ReadSettings(
                            path.settings.nearness(),
                            path.settings.timeout(),
                            0,
                            cache.forgetting(ReadListener.NONE),
                            path.settings.buffers(),
                            path.settings.memory());
        }

        private FragmentStore slow(FragmentStore store, Duration pause) {
            return new FragmentStore() {
                @Override
                public DcName dc() {
                    return store.dc();
                }

                @Override
                public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
                    path.surroundings.time().sleep(pause);
                    return store.create(id, length);
                }

                @Override
                public FragmentRead read(FragmentId id, long offset, long length)
                        throws ReplicaException {
                    return store.read(id, offset, length);
                }

                @Override
                public void delete(FragmentId id) throws ReplicaException {
                    store.delete(id);
                }
            };
        }

        byte[] read() throws IOException {
            return path.read();
        }

        void takeFarStoresDown() {
            path.memory.get(1).setDown(true);
            path.memory.get(2).setDown(true);
        }

        void awaitCopies() {
            path.surroundings.time().sleep(Duration.ofMinutes(1));
        }
    }
}
