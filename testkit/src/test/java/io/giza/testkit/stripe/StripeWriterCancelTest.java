package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport;
import io.giza.stripe.write.UploadReport.Verdict;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.api.Test;

import java.time.Duration;

/** A put that nobody wants any more while its uploads are waited for, in simulated time. */
class StripeWriterCancelTest {
    private static final Duration SOON = Duration.ofMillis(20);

    @Test
    void nothingIsWaitedForFromThenOn() {
        Simulation.run(
                1,
                simulation -> {
                    Surroundings surroundings = simulation.scenario();
                    Time time = surroundings.time();
                    StripeFixture path =
                            new StripeFixture(
                                    surroundings, 3, Coding.parse("rs(2,1)"), 100_000, 50_000);
                    path.stores.set(0, new Asleep(path.stores.getFirst(), time));
                    StripeWriter writer = path.writer();
                    assertThat(path.writeStripes(writer)).isTrue();
                    surroundings
                            .tasks()
                            .fork(
                                    "hurries",
                                    () -> {
                                        time.sleep(SOON);
                                        writer.stopWaiting();
                                    });
                    long since = time.nanos();
                    UploadReport report = writer.finish(time.after(StripeFixture.LONG));
                    assertThat(report.verdict()).isEqualTo(Verdict.NOT_YET);
                    assertThat(Duration.ofNanos(time.nanos() - since))
                            .isLessThan(SOON.multipliedBy(2));
                });
    }

    /** Never takes a fragment, and never refuses one. */
    private record Asleep(FragmentStore store, Time time) implements FragmentStore {
        @Override
        public DcName dc() {
            return store.dc();
        }

        @Override
        public FragmentUpload create(FragmentId id, long length) throws ReplicaException {
            time.sleep(Duration.ofDays(1));
            return store.create(id, length);
        }

        @Override
        public FragmentRead read(FragmentId id, long offset, long length) throws ReplicaException {
            return store.read(id, offset, length);
        }

        @Override
        public void delete(FragmentId id) throws ReplicaException {
            store.delete(id);
        }
    }
}
