package io.giza.version;

import static io.giza.stripe.FragmentState.ABSENT;
import static io.giza.stripe.FragmentState.DATA;
import static io.giza.stripe.FragmentState.FORGOTTEN;
import static io.giza.stripe.FragmentState.POISON;
import static io.giza.stripe.FragmentState.UNKNOWN;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.ErasureCode;
import io.giza.model.Coding;
import io.giza.stripe.FragmentState;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What may be concluded from fragments, of rs(2,1). */
class VersionRulesTest {
    private static final ErasureCode CODE = ErasureCode.of(Coding.parse("rs(2,1)"));
    private static final VersionRules RULES = VersionRules.PROTOCOL;

    @Test
    void whatIsForgottenIsOutOfReachAndNotAbsent() {
        assertThat(judge(DATA, DATA, FORGOTTEN)).isEqualTo(Sight.VISIBLE);
        assertThat(judge(DATA, ABSENT, FORGOTTEN)).isEqualTo(Sight.UNCLEAR);
        assertThat(judge(DATA, ABSENT, ABSENT)).isEqualTo(Sight.INVISIBLE);
        assertThat(judge(ABSENT, UNKNOWN, FORGOTTEN)).isEqualTo(Sight.UNCLEAR);
        assertThat(judge(ABSENT, ABSENT, FORGOTTEN)).isEqualTo(Sight.INVISIBLE);
    }

    @Test
    void aVersionIsNotGivenUpForWhatWasForgottenNorIsThatPoisoned() {
        List<FragmentState> states = List.of(DATA, POISON, FORGOTTEN);

        assertThat(RULES.mayAbandon(CODE, states)).isFalse();
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

    private static Sight judge(FragmentState... states) {
        return RULES.judge(CODE, List.of(states));
    }
}
