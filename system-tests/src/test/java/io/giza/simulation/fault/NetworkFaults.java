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
    private static final Duration MUTE = Duration.ofMillis(80);

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

    /**
     * Now and then nothing gets out of a data center for a moment. So a gateway's votes are lost
     * while its later messages arrive, which longer cuts hardly ever do.
     *
     * @param muted to how many of the data centers, the first ones, this happens
     */
    public static void mute(Simulation simulation, Network network, List<DcName> dcs, int muted) {
        RandomGenerator random = simulation.scenario().random();
        for (int i = 0; i < 40; i++) {
            DcName from = dcs.get(random.nextInt(muted));
            simulation.scenario().time().sleep(upTo(random, MUTE));
            dcs.forEach(to -> network.cut(from, to));
            simulation.scenario().time().sleep(upTo(random, MUTE));
            network.heal();
        }
    }

    private static Duration upTo(RandomGenerator random, Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }
}
