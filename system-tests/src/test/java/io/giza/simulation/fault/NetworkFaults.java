package io.giza.simulation.fault;

import io.giza.model.DcName;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** What may happen to a network during a scenario. */
public final class NetworkFaults {
    private static final Duration UNTIL_HEALED = Duration.ofSeconds(4);

    private NetworkFaults() {}

    /**
     * Does nothing, cuts and heals for a while, takes data centers down for good, or lets them hang
     * for as long as the network is not healed: then calls neither fail nor are answered.
     *
     * @param name of the one who does it
     * @param downs how many data centers may be down or hang for good
     * @return the name
     */
    public static String inject(
            Simulation simulation, Network network, List<DcName> dcs, String name, int downs) {
        RandomGenerator random = simulation.scenario().random();
        switch (random.nextInt(5)) {
            case 0 -> Nemesis.start(network, dcs, simulation.surroundings(name), UNTIL_HEALED);
            case 1 -> {
                for (int down = 0; down < downs; down++) {
                    network.takeDown(dcs.get(random.nextInt(dcs.size())), dcs);
                }
            }
            case 2 -> {
                for (int down = 0; down < downs; down++) {
                    network.hang(dcs.get(random.nextInt(dcs.size())));
                }
            }
            default -> {}
        }
        return name;
    }
}
