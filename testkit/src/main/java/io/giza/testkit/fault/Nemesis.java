package io.giza.testkit.fault;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.model.DcName;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Cuts data centers off or lets them hang for a while, heals the network, and starts again. */
public final class Nemesis {
    private final Network network;
    private final List<DcName> dcs;
    private final Time time;
    private final RandomGenerator random;

    private Nemesis(Network network, List<DcName> dcs, Surroundings surroundings) {
        this.network = network;
        this.dcs = dcs;
        this.time = surroundings.time();
        this.random = surroundings.random();
    }

    /**
     * Starts a nemesis; when it ends the network is whole.
     *
     * @param surroundings those of a group of its own, so that its end can be awaited
     * @param lasting how long it keeps going
     */
    public static void start(
            Network network, List<DcName> dcs, Surroundings surroundings, Duration lasting) {
        Nemesis nemesis = new Nemesis(network, List.copyOf(dcs), surroundings);
        surroundings.tasks().fork("nemesis", () -> nemesis.run(lasting));
    }

    private void run(Duration lasting) {
        long start = time.nanos();
        while (time.nanos() - start < lasting.toNanos()) {
            time.sleep(upTo(Duration.ofMillis(400)));
            injectFault();
            time.sleep(upTo(Duration.ofMillis(800)));
            network.heal();
        }
    }

    private void injectFault() {
        DcName first = dcs.get(random.nextInt(dcs.size()));
        DcName second = dcs.get(random.nextInt(dcs.size()));
        switch (random.nextInt(6)) {
            case 0 -> network.isolate(first, dcs);
            case 1 -> network.takeDown(first, dcs);
            case 2 -> network.cut(first, second);
            case 3 -> {
                network.isolate(first, dcs);
                network.isolate(second, dcs);
            }
            case 4 -> network.hang(first);
            default -> split();
        }
    }

    /** Cuts the data centers into two camps. */
    private void split() {
        List<DcName> here = new ArrayList<>();
        List<DcName> there = new ArrayList<>();
        dcs.forEach(dc -> (random.nextBoolean() ? here : there).add(dc));
        here.forEach(dc -> network.isolate(dc, there));
    }

    private Duration upTo(Duration most) {
        return Duration.ofNanos(random.nextLong(most.toNanos()));
    }
}
