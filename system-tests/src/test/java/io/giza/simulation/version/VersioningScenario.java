package io.giza.simulation.version;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.s3.body.CopiedBody;
import io.giza.gateway.service.BucketService;
import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.BucketService.FindResult;
import io.giza.gateway.service.ObjectService.DeleteRequest;
import io.giza.gateway.service.ObjectService.DeleteResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.VersionListing;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.Protocol;
import io.giza.simulation.cluster.SimulatedCluster;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;
import io.giza.simulation.cluster.SimulatedCluster.Reach;
import io.giza.simulation.cluster.TextBody;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Gateways put and delete objects while the versioning of their bucket is changed through one of
 * them, which may die over it. What begins after a change was told of goes by it, or by a later
 * one: told by the answer to the change, by GetBucketVersioning through any gateway, by the name of
 * a version in an answer, by the source of a copy, or by a listing of versions. Clocks run at
 * different rates, and some machines are suspended. First attempts of some changes arrive after the
 * answer of their retry.
 */
public final class VersioningScenario {
    private static final String BUCKET = "bucket";
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 12;

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final RandomGenerator random;
    private final Account account;
    private final BucketId bucket;
    private final Map<String, Integer> ends = new TreeMap<>();
    private final VersioningOracle oracle;
    private final BucketOwner owner;

