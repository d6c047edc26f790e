package io.giza.gateway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Budget;
import io.giza.concurrent.BudgetLimits;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemorySpoolFile;
import io.giza.gateway.service.ClientTarget;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ScarceMemoryException;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;

/** Objects that are sent to clients which take them slowly, in simulated time. */
class ClientDeliveryTest {
    private static final int LENGTH = 5_000_000;
    private static final Duration LONGEST_HELD = Duration.ofSeconds(1);

    @Test
    void aClientGetsAllBytesInTheirOrderHoweverItTakesThem() {
        Seeds.simulate(
                100,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    fixture.assertDelivers(fixture.client(0.05));
                    assertThat(fixture.room.held()).isZero();
                });
    }

    /** Whatever it holds, the source has given it back long before a slow client has all. */
    @Test
    void theSourceIsReadForMomentsHoweverSlowTheClientIs() {
        Seeds.simulate(
                100,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    fixture.deliver(fixture.client(0.2));
                    assertThat(fixture.longestRead).isLessThan(LONGEST_HELD);
                    // The windows double: 256 and 512 KiB, 1, 2, 4 MiB.
                    assertThat(fixture.reads).isLessThanOrEqualTo(6);
                });
    }

    @Test
    void withoutRoomTheSourceIsReadAgainFromWhereTheClientIs() {
        Seeds.simulate(
                50,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1);
                    fixture.assertDelivers(fixture.client(0.2));
                    assertThat(fixture.longestRead).isLessThan(LONGEST_HELD);
                    assertThat(fixture.reads).isGreaterThan(1);
                });
    }

    /** A hundred clients may ask for large objects and read nothing. */
    @Test
    void littleIsReadAheadOfAClientThatTakesLittle() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    Client client = fixture.client(1);
                    fixture.surroundings.tasks().fork("deliver", () -> deliver(fixture, client));
                    while (client.taken.size() < LENGTH) {
                        fixture.surroundings.time().sleep(Duration.ofSeconds(7));
                        assertThat(fixture.room.held())
                                .isLessThanOrEqualTo(client.taken.size() + (1 << 20));
                    }
                });
    }

    private static void deliver(Fixture fixture, Client client) {
        try {
            fixture.deliver(client);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDownloadThatHasBegunWaitsForMemory() {
        Seeds.simulate(
                50,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1);
                    fixture.scarce = 0.8;
                    fixture.assertDelivers(fixture.client(0.2));
                });
    }

    @Test
    void aDownloadThatHasNotBegunFailsWithoutMemory() {
        Seeds.simulate(
                5,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    fixture.scarce = 1;
                    assertThatThrownBy(() -> fixture.deliver(fixture.client(0.2)))
                            .isInstanceOf(ScarceMemoryException.class);
                });
    }

    @Test
    void withoutASpoolItIsReadLikewise() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 0);
                    fixture.assertDelivers(fixture.client(0.2));
                    assertThat(fixture.longestRead).isLessThan(LONGEST_HELD);
                });
    }

    /** It is not sent again, and not left out. */
    @Test
    void whatADiskTookBeforeItFailedIsSentOnce() {
        Seeds.simulate(
                50,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    fixture.failsAfter = fixture.random.nextInt(1_000_000);
                    fixture.assertDelivers(fixture.client(0.2));
                });
    }

    @Test
    void aFastClientNeedsNoSpool() {
        Seeds.simulate(
                20,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    fixture.deliver(fixture.client(0));
                    assertThat(fixture.files).isZero();
                });
    }

    @Test
    void aClientThatBreaksOffEndsTheDelivery() {
        Seeds.simulate(
                50,
                simulation -> {
                    Fixture fixture = new Fixture(simulation, 1 << 26);
                    Client client = fixture.client(0.1);
                    client.breaksAfter = fixture.random.nextInt(LENGTH);
                    assertThatThrownBy(() -> fixture.deliver(client))
                            .isInstanceOf(IOException.class)
                            .hasStackTraceContaining("gone");
                    assertThat(fixture.room.held()).isZero();
                });
    }

    private static final class Fixture {
        private final Surroundings surroundings;
        private final Random random;
        private final Budget room;
        private final ClientDelivery delivery;
        private final byte[] object = new byte[LENGTH];
        private double scarce;
        private int reads;
        private int asked;
        private int files;
        private int failsAfter = Integer.MAX_VALUE;
        private Duration longestRead = Duration.ZERO;

        Fixture(Simulation simulation, long bytes) {
            surroundings = simulation.scenario();
            random = new Random(surroundings.random().nextLong());
            random.nextBytes(object);
            room = new Budget(surroundings.tasks(), new BudgetLimits(Math.max(1, bytes), 1));
            Spool spool =
                    bytes == 0
                            ? Spool.none(surroundings.time())
                            : new Spool(room, null, this::file, surroundings.time(), Duration.ZERO);
            delivery = new ClientDelivery(surroundings, spool, () -> ++asked % 3 == 0);
        }

        private SpoolFile file() {
            files++;
            return new InMemorySpoolFile(failsAfter);
        }

        Client client(double pauses) {
            return new Client(surroundings, random, pauses);
        }

        void deliver(Client client) throws IOException {
            delivery.send(client, "account", LENGTH, this::read);
        }

        void assertDelivers(Client client) throws IOException {
            deliver(client);
            assertThat(client.taken.toByteArray()).isEqualTo(object);
        }

        private void read(ByteTarget target, long from) throws IOException {
            if ((from > 0 || scarce == 1) && random.nextDouble() < scarce) {
                throw new ScarceMemoryException();
            }
            reads++;
            long since = surroundings.time().nanos();
            try {
                int at = (int) from;
                while (at < LENGTH) {
                    int count = Math.min(1 + random.nextInt(300_000), LENGTH - at);
                    int half = count / 2;
                    target.write(
                            ByteBuffer.wrap(object, at, half),
                            ByteBuffer.wrap(object, at + half, count - half));
                    at += count;
                }
            } finally {
                Duration read = Duration.ofNanos(surroundings.time().nanos() - since);
                longestRead = read.compareTo(longestRead) > 0 ? read : longestRead;
            }
        }
    }

    /** Has room for some bytes, and takes long to make some. */
    private static final class Client implements ClientTarget {
        private final Surroundings surroundings;
        private final Random random;
        private final double pauses;
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int breaksAfter = Integer.MAX_VALUE;

        Client(Surroundings surroundings, Random random, double pauses) {
            this.surroundings = surroundings;
            this.random = random;
            this.pauses = pauses;
        }

        @Override
        public void writeNow(ByteBuffer... bytes) throws IOException {
            int room = random.nextInt(400_000);
            for (ByteBuffer each : bytes) {
                int count = Math.min(room, each.remaining());
                take(each, count);
                room -= count;
            }
        }

        @Override
        public void write(ByteBuffer... bytes) throws IOException {
            boolean isLong = random.nextDouble() < pauses;
            surroundings.time().sleep(Duration.ofMillis(isLong ? 20_000 : random.nextInt(3)));
            for (ByteBuffer each : bytes) {
                take(each, each.remaining());
            }
        }

        private void take(ByteBuffer bytes, int count) throws IOException {
            if (taken.size() > breaksAfter) {
                throw new IOException("gone");
            }
            byte[] some = new byte[count];
            bytes.get(some);
            taken.writeBytes(some);
        }
    }
}
