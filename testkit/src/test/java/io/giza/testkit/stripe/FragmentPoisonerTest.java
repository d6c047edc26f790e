package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.PutSpec;
import io.giza.stripe.repair.FragmentPoisoner;
import io.giza.stripe.repair.FragmentRemover;
import io.giza.stripe.repair.FragmentRemover.Removal;
import io.giza.stripe.write.FragmentOutcome;
import io.giza.stripe.write.StripeWriter;
import io.giza.stripe.write.UploadReport.Verdict;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.List;
import java.util.Set;

class FragmentPoisonerTest {
    private final StripeFixture path = new StripeFixture(7, Coding.parse("rs(2,1)"), 1000, 2500);

    @Test
    void aFreeNameIsPoisonedAndTheLateOwnerIsRefused() {
        assertThat(poison(Set.of(0, 1)))
                .containsExactly(FragmentState.POISON, FragmentState.POISON, FragmentState.ABSENT);
        try (StripeWriter writer = path.writer()) {
            assertThat(path.writeStripes(writer)).isTrue();
            var report = writer.finish(path.threads.after(StripeFixture.LONG));
            assertThat(report.verdict()).isEqualTo(Verdict.IMPOSSIBLE);
            report = writer.settle(path.threads.after(StripeFixture.LONG));
            assertThat(report.outcomes())
                    .containsExactly(
                            FragmentOutcome.REFUSED,
                            FragmentOutcome.REFUSED,
                            FragmentOutcome.STORED);
        }
    }

    @Test
    void aStoredFragmentIsFoundAndNotPoisoned() {
        path.write();

        assertThat(poison(Set.of(0, 1, 2))).containsOnly(FragmentState.DATA);
        assertThat(probe()).containsOnly(FragmentState.DATA);
    }

    @Test
    void poisoningTwiceIsPoisoningOnce() {
        poison(Set.of(1));

        assertThat(poison(Set.of(1)).get(1)).isEqualTo(FragmentState.POISON);
    }

    @Test
    void removingKeepsPoisonUntilItIsToldToGo() {
        poison(Set.of(1));
        path.write();
        FragmentRemover remover = new FragmentRemover(path.surroundings, path.format);

        assertThat(remover.remove(path.target(), true, path.threads.after(StripeFixture.LONG)))
                .containsExactly(Removal.GONE, Removal.KEPT, Removal.GONE);
        assertThat(probe())
                .containsExactly(FragmentState.ABSENT, FragmentState.POISON, FragmentState.ABSENT);
        assertThat(remover.remove(path.target(), false, path.threads.after(StripeFixture.LONG)))
                .containsOnly(Removal.GONE);
        assertThat(probe()).containsOnly(FragmentState.ABSENT);
    }

    @Test
    void whatCannotBeReadMayBePoisonAndIsNotRemovedAsData() {
        path.write();
        path.truncate(2, 10);
        FragmentRemover remover = new FragmentRemover(path.surroundings, path.format);

        assertThat(remover.remove(path.target(), true, path.threads.after(StripeFixture.LONG)))
                .containsExactly(Removal.GONE, Removal.GONE, Removal.UNKNOWN);
    }

    private List<FragmentState> poison(Set<Integer> indices) {
        return new FragmentPoisoner(path.surroundings, path.format)
                .poison(
                        path.target(),
                        new PutSpec.Stamp("default", 9, 1),
                        Collections.nCopies(3, FragmentState.ABSENT),
                        indices,
                        path.threads.after(StripeFixture.LONG));
    }

    private List<FragmentState> probe() {
        return new FragmentProbe(path.surroundings, path.format)
                .probe(path.target(), _ -> false, path.threads.after(StripeFixture.LONG));
    }
}