    private VersioningScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.account = cluster.account();
        this.oracle = new VersioningOracle(cluster.oracle(), ends);
        this.owner = new BucketOwner(cluster, BUCKET, oracle, ends);
        this.bucket = create();
    }

    /** Runs the scenario and returns how often operations ended how. */
    public static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        VersioningScenario scenario = new VersioningScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.oracle.checkWrites();
        return scenario.ends;
    }

    private BucketId create() {
        Network healthy = new Network(simulation.surroundings("healthy"), FaultPlan.CALM);
        Gateway gateway = gateway("creator", 0, Reach.over(healthy, healthy));
        List<BucketId> created = new ArrayList<>();
        gateway.surroundings()
                .tasks()
                .fork(
                        "creates",
                        () -> {
                            while (created.isEmpty()) {
                                if (gateway.create(account, BUCKET)
                                        instanceof CreateResult.AlreadyYours yours) {
                                    created.add(yours.bucket().id());
                                }
                            }
                        });
        simulation.join("creator");
        return created.getFirst();
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            groups.add(name);
            Gateway gateway = gateway(name, i, Reach.over(network, network));
            gateway.surroundings().tasks().fork("client", () -> work(gateway));
            simulation.clockRate(name, 0.9 + random.nextDouble() * 0.2);
            if (i == 0) {
                gateway.surroundings().tasks().fork("owner", () -> owner.change(gateway));
            }
            if (random.nextInt(6) == 0) {
                simulation.crashAtStep(name, random.nextLong(1500));
            }
        }
        if (random.nextInt(3) == 0) {
            Nemesis.start(
                    network,
                    cluster.names(),
                    simulation.surroundings("nemesis"),
                    Duration.ofSeconds(4));
        }
        groups.add("nemesis");
        simulation.join(groups.toArray(String[]::new));
    }

    private Gateway gateway(String name, int number, Reach reach) {
        List<DcName> names = cluster.names();
        return cluster.gateway(
                name, names.get(number % names.size()), reach, GatewaySettings.DEFAULT);
    }

    private void work(Gateway gateway) {
        RandomGenerator chance = gateway.surroundings().random();
        for (int i = 0; i < OPERATIONS; i++) {
            BucketOwner.pause(gateway);
            if (chance.nextInt(8) == 0) {
                simulation.freeze(gateway.name(), Duration.ofMillis(chance.nextLong(9000)));
            }
            owner.letArrive(gateway);
            look(gateway, chance);
            String key = "key-" + chance.nextInt(2);
            Target target = target(gateway, key);
            long askedAt = cluster.oracle().now();
            switch (chance.nextInt(6)) {
                case 0, 1 -> delete(gateway, target);
                case 2 -> copy(gateway, "key-" + chance.nextInt(2), target);
                default -> put(gateway, target, gateway.name() + "-" + i);
            }
            oracle.noteWrite(new ObjectKey(bucket, key), target.op(), askedAt);
        }
    }

    private void delete(Gateway gateway, Target target) {
        int reported = oracle.latestReported();
        var request = new DeleteRequest(target, new WriteCondition.None());
        DeleteResult result = gateway.objects().delete(request);
        count("delete", (Record) result);
        if (result instanceof DeleteResult.Done(var name, boolean _, var _)) {
            name.ifPresent(each -> oracle.noteVersionName(reported, each));
        }
    }

    /** A copy tells the names of both, its source and itself, and is as its source is. */
    private void copy(Gateway gateway, String from, Target to) {
        GetRequest request = new GetRequest(target(gateway, from), false);
        if (!(gateway.objects().get(request) instanceof GetResult.Found(OpenObject source))) {
            return;
        }
        String etag = source.manifest().etag();
        int before = oracle.reportedBeforeFirstPut(etag);
        int reported = oracle.latestReported();
        long size = source.manifest().size();
        try (CopiedBody body =
                new CopiedBody(gateway.surroundings(), source, 0, size, Optional.empty())) {
            PutResult result =
                    gateway.objects()
                            .put(
                                    new PutRequest(
                                            to, new WriteCondition.None(), Map.of(), Map.of()),
                                    body);
            count("copy", (Record) result);
            if (result instanceof PutResult.Stored stored) {
                check(stored.manifest().etag().equals(etag), "copied as something else");
                source.version().ifPresent(name -> oracle.noteVersionName(before, name));
                stored.version().ifPresent(name -> oracle.noteVersionName(reported, name));
            }
        } catch (IOException e) {
            ends.merge("copy broken off", 1, Integer::sum);
        }
    }

    private void put(Gateway gateway, Target target, String text) {
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        int size = gateway.surroundings().random().nextBoolean() ? 20 : 700;
        TextBody body = new TextBody(text, size);
        try {
            int reported = oracle.latestReported();
            oracle.puts(body.etag());
            PutResult result = gateway.objects().put(request, body);
            count("put", (Record) result);
            if (result instanceof PutResult.Stored stored) {
                stored.version().ifPresent(name -> oracle.noteVersionName(reported, name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds out what the bucket does about versions, as its clients can. */
    private void look(Gateway gateway, RandomGenerator chance) {
        int reported = oracle.latestReported();
        if (chance.nextInt(3) == 0) {
            get(gateway, "key-" + chance.nextInt(2));
            return;
        }
        if (chance.nextBoolean()) {
            if (gateway.buckets().find(account, BUCKET)
                    instanceof FindResult.Found(BucketService.Bucket found)) {
                ends.merge("shown " + found.versioning(), 1, Integer::sum);
                oracle.noteReported(reported, found.versioning());
            }
            return;
        }
        var start = new VersionListing.Marker("", Optional.empty());
        var request = new VersionListing.Request(account, BUCKET, "", "", start, 100);
        if (gateway.objects().listVersions(request) instanceof VersionListing.Page page) {
            boolean named =
                    page.versions().stream().anyMatch(each -> each.mode() == Mode.VERSIONED);
            if (named && reported == 0) {
                oracle.noteReported(reported, Versioning.ENABLED);
            }
        }
    }

    /** Of what kind a version is tells what its put went by, and so does that it has a name. */
    private void get(Gateway gateway, String key) {
        GetResult result = gateway.objects().get(new GetRequest(target(gateway, key), false));
        count("get", (Record) result);
        if (result instanceof GetResult.Found(OpenObject object)) {
            try (object) {
                int before = oracle.reportedBeforeFirstPut(object.manifest().etag());
                object.version().ifPresent(name -> oracle.noteVersionName(before, name));
            }
        }
    }

    private Target target(Gateway gateway, String key) {
        return new Target(account, BUCKET, key, OpId.random(gateway.surroundings().random()));
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
