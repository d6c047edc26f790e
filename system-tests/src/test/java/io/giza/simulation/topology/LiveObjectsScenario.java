package io.giza.simulation.topology;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.Time;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.Account;
import io.giza.replica.Redundancy;
import io.giza.replica.Topology;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.fault.NetworkFaults;
import io.giza.simulation.object.ObjectClient;
import io.giza.simulation.object.ObjectOracle;
import io.giza.simulation.object.ObjectScenario;
import io.giza.simulation.object.SharedObjects;
import io.giza.simulation.upload.SharedUploads;
import io.giza.testkit.check.RegisterHistory;
import io.giza.testkit.sim.Simulation;
import io.giza.topology.TopologyOrder;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Clients put, get, delete and list a few objects while the topology changes under their gateways.
 * Operators replace and move any data center at any time, one of which may be lost, and mistype
 * endpoints. Workers fill the empty stores. All of them may crash. Gateways learn of an epoch when
 * they look, or when they are refused, and some start late with the first topology. Clients retry
 * through other gateways while their first attempt is still under way. In half of the runs, they
 * put small objects under one key, most of them with a condition. In a quarter of the runs, they
 * also put parts, complete and abort uploads in another bucket.
 *
 * <p>Each object's history must be linearizable. At last, a gateway that knows the newest topology
 * must answer, and each acknowledged put must be readable. The only exceptions are puts that had
 * too few fragments when one of their stores was replaced: no operator replaces a store that has
 * the last of them.
 */
public final class LiveObjectsScenario {
    private static final List<String> KEYS = List.of("a", "b/c");
    private static final String UPLOADS = "uploads";
    private static final int GATEWAYS = 3;
    private static final int LATE_GATEWAYS = 2;
    private static final int OPERATIONS = 5;
    private static final int ORDERS = 4;
    private static final int LOOKS = 4;
    private static final int MOST_RUNS = 20;

    private final Simulation simulation;
    private final MovingCluster cluster;
    private final RandomGenerator random;
    private final Duration pause;
    private final TopologyChanges changes;
    private final boolean isContended;
    private final Account account;
    private final List<EpochGateway> lasting = new ArrayList<>();
    private final Map<String, RegisterHistory> histories = new TreeMap<>();
    private final Map<String, Integer> ends = new TreeMap<>();
    private Optional<SharedUploads> uploads = Optional.empty();

