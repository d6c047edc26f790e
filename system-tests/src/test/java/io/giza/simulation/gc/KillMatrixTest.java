package io.giza.simulation.gc;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.DcName;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whoever is killed, at whichever step: after others come, all that was acknowledged reads back,
 * nothing that was deleted does, and nothing is left that nobody needs.
 */
class KillMatrixTest {
    private static final long SEED = 1;

    /** Each step with more seeds than usual, a fifth of the steps otherwise. */
    private static final long KILL_STRIDE = Seeds.times() > 1 ? 1 : 5;

    /** A data center that is cut off has many steps in which nothing of it is asked. */
    private static final long CUT_STRIDE = Seeds.times() > 1 ? 7 : 21;

    @ParameterizedTest
    @EnumSource(KillScenario.Victim.class)
    void whoeverDiesAtWhateverStepLeavesNothing(KillScenario.Victim victim) {
        long steps = steps(victim);
        for (long step = 0; step < steps; step += KILL_STRIDE) {
            long at = step;
            Simulation.run(SEED, simulation -> new KillScenario(simulation, victim).kill(at));
        }
    }

    @ParameterizedTest
    @EnumSource(KillScenario.Victim.class)
    void aDataCenterThatIsCutOffMeanwhileLeavesNothing(KillScenario.Victim victim) {
        long steps = steps(victim);
        for (int dc = 1; dc <= 3; dc++) {
            DcName name = new DcName("dc" + dc);
            for (long step = dc; step < steps; step += CUT_STRIDE) {
                long at = step;
                Simulation.run(
                        SEED, simulation -> new KillScenario(simulation, victim).cut(name, at));
            }
        }
    }

    private static long steps(KillScenario.Victim victim) {
        long[] steps = new long[1];
        Simulation.run(
                SEED, simulation -> steps[0] = new KillScenario(simulation, victim).finish());
        assertThat(steps[0]).isGreaterThan(50);
        return steps[0];
    }
}
