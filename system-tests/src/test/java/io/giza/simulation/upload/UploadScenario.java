package io.giza.simulation.upload;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.commit.KeyLister;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.model.BucketId;
import io.giza.model.DcName;
import io.giza.model.DeletionReason;
import io.giza.model.ObjectKey;
import io.giza.model.VersionId;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.fault.SlowUploads;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;
import io.giza.version.PoisonAge;
import io.giza.version.VersionCollection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Gateways that put parts, complete and abort the same few uploads, at once and against each other,
 * and die between any two steps. Fragments may come long after the records that name them.
 */
public final class UploadScenario {
    private static final String BUCKET = "bucket";
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 14;

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final RandomGenerator random;
    private final Network network;
    private final Network dataNetwork;
    private final Reach reach;
    private final Account account;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final SharedUploads uploads;
    private Duration slowest = Duration.ZERO;

    private UploadScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.account = cluster.account();
        this.dataNetwork = new Network(simulation.surroundings("data"), FaultPlan.draw(random));
        this.reach = reach();
        this.uploads = new SharedUploads(account, BUCKET, bucket(), cluster.oracle(), ends);
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        UploadScenario scenario = new UploadScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.dataNetwork.calm();
        scenario.slowest = Duration.ZERO;
        scenario.cluster.stopFailures();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        scenario.endAll();
        return scenario.ends;
    }

    /** In some runs the data of one data center comes long after its record was chosen. */
    private Reach reach() {
        Reach plain = Reach.over(network, dataNetwork);
        if (random.nextInt(3) > 0) {
            return plain;
        }
        DcName slow = cluster.names().get(random.nextInt(cluster.names().size()));
        this.slowest = Duration.ofSeconds(20);
        return new SlowUploads(
                plain,
                slow::equals,
                () ->
                        simulation
                                .scenario()
                                .time()
                                .sleep(Duration.ofMillis(random.nextLong(1 + slowest.toMillis()))));
    }

    private BucketId bucket() {
        Network calm = new Network(simulation.surroundings("calm"), FaultPlan.CALM);
        Gateway founder =
                cluster.gateway(
                        "founder",
                        cluster.names().getFirst(),
                        Reach.over(calm, calm),
                        GatewaySettings.DEFAULT);
        while (true) {
            if (founder.create(account, BUCKET) instanceof CreateResult.Created created) {
                return created.bucket().id();
            }
        }
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        Duration pause = Duration.ofMillis(new long[] {5, 50, 300}[random.nextInt(3)]);
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i);
            groups.add(name);
            gateway.surroundings().tasks().fork("client", () -> work(gateway, pause));
            if (random.nextInt(3) == 0) {
                simulation.crashAtStep(name, random.nextLong(2500));
            }
        }
        if (random.nextBoolean()) {
            Nemesis.start(
                    network,
                    cluster.names(),
                    simulation.surroundings("nemesis"),
                    Duration.ofSeconds(3));
        }
        groups.add("nemesis");
        simulation.join(groups.toArray(String[]::new));
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                reach,
                GatewaySettings.DEFAULT);
    }

    private void work(Gateway gateway, Duration pause) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
            uploads.act(gateway, chance);
        }
    }

    /** Ends whatever is unfinished, as a client would that comes much later, and reads it all. */
    private void endAll() {
        RandomGenerator chance = simulation.surroundings("late").random();
        Gateway late = gateway("late", 0);
        collect(late);
        uploads.end(late, chance, true);
        new UploadGarbageOracle(cluster, uploads.bucket()).settle(late, ends);
        uploads.judge(late, chance);
    }

    /**
     * Offers all that was sent for collection. Nobody deletes any of it, so all must be left, but
     * for what a read met before its data came and gave up.
     */
    private void collect(Gateway late) {
        VersionCollection collection =
                new VersionCollection(late.versions(), ManifestCodec.NEWEST_FORMAT);
        BucketId space = uploads.bucket().uploads();
        for (NamedRow row : rows(late, new Scan(space, "", "", true, 1000))) {
            Row whole = row.row();
            for (Entry entry : whole.log()) {
                var version =
                        new VersionId(whole.generation(), entry.version(), entry.value().id());
                ObjectKey key = new ObjectKey(space, row.name());
                VersionCollection.Outcome outcome =
                        collection.collect(key, version, PoisonAge.YOUNG);
                check(
                        outcome instanceof VersionCollection.NotDeleted
                                || isGivenUp(late, key, version),
                        "collected: " + key + ", " + version + ": " + outcome);
                uploads.count("collection", (Record) outcome);
            }
        }
    }

    private static boolean isGivenUp(Gateway late, ObjectKey key, VersionId version) {
        return late.versions()
                .latest(key)
                .flatMap(row -> late.versions().withOlder(key, row))
                .flatMap(row -> Fold.deletionReason(row, version.version()))
                .filter(DeletionReason.GIVEN_UP::equals)
                .isPresent();
    }

    private static List<NamedRow> rows(Gateway late, Scan scan) {
        var deadline = late.surroundings().time().after(Duration.ofMinutes(1));
        return late.metadata().lister().list(scan, deadline) instanceof KeyLister.Rows rows
                ? rows.rows()
                : List.of();
    }
}