    private LiveObjectsScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new MovingCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.pause = Duration.ofMillis(new long[] {50, 300, 1500}[random.nextInt(3)]);
        this.changes = new TopologyChanges(cluster, List.of(), cluster.names().getFirst());
        this.isContended = random.nextBoolean();
        this.account = account(size, isContended ? 1025 : SimulatedCluster.INLINE_BELOW);
        KEYS.forEach(key -> histories.put(key, new RegisterHistory()));
    }

    /** An acknowledged put survives the loss of one store. */
    private Account account(int size, int inlineBelow) {
        return new Account(
                        "default",
                        cluster.names(),
                        cluster.names(),
                        new Coding.ReedSolomon(size - 2, 2),
                        1024,
                        Account.SmallObjects.inlined(inlineBelow)
                                .replicating(2 * inlineBelow, new Coding.ReedSolomon(1, 1)),
                        4)
                .with(new Redundancy(1, 1));
    }

    /** Runs the scenario and returns counts of results. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        LiveObjectsScenario scenario = new LiveObjectsScenario(simulation, size, protocol);
        MovingStores stores = scenario.cluster.stores();
        SharedObjects shared =
                new SharedObjects(
                        scenario.account,
                        scenario.createBucket(ObjectScenario.BUCKET),
                        scenario.histories,
                        scenario.oracle(stores.everStored()),
                        scenario.ends);
        scenario.drawUploads();
        scenario.exercise(shared);
        scenario.settle(shared);
        shared.judge();
        shared.checkKept(scenario.oracle(stores.newest()));
        scenario.ends.merge("endangered", stores.endangered(), Integer::sum);
        return scenario.ends;
    }

    private ObjectOracle oracle(List<ObjectOracle.Holdings> stores) {
        return new ObjectOracle(cluster.oracle(), stores, cluster.stores()::isEndangered);
    }

    private void drawUploads() {
        if (random.nextInt(4) == 0) {
            BucketId bucket = createBucket(UPLOADS);
            uploads =
                    Optional.of(
                            new SharedUploads(account, UPLOADS, bucket, cluster.oracle(), ends));
        }
    }

    private BucketId createBucket(String name) {
        EpochGateway founder = start("founder of " + name);
        List<BucketId> created = new ArrayList<>();
        founder.surroundings()
                .tasks()
                .fork("creates", () -> created.add(founder.createUntilDecided(account, name)));
        simulation.join("founder of " + name);
        return created.getFirst();
    }

    private EpochGateway start(String name) {
        DcName home = cluster.names().get(random.nextInt(cluster.names().size()));
        return EpochGateway.start(cluster, home, simulation.surroundings(name));
    }

    private void exercise(SharedObjects shared) {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < GATEWAYS; i++) {
            groups.add(serve("gateway-" + i, shared));
        }
        if (random.nextInt(3) == 0) {
            sleepUpTo(simulation.scenario(), pause);
            cluster.shutDown(anyOf(cluster.first(), random));
        }
        groups.add(NetworkFaults.inject(simulation, cluster.network(), cluster.names(), "cuts", 1));
        groups.add(fork("operator-0", 400, this::order));
        groups.add(fork("operator-1", 400, this::order));
        groups.add(fork("filler-0", 1500, this::fill));
        groups.add(fork("filler-1", 1500, this::fill));
        for (int i = GATEWAYS; i < GATEWAYS + LATE_GATEWAYS; i++) {
            sleepUpTo(simulation.scenario(), pause.multipliedBy(3));
            groups.add(serve("gateway-" + i, shared));
        }
        simulation.join(groups.toArray(String[]::new));
    }

    private static Topology.DataCenter anyOf(Topology topology, RandomGenerator chance) {
        return topology.dataCenters().get(chance.nextInt(topology.dataCenters().size()));
    }

    private interface Work {
        void of(EpochGateway process);
    }

    private String fork(String name, int steps, Work work) {
        EpochGateway process = start(name);
        process.surroundings().tasks().fork("works", () -> work.of(process));
        if (random.nextInt(4) == 0) {
            simulation.crashAtStep(name, random.nextLong(steps));
        }
        return name;
    }

    private String serve(String name, SharedObjects shared) {
        EpochGateway gateway = start(name);
        var others = List.copyOf(lasting);
        for (String client : List.of("-0", "-1")) {
            Roaming roaming = new Roaming(gateway, others, pause.multipliedBy(2));
            ObjectClient own = client(roaming, shared, client.equals("-0"));
            gateway.surroundings().tasks().fork("client", () -> work(own, roaming, name + client));
        }
        if (random.nextInt(4) > 0) {
            gateway.surroundings().tasks().fork("watch", () -> watch(gateway));
        }
        if (random.nextInt(4) == 0) {
            simulation.crashAtStep(name, random.nextLong(1500));
        } else {
            lasting.add(gateway);
        }
        return name;
    }

    private ObjectClient client(Roaming roaming, SharedObjects shared, boolean tellsAttempts) {
        RandomGenerator chance = roaming.own().surroundings().random();
        Time time = roaming.own().surroundings().time();
        Duration ahead = Duration.ofMillis(chance.nextInt(-10_000, 10_000));
        return new ObjectClient(
                roaming.objects(),
                chance,
                shared,
                tellsAttempts,
                () -> time.instant().plus(ahead).truncatedTo(ChronoUnit.SECONDS));
    }

    private void work(ObjectClient client, Roaming roaming, String name) {
        Surroundings own = roaming.own().surroundings();
        for (int i = 0; i < OPERATIONS; i++) {
            sleepUpTo(own, pause.multipliedBy(2));
            client.letArrive();
            if (uploads.isPresent() && own.random().nextInt(3) > 0) {
                uploads.get().act(roaming, own.random());
                continue;
            }
            String key = KEYS.get(own.random().nextInt(isContended ? 1 : KEYS.size()));
            String text = name + "-" + i;
            switch (own.random().nextInt(isContended ? 4 : 1)) {
                case 1, 2 -> client.putIf(key, text);
                case 3 -> client.delete(key);
                default -> client.act(key, text, own.random());
            }
        }
    }

    private void watch(EpochGateway gateway) {
        for (int i = 0; i < LOOKS; i++) {
            sleepUpTo(gateway.surroundings(), pause.multipliedBy(3));
            cluster.checkDecided(gateway.current());
            count(gateway.learn() ? "learned" : "no news");
        }
    }

    private void order(EpochGateway operator) {
        RandomGenerator chance = operator.surroundings().random();
        for (int i = 0; i < ORDERS; i++) {
            sleepUpTo(operator.surroundings(), pause.multipliedBy(3));
            operator.learn();
            Topology now = operator.current();
            DcName dc = anyOf(now, chance).name();
            String what = chance.nextInt(8) == 0 ? "mistyped" : "ordered";
            Topology next =
                    what.equals("mistyped")
                            ? changes.mistyped(now, dc)
                            : chance.nextInt(3) > 0
                                    ? changes.movedOn(now, dc)
                                    : changes.replaced(now, dc, chance.nextBoolean());
            change(operator, next, what);
        }
    }

    private void change(EpochGateway operator, Topology next, String what) {
        var result =
                operator.topology()
                        .change(
                                new TopologyOrder(next, List.of(account), false),
                                operator.surroundings().time().after(Duration.ofSeconds(10)));
        count(what + " " + result.getClass().getSimpleName());
    }

    private void fill(EpochGateway filler) {
        for (int i = 0; i < LOOKS; i++) {
            sleepUpTo(filler.surroundings(), pause.multipliedBy(3));
            filler.learn();
            new Filling(cluster, filler, ends).fillAll();
        }
    }

    /** Once the network is well, all stores are filled, and all that was acknowledged is read. */
    private void settle(SharedObjects shared) {
        cluster.calm();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        EpochGateway last = start("last");
        last.surroundings().tasks().fork("settles", () -> settle(last));
        simulation.join("last");
        uploads.ifPresent(each -> end(each, last));
        cluster.checkEpochs();
        lasting.add(last);
        for (EpochGateway gateway : lasting) {
            simulation.surroundings("late").tasks().fork("reads", () -> readAll(gateway, shared));
            simulation.join("late");
        }
    }

    private void end(SharedUploads all, EpochGateway last) {
        Surroundings own = simulation.surroundings("late uploads");
        boolean isAllThere = cluster.stores().endangered() == 0;
        own.tasks().fork("ends", () -> all.end(last, own.random(), isAllThere));
        simulation.join("late uploads");
    }

    private void settle(EpochGateway last) {
        boolean isSettled = false;
        for (int i = 0; i < MOST_RUNS && !isSettled; i++) {
            last.learn();
            Topology now = last.current();
            now.dataCenters().stream()
                    .filter(dc -> dc.since() == 0 && !cluster.isThere(dc.metadata()))
                    .findFirst()
                    .ifPresent(
                            lost ->
                                    change(
                                            last,
                                            changes.replaced(now, lost.name(), true),
                                            "ordered at last"));
            isSettled =
                    new Filling(cluster, last, ends).fillAll()
                            && last.current().dataCenters().stream()
                                    .allMatch(dc -> cluster.isThere(dc.metadata()));
        }
        check(isSettled, "not filled over a healthy network: " + ends);
    }

    /** A gateway that can learn of the newest topology answers in it at once. */
    private void readAll(EpochGateway gateway, SharedObjects shared) {
        Topology newest = lasting.getLast().current();
        ObjectClient client = client(new Roaming(gateway, List.of(), pause), shared, false);
        for (String key : KEYS) {
            boolean isAnswered = client.get(key);
            boolean isNewest = gateway.current().epoch() == newest.epoch();
            check(isAnswered || !isNewest, "no answer for " + key + " when all is well");
        }
        boolean isListed = client.list();
        boolean isNewest = gateway.current().epoch() == newest.epoch();
        check(isListed || !isNewest, "no list when all is well");
        count(isNewest ? "up to date at last" : "stranded");
    }

    private void count(String end) {
        ends.merge(end, 1, Integer::sum);
    }

    private static void sleepUpTo(Surroundings own, Duration most) {
        own.time().sleep(Duration.ofNanos(own.random().nextLong(most.toNanos())));
    }
}
