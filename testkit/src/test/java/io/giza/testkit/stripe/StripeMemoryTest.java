package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;
import io.giza.replica.Redundancy;
import io.giza.stripe.StripeBuffers;
import io.giza.stripe.StripeWriter;
import io.giza.stripe.UploadReport.Policy;
import io.giza.stripe.UploadReport.Verdict;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.util.Optional;

/** How much memory puts take, whatever the size of their objects. */
class StripeMemoryTest {
    private static final Coding CODING = Coding.parse("rs(2,1)");

    private final DataPath path = new DataPath(1, CODING, 200_000, 7_000_000);

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aPutOfManyStripesNeedsTwoAndMakesDoWithOne(int stripes) throws IOException {
        StripeBuffers buffers = new StripeBuffers(path.threads, stripes);
        for (int put = 0; put < 3; put++) {
            DataPath own = new DataPath(put, CODING, 200_000, 7_000_000);
            try (StripeWriter writer = open(own, buffers, own.policy).orElseThrow()) {
                assertThat(own.writeStripes(writer)).isTrue();
                assertThat(writer.finish(own.threads.after(DataPath.LONG)).verdict())
                        .isEqualTo(Verdict.ENOUGH);
            }
            assertThat(own.read()).isEqualTo(own.object);
        }
    }

    @Test
    void aPutIsNotBegunWithoutMemoryAndWhatIsAbortedGivesItsMemoryBack() {
        StripeBuffers buffers = new StripeBuffers(path.threads, 1);
        Policy hasty = new Policy(Redundancy.DEFAULT, DataPath.SHORT, DataPath.SHORT);
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow()) {
            assertThat(open(path, buffers, hasty)).isEmpty();
            first.abort();
        }
        try (StripeWriter second = open(path, buffers, hasty).orElseThrow()) {
            second.abort();
        }
    }

    @Test
    void smallObjectsNeedNoMemoryOfTheOthers() {
        StripeBuffers buffers = new StripeBuffers(path.threads, 1);
        DataPath small = new DataPath(2, CODING, 200_000, 100_000);
        Policy hasty = new Policy(Redundancy.DEFAULT, DataPath.LONG, DataPath.SHORT);
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow();
                StripeWriter second = open(small, buffers, hasty).orElseThrow()) {
            assertThat(small.writeStripes(second)).isTrue();
            first.abort();
        }
    }

    @Test
    void thePutsOfOneAccountLeaveHalfOfTheMemoryToOthers() {
        StripeBuffers buffers = new StripeBuffers(path.threads, 4);
        Policy hasty = new Policy(Redundancy.DEFAULT, DataPath.SHORT, DataPath.SHORT);
        try (StripeWriter first = open(path, buffers, path.policy).orElseThrow();
                StripeWriter second = open(path, buffers, path.policy).orElseThrow();
                StripeWriter other =
                        StripeWriter.open(
                                        path.surroundings,
                                        path.format,
                                        buffers,
                                        path.spec("other"),
                                        hasty)
                                .orElseThrow()) {
            assertThat(open(path, buffers, hasty)).isEmpty();
            first.abort();
            second.abort();
            other.abort();
        }
        try (StripeWriter again = open(path, buffers, hasty).orElseThrow()) {
            again.abort();
        }
    }

    private static Optional<StripeWriter> open(
            DataPath path, StripeBuffers buffers, Policy policy) {
        return StripeWriter.open(path.surroundings, path.format, buffers, path.spec(), policy);
    }
}
