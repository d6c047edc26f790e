package io.giza.testkit.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.model.DcName;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.FaultyLink;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.fixture.Samples;
import io.giza.testkit.fixture.Seeds;
import io.giza.testkit.sim.Simulation;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** All of the kit together: it passes a correct store and catches one that is nearly correct. */
class SimulatedRegisterTest {
    private static final int CLIENTS = 4;
    private static final int OPERATIONS = 5;

    /** A store of one value in one data center. */
    private static final class Register {
        private final Set<String> written = new HashSet<>();
        private final boolean ignoresRepeats;
        private @Nullable String value;

        Register(boolean ignoresRepeats) {
            this.ignoresRepeats = ignoresRepeats;
        }

        boolean put(String newValue) {
            if (written.add(newValue) || !ignoresRepeats) {
                value = newValue;
            }
            return true;
        }

        Optional<String> get() {
            return Optional.ofNullable(value);
        }
    }

    @Test
    void storeThatIgnoresRepeatedRequestsIsLinearizableUnderAllFaults() {
        Seeds.simulate(500, simulation -> exercise(simulation, new Register(true)));
    }

    @Test
    void storeThatExecutesARepeatedRequestAgainIsCaught() {
        assertThatThrownBy(
                        () ->
                                Seeds.simulate(
                                        500,
                                        simulation -> exercise(simulation, new Register(false))))
                .hasMessageContaining("not linearizable");
    }

    private static void exercise(Simulation simulation, Register register) {
        FaultPlan plan = FaultPlan.draw(simulation.scenario().random());
        Network network = new Network(simulation.surroundings("network"), plan);
        List<DcName> dcs = Samples.dataCenters(3);
        Nemesis.start(network, dcs, simulation.surroundings("nemesis"), Duration.ofSeconds(3));
        RegisterHistory history = new RegisterHistory();
        for (int i = 0; i < CLIENTS; i++) {
            String client = "client-" + i;
            FaultyLink link = network.link(dcs.get(i % 3), dcs.get(0));
            Surroundings surroundings = simulation.surroundings(client);
            surroundings
                    .tasks()
                    .fork("run", () -> runClient(client, surroundings, link, register, history));
            if (surroundings.random().nextInt(4) == 0) {
                simulation.crashAtStep(client, surroundings.random().nextLong(30));
            }
        }
        simulation.join("client-0", "client-1", "client-2", "client-3", "nemesis");
        network.calm();
        simulation.scenario().time().sleep(Duration.ofHours(1));
        assertThat(simulation.liveTaskCount("network")).as("seed %d", simulation.seed()).isZero();
        RegisterHistory.Call last = history.get();
        register.get()
                .ifPresentOrElse(
                        value -> last.found(value, Operation.UNKNOWN_VERSION), last::foundNothing);
        history.assertLinearizable(simulation.seed());
    }

    private static void runClient(
            String name,
            Surroundings surroundings,
            FaultyLink link,
            Register register,
            RegisterHistory history) {
        for (int i = 0; i < OPERATIONS; i++) {
            surroundings.time().sleep(Duration.ofMillis(surroundings.random().nextLong(300)));
            if (surroundings.random().nextBoolean()) {
                put(name + "-" + i, link, register, history);
            } else {
                get(link, register, history);
            }
        }
    }

    private static void put(
            String value, FaultyLink link, Register register, RegisterHistory history) {
        RegisterHistory.Call call = history.put(value);
        try {
            link.call("put " + value, () -> register.put(value));
            call.acknowledged();
        } catch (ReplicaException e) {
            // Unknown outcome, even when throttled: another copy may have been executed.
        }
    }

    private static void get(FaultyLink link, Register register, RegisterHistory history) {
        RegisterHistory.Call call = history.get();
        try {
            Optional<String> found = link.<Optional<String>>call("get", register::get);
            if (found.isPresent()) {
                call.found(found.get(), Operation.UNKNOWN_VERSION);
            } else {
                call.foundNothing();
            }
        } catch (ReplicaException e) {
            // A read without answer says nothing.
        }
    }
}
