package io.giza.version;

import static io.giza.stripe.FragmentState.ABSENT;
import static io.giza.stripe.FragmentState.DATA;
import static io.giza.stripe.FragmentState.FORGOTTEN;
import static io.giza.stripe.FragmentState.POISON;
import static io.giza.stripe.FragmentState.UNKNOWN;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.ErasureCode;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.stripe.FragmentState;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** What may be concluded from fragments, of rs(2,1). */
class VersionRulesTest {
    private static final ErasureCode CODE = ErasureCode.of(Coding.parse("rs(2,1)"));
    private static final VersionRules RULES = VersionRules.PROTOCOL;

    @Test
    void whatIsForgottenIsOutOfReachAndNotAbsent() {
        assertThat(judge(DATA, DATA, FORGOTTEN)).isEqualTo(Visibility.VISIBLE);
        assertThat(judge(DATA, ABSENT, FORGOTTEN)).isEqualTo(Visibility.UNCLEAR);
        assertThat(judge(DATA, ABSENT, ABSENT)).isEqualTo(Visibility.INVISIBLE);
        assertThat(judge(ABSENT, UNKNOWN, FORGOTTEN)).isEqualTo(Visibility.UNCLEAR);
        assertThat(judge(ABSENT, ABSENT, FORGOTTEN)).isEqualTo(Visibility.INVISIBLE);
    }

    @Test
    void aVersionIsNotGivenUpForWhatWasForgottenNorIsThatPoisoned() {
        List<FragmentState> states = List.of(DATA, POISON, FORGOTTEN);

        assertThat(RULES.mayAbandon(data(), states)).isFalse();
        assertThat(RULES.toPoison(states)).isEmpty();
        assertThat(RULES.toPoison(List.of(DATA, ABSENT, FORGOTTEN))).containsExactly(1);
    }

    @Test
    void whatWasForgottenIsLostOnceNothingElseCanMakeTheVersionVisible() {
        assertThat(RULES.isLostWithItsStore(CODE, List.of(DATA, POISON, FORGOTTEN))).isTrue();
        assertThat(RULES.isLostWithItsStore(CODE, List.of(DATA, ABSENT, FORGOTTEN))).isFalse();
        assertThat(RULES.isLostWithItsStore(CODE, List.of(DATA, UNKNOWN, FORGOTTEN))).isFalse();
        assertThat(RULES.isLostWithItsStore(CODE, List.of(DATA, DATA, FORGOTTEN))).isFalse();
    }

    @Test
    void aVersionIsVisibleWithAllThatItNeedsAndElseOnceARecordSaysSo() {
        assertThat(see(data(0, 1, 2), DATA, DATA, DATA)).isEqualTo(Visibility.VISIBLE);
        assertThat(see(data(0, 1, 2), DATA, DATA, UNKNOWN)).isEqualTo(Visibility.DECODABLE);
        assertThat(see(data(0, 1, 2), DATA, DATA, FORGOTTEN)).isEqualTo(Visibility.DECODABLE);
        assertThat(see(data(0, 1), DATA, DATA, UNKNOWN)).isEqualTo(Visibility.VISIBLE);
        assertThat(see(data(0, 1), DATA, DATA, POISON)).isEqualTo(Visibility.VISIBLE);
        assertThat(see(data(0, 1), DATA, UNKNOWN, DATA)).isEqualTo(Visibility.DECODABLE);
    }

    @Test
    void whatLacksSomethingThatItNeedsWasShownToNobodyWhateverIsOutOfReach() {
        assertThat(see(data(0, 1, 2), DATA, ABSENT, UNKNOWN)).isEqualTo(Visibility.INVISIBLE);
        assertThat(see(data(0, 1, 2), DATA, DATA, ABSENT)).isEqualTo(Visibility.INVISIBLE);
        assertThat(see(data(0, 1), UNKNOWN, UNKNOWN, ABSENT)).isEqualTo(Visibility.UNCLEAR);
        assertThat(see(data(0, 1), DATA, UNKNOWN, ABSENT)).isEqualTo(Visibility.UNCLEAR);
    }

    @Test
    void whatIsLateAndDecodesIsDecidedWhateverVanished() {
        assertThat(late(data(0, 1, 2), DATA, DATA, ABSENT)).isEqualTo(Visibility.DECODABLE);
        assertThat(late(data(0, 1, 2), DATA, DATA, POISON)).isEqualTo(Visibility.DECODABLE);
        assertThat(late(data(0, 1, 2), DATA, DATA, DATA)).isEqualTo(Visibility.VISIBLE);
        assertThat(late(data(0, 1, 2), DATA, ABSENT, UNKNOWN)).isEqualTo(Visibility.INVISIBLE);
        assertThat(late(data(), DATA, ABSENT, ABSENT)).isEqualTo(Visibility.INVISIBLE);
    }

    /** Two of a local group and its parity are as many as decode, and do not. */
    @Test
    void whatIsNeededAndDoesNotDecodeShowsNothing() {
        Coding coding = Coding.parse("lrc(4,2,1)");
        List<DcName> places =
                IntStream.range(0, coding.fragments()).mapToObj(i -> new DcName("p" + i)).toList();
        ErasureCode code = ErasureCode.of(coding);
        List<Integer> useless =
                IntStream.range(0, 1 << coding.fragments())
                        .mapToObj(VersionRulesTest::bits)
                        .filter(set -> set.size() == coding.dataFragments())
                        .filter(set -> !code.isDecodable(Set.copyOf(set)))
                        .findFirst()
                        .orElseThrow();
        var needed = new Manifest.Fragmented("default", coding, 1024, places, useless);
        List<FragmentState> states =
                IntStream.range(0, coding.fragments())
                        .mapToObj(i -> useless.contains(i) ? DATA : UNKNOWN)
                        .toList();
        assertThat(RULES.judgeVisibility(needed, states)).isEqualTo(Visibility.UNCLEAR);
    }

    private static List<Integer> bits(int set) {
        return IntStream.range(0, Integer.SIZE).filter(i -> (set >> i & 1) == 1).boxed().toList();
    }

    private static Visibility late(Manifest.Fragmented data, FragmentState... states) {
        return RULES.judgeLate(data, List.of(states));
    }

    @Test
    void onePoisonOfWhatItNeedsIsEnoughToGiveAVersionUp() {
        assertThat(RULES.mayAbandon(data(0, 1, 2), List.of(DATA, POISON, UNKNOWN))).isTrue();
        assertThat(RULES.mayAbandon(data(0, 1, 2), List.of(DATA, ABSENT, UNKNOWN))).isFalse();
        assertThat(RULES.mayAbandon(data(0, 2), List.of(DATA, POISON, UNKNOWN))).isFalse();
    }

    @Test
    void whoStoredLessThanIsNeededHasARecordSaySo() {
        assertThat(RULES.needsRecord(data(0, 1, 2), Set.of(0, 1))).isTrue();
        assertThat(RULES.needsRecord(data(0, 1), Set.of(0, 1))).isFalse();
        assertThat(RULES.needsRecord(data(), Set.of(0, 1))).isFalse();
    }

    private static Visibility see(Manifest.Fragmented data, FragmentState... states) {
        return RULES.judgeVisibility(data, List.of(states));
    }

    private static Manifest.Fragmented data(Integer... needed) {
        List<DcName> places = List.of(new DcName("a"), new DcName("b"), new DcName("c"));
        return new Manifest.Fragmented("default", CODE.coding(), 1024, places, List.of(needed));
    }

    private static Visibility judge(FragmentState... states) {
        return RULES.judge(CODE, List.of(states));
    }
}
