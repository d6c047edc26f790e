package io.giza.gateway.encryption.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.encryption.KeyManagement;
import io.giza.gateway.encryption.KeyProblem;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.key.MasterKey;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Base64;
import java.util.Random;

/** Another master key opens what was wrapped once the versions are sealed with it. */
class ClusterKeysTest {
    private static final byte[] DATA_KEY = new byte[32];
    private static final byte[] CONTEXT = {1, 2, 3};

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();

    private static MasterKey master(int number) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) number);
        return MasterKey.of(Base64.getEncoder().encodeToString(bytes));
    }

    private ClusterKeys keys(MasterKey master) {
        return new ClusterKeys(() -> rows, surroundings, master);
    }

    private static void assertOpens(ClusterKeys keys, KeyManagement.Wrapped wrapped) {
        var opened = keys.unwrap("", wrapped.version(), wrapped.wrapped(), CONTEXT);
        assertThat(((KeyManagement.Unwrapped) opened).dataKey()).isEqualTo(DATA_KEY);
    }

    private static KeyProblem problem(Object result) {
        return ((KeyManagement.Failed) result).problem();
    }

    @Test
    void aMasterKeyIsChangedStepByStepAndNothingIsLost() {
        ClusterKeys old = keys(master(1));
        var first = (KeyManagement.Wrapped) old.wrap("", DATA_KEY, CONTEXT);
        assertThat(old.rotate()).isEqualTo(new ClusterKeys.Rotated(2));
        var second = (KeyManagement.Wrapped) old.wrap("", DATA_KEY, CONTEXT);
        assertThat(second.version()).isEqualTo("2");

        ClusterKeys next = keys(master(2).accepting(master(1)));
        assertOpens(next, first);
        assertThat(next.reseal()).isEqualTo(new ClusterKeys.Resealed(2));
        assertThat(next.reseal()).isEqualTo(new ClusterKeys.Resealed(0));

        ClusterKeys later = keys(master(2));
        assertOpens(later, first);
        assertOpens(later, second);
    }

    @Test
    void aLostMasterKeyIsToldAndResealsNothing() {
        var wrapped = (KeyManagement.Wrapped) keys(master(1)).wrap("", DATA_KEY, CONTEXT);

        ClusterKeys other = keys(master(3));
        assertThat(problem(other.unwrap("", "1", wrapped.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
        assertThat(problem(other.wrap("", DATA_KEY, CONTEXT))).isEqualTo(KeyProblem.LOST);
        assertThat(other.reseal()).isInstanceOf(ClusterKeys.Refused.class);
        assertOpens(keys(master(1)), wrapped);
    }

    @Test
    void whatWasWrappedForAnotherObjectIsRefused() {
        ClusterKeys keys = keys(master(1));
        var wrapped = (KeyManagement.Wrapped) keys.wrap("", DATA_KEY, CONTEXT);

        assertThat(problem(keys.unwrap("", "1", wrapped.wrapped(), new byte[] {9})))
                .isEqualTo(KeyProblem.LOST);
        assertThat(problem(keys.unwrap("", "7", wrapped.wrapped(), CONTEXT)))
                .isEqualTo(KeyProblem.LOST);
    }
}
