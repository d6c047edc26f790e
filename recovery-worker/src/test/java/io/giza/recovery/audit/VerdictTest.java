package io.giza.recovery.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.StripeLayout;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.record.FragmentName;
import io.giza.recovery.audit.Expectation.ExpectedFragment;
import io.giza.recovery.audit.Expectation.Versions;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.stripe.FragmentInventory.Item;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** How what lies somewhere is judged, by what its row wants and what it says of itself. */
class VerdictTest {
    private static final Random RANDOM = new Random(5);
    private static final FragmentId ID =
            new FragmentId(
                    "default",
                    new ObjectKey(BucketId.random(RANDOM, 1), "key"),
                    PutId.random(RANDOM),
                    1);
    private static final FragmentName NAME = FragmentName.of(ID);
    private static final long LENGTH = 700;

    /**
     * A row may want it at this data center, at another, be undecided about it, or want nothing.
     */
    enum Row {
        WANTS,
        ELSEWHERE,
        UNDECIDED,
        NOTHING
    }

    /** What it is. */
    enum What {
        DATA,
        SHORT,
        POISON,
        SPOILED
    }

    @ParameterizedTest(name = "wanted {0}, is {1}, {2} s old: {3}")
    @CsvSource({
        "WANTS,     DATA,    0,    FOUND",
        "WANTS,     DATA,    9999, FOUND",
        "WANTS,     SHORT,   0,    WRONG_LENGTH",
        "WANTS,     SPOILED, 0,    UNREADABLE",
        "WANTS,     POISON,  9999, POISON",
        "ELSEWHERE, DATA,    9999, LEFT_OVER",
        "NOTHING,   DATA,    9999, LEFT_OVER",
        "NOTHING,   DATA,    60,   LEFT_OVER",
        "NOTHING,   DATA,    59,   UNDECIDED",
        "NOTHING,   SPOILED, 9999, LEFT_OVER",
        "NOTHING,   POISON,  9999, POISON",
        "UNDECIDED, DATA,    9999, UNDECIDED",
        "UNDECIDED, POISON,  9999, POISON",
    })
    void eachCaseHasItsVerdict(Row row, What what, long seconds, Verdict expected) {
        Item item =
                new Item(
                        NAME.path(),
                        header(what),
                        what == What.SHORT ? LENGTH - 1 : LENGTH,
                        Duration.ofSeconds(seconds));

        assertThat(Verdict.of(wanted(row), place("dc1"), NAME, item)).isEqualTo(expected);
    }

    private static FragmentLocation place(String dc) {
        return new FragmentLocation(new DcName(dc), NAME.path());
    }

    private static Expectation wanted(Row row) {
        Versions none = new Versions(0, 0, 0);
        return switch (row) {
            case WANTS ->
                    new Expectation(
                            Map.of(place("dc1"), new ExpectedFragment(1, LENGTH)), Set.of(), none);
            case ELSEWHERE ->
                    new Expectation(
                            Map.of(place("dc2"), new ExpectedFragment(1, LENGTH)), Set.of(), none);
            case UNDECIDED -> new Expectation(Map.of(), Set.of(ID.putId()), none);
            case NOTHING -> Expectation.NOTHING;
        };
    }

    private static Optional<FragmentHeader> header(What what) {
        StripeLayout layout = new StripeLayout(Coding.parse("rs(2,1)"), 1024, 1000);
        return switch (what) {
            case DATA, SHORT -> Optional.of(new FragmentHeader(Kind.DATA, ID, layout, 0, 1));
            case POISON -> Optional.of(new FragmentHeader(Kind.POISON, ID, layout, 0, 1));
            case SPOILED -> Optional.empty();
        };
    }
}
