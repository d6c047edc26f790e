package io.giza.testkit.stripe;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.Coding;
import io.giza.replica.FragmentStore;
import io.giza.stripe.repair.FragmentRebuilder;
import io.giza.stripe.repair.FragmentRebuilder.Outcome;
import io.giza.testkit.fake.InMemoryFragmentStore;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

class FragmentRebuilderTest {
    private final InMemoryFragmentStore into = new InMemoryFragmentStore(Samples.dc(9));

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1000, 2500, 200_000})
    void whatIsRebuiltIsByteForByteWhatThePutWrote(int size) throws Exception {
        for (int stripe : new int[] {1000, 150_000}) {
            for (int index = 0; index < 3; index++) {
                StripeFixture path = new StripeFixture(3, Coding.parse("rs(2,1)"), stripe, size);
                path.write();
                byte[] written = content(path, path.stores.get(index), index);
                path.memory.get(index).delete(path.target().id(index));
                InMemoryFragmentStore empty = new InMemoryFragmentStore(Samples.dc(9));

                assertThat(rebuild(path, index, empty)).isEqualTo(Outcome.STORED);
                assertThat(content(path, empty, index)).isEqualTo(written);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rs(6,3)", "lrc(6,2,2)", "lrc(12,2,2)"})
    void everyFragmentOfEveryCodeComesBackFromTheFewestOthers(String coding) throws Exception {
        int n = Coding.parse(coding).fragments();
        for (int index = 0; index < n; index++) {
            StripeFixture path = new StripeFixture(n, Coding.parse(coding), 120_000, 300_000);
            path.write();
            byte[] written = content(path, path.stores.get(index), index);
            path.memory.get(index).delete(path.target().id(index));
            List<HookedFragmentStore> stores = HookedFragmentStore.on(path);
            InMemoryFragmentStore empty = new InMemoryFragmentStore(Samples.dc(99));

            assertThat(rebuild(path, index, empty)).isEqualTo(Outcome.STORED);
            assertThat(content(path, empty, index)).isEqualTo(written);
            long body = path.layout.bodyLength();
            long read = HookedFragmentStore.bytes(stores);
            long header = path.format.headerLength(path.id(0));
            long sources = fewest(Coding.parse(coding), index);
            assertThat(read).isBetween(sources * body, sources * (body + header) + 2 * header);
        }
    }

    /** Those of its group, if it has one, and else as many as decode. */
    private static long fewest(Coding coding, int index) {
        return coding.localGroups().stream()
                .filter(group -> group.contains(index))
                .mapToLong(group -> group.size() - 1L)
                .findFirst()
                .orElse(coding.dataFragments());
    }

    @Test
    void withTooFewOfTheOthersNothingIsMade() throws Exception {
        StripeFixture path = new StripeFixture(4, Coding.parse("rs(2,1)"), 1000, 2500);
        path.write();
        path.memory.get(0).delete(path.target().id(0));
        path.memory.get(1).delete(path.target().id(1));

        assertThat(rebuild(path, 0, into)).isEqualTo(Outcome.TOO_FEW);
        assertThat(into.ids()).isEmpty();
    }

    @Test
    void aNameThatIsTakenIsLeftAlone() {
        StripeFixture path = new StripeFixture(5, Coding.parse("rs(2,1)"), 1000, 2500);
        path.write();

        assertThat(rebuild(path, 1, into)).isEqualTo(Outcome.STORED);
        assertThat(rebuild(path, 1, into)).isEqualTo(Outcome.TAKEN);
    }

    private static Outcome rebuild(StripeFixture path, int index, FragmentStore into) {
        return new FragmentRebuilder(path.surroundings, path.format)
                .rebuild(path.target(), index, into, path.settings);
    }

    private static byte[] content(StripeFixture path, FragmentStore store, int index)
            throws Exception {
        return switch (store.read(path.target().id(index), 0, 1 << 24)) {
            case FragmentStore.FragmentRead.Absent() -> throw new IOException("absent");
            case FragmentStore.FragmentRead.Found(InputStream bytes) -> {
                try (bytes) {
                    yield bytes.readAllBytes();
                }
            }
        };
    }
}
