package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

import io.giza.gateway.bucket.BucketService;
import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.bucket.BucketService.FindResult;
import io.giza.gateway.bucket.BucketService.Unavailable;
import io.giza.gateway.bucket.BucketService.VersioningResult;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.GetRequest;
import io.giza.gateway.object.ObjectService.GetResult;
import io.giza.gateway.object.ObjectService.OpenObject;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.VersionLister;
import io.giza.gateway.object.WriteCondition;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.Value;
import io.giza.model.VersionName;
import io.giza.replica.Account;
import io.giza.simulation.SimulatedCluster.Gateway;
import io.giza.simulation.SimulatedCluster.Patience;
import io.giza.simulation.SimulatedCluster.Reach;
import io.giza.testkit.fault.FaultPlan;
import io.giza.testkit.fault.Nemesis;
import io.giza.testkit.fault.Network;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * Gateways put and delete objects while the versioning of their bucket is changed through one of
 * them, which may die over it. What begins after a change was told of goes by it, or by a later
 * one: told by the answer to the change, by GetBucketVersioning through any gateway, by the name of
 * a version in an answer, or by a listing of versions. Clocks run at different rates, and some
 * machines are suspended.
 */
final class VersioningScenario {
    private static final String BUCKET = "bucket";
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 12;
    private static final int CHANGES = 4;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final Network network;
    private final RandomGenerator random;
    private final Account account;
    private final BucketId bucket;
    private final List<Change> changes = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();

    /** What was told of last when the put with this ETag was asked for. */
    private final Map<String, Integer> toldBefore = new HashMap<>();

    private final Map<String, Integer> ends = new TreeMap<>();

    /**
     * A change that was asked for after all before it were answered.
     *
     * @param told when it was told of, the end of time if it was not
     */
    private record Change(Versioning to, long asked, long told) {}

    /** A put or delete. */
    private record Write(ObjectKey key, OpId op, long asked, long answered) {}

    private VersioningScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.account = cluster.account();
        this.bucket = create();
    }

    /** Runs the scenario and returns how often operations ended how. */
    static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        VersioningScenario scenario = new VersioningScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.writes.forEach(scenario::judge);
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
                                if (gateway.buckets().create(account, BUCKET)
                                        instanceof CreateResult.AlreadyYours yours) {
                                    created.add(yours.bucket().id());
                                }
                            }
                        });
        simulation.join("creator");
        changes.add(new Change(Versioning.UNVERSIONED, 0, 0));
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
                gateway.surroundings().tasks().fork("owner", () -> change(gateway));
            }
            if (random.nextInt(6) == 0) {
                simulation.crashAtStep(name, random.nextLong(1500));
            }
        }
        if (random.nextInt(3) == 0) {
            Nemesis.unleash(
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
        return cluster.gateway(name, names.get(number % names.size()), reach, Patience.DEFAULT);
    }

    private void change(Gateway gateway) {
        for (int i = 0; i < CHANGES; i++) {
            pause(gateway);
            pause(gateway);
            Versioning to = i % 2 == 0 ? Versioning.ENABLED : Versioning.SUSPENDED;
            long asked = cluster.oracle().now();
            int index = changes.size();
            changes.add(new Change(to, asked, Long.MAX_VALUE));
            VersioningResult result = gateway.buckets().setVersioning(account, BUCKET, to);
            ends.merge("change " + result.getClass().getSimpleName(), 1, Integer::sum);
            switch (result) {
                case VersioningResult.Changed _ -> tell(index, to);
                case Unavailable _ -> {}
                case VersioningResult.Absent _, VersioningResult.Foreign _ ->
                        throw new AssertionError("the bucket stands all the time");
            }
        }
    }

    private void work(Gateway gateway) {
        RandomGenerator chance = gateway.surroundings().random();
        for (int i = 0; i < OPERATIONS; i++) {
            pause(gateway);
            if (chance.nextInt(8) == 0) {
                simulation.standStill(gateway.name(), Duration.ofMillis(chance.nextLong(9000)));
            }
            look(gateway, chance);
            String key = "key-" + chance.nextInt(2);
            Target target = new Target(account, BUCKET, key, OpId.random(chance));
            long asked = cluster.oracle().now();
            int told = told();
            if (chance.nextInt(3) == 0) {
                var request = new DeleteRequest(target, new WriteCondition.None());
                DeleteResult result = gateway.objects().delete(request);
                count("delete", (Record) result);
                if (result instanceof DeleteResult.Done(var name, boolean _)) {
                    name.ifPresent(each -> toldByName(told, each));
                }
            } else {
                put(gateway, target, gateway.name() + "-" + i);
            }
            writes.add(
                    new Write(
                            new ObjectKey(bucket, key),
                            target.op(),
                            asked,
                            cluster.oracle().now()));
        }
    }

    private void put(Gateway gateway, Target target, String text) {
        PutRequest request = new PutRequest(target, new WriteCondition.None(), Map.of(), Map.of());
        int size = gateway.surroundings().random().nextBoolean() ? 20 : 700;
        TextBody body = new TextBody(text, size);
        try {
            int told = told();
            toldBefore.put(body.etag(), told);
            PutResult result = gateway.objects().put(request, body);
            count("put", (Record) result);
            if (result instanceof PutResult.Stored stored) {
                stored.version().ifPresent(name -> toldByName(told, name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds out what the bucket does about versions, as its clients can. */
    private void look(Gateway gateway, RandomGenerator chance) {
        int told = told();
        if (chance.nextInt(3) == 0) {
            get(gateway, "key-" + chance.nextInt(2));
            return;
        }
        if (chance.nextBoolean()) {
            if (gateway.buckets().find(account, BUCKET)
                    instanceof FindResult.Found(BucketService.Bucket found)) {
                ends.merge("shown " + found.versioning(), 1, Integer::sum);
                tell(told, found.versioning());
            }
            return;
        }
        var start = new VersionLister.Marker("", Optional.empty());
        var request = new VersionLister.Request(account, BUCKET, "", "", start, 100);
        if (gateway.objects().listVersions(request) instanceof VersionLister.Page page) {
            boolean named =
                    page.versions().stream().anyMatch(each -> each.mode() == Mode.VERSIONED);
            if (named && told == 0) {
                tell(told, Versioning.ENABLED);
            }
        }
    }

    /** Of what kind a version is tells what its put went by, and so does that it has a name. */
    private void get(Gateway gateway, String key) {
        Target target =
                new Target(account, BUCKET, key, OpId.random(gateway.surroundings().random()));
        GetResult result = gateway.objects().get(new GetRequest(target, false));
        count("get", (Record) result);
        if (result instanceof GetResult.Found(OpenObject object)) {
            try (object) {
                int before = toldBefore.getOrDefault(object.manifest().etag(), 0);
                object.version().ifPresent(name -> toldByName(before, name));
            }
        }
    }

    private void toldByName(int told, VersionName name) {
        // A null that was put before anything was told of is called so once versions have names.
        boolean isSuspended = name instanceof VersionName.Null && told > 0;
        tell(told, isSuspended ? Versioning.SUSPENDED : Versioning.ENABLED);
    }

    /** Returns the latest change that was told of so far. */
    private int told() {
        int told = 0;
        for (int i = 0; i < changes.size(); i++) {
            told = changes.get(i).told() < Long.MAX_VALUE ? i : told;
        }
        return told;
    }

    /**
     * A client is told what the bucket does: it is as after the change that was told of when it
     * asked, or after one since.
     */
    private void tell(int since, Versioning shown) {
        for (int i = since; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.to() == shown) {
                if (change.told() == Long.MAX_VALUE) {
                    changes.set(i, new Change(shown, change.asked(), cluster.oracle().now()));
                }
                return;
            }
        }
        check(false, "shown as " + shown + " after " + changes.subList(since, changes.size()));
    }

    private void pause(Gateway gateway) {
        long most = PAUSE.toNanos();
        gateway.surroundings()
                .time()
                .sleep(Duration.ofNanos(gateway.surroundings().random().nextLong(most)));
    }

    private void judge(Write write) {
        cluster.oracle()
                .chosen(write.key(), write.op())
                .ifPresent(chosen -> judge(write, chosen.value()));
    }

    private void judge(Write write, Value value) {
        Set<Mode> allowed =
                possible(write).stream()
                        .map(
                                each ->
                                        value.kind() == Value.Kind.PUT
                                                ? each.modeOfPut()
                                                : each.modeOfMarker())
                        .collect(Collectors.toSet());
        Mode mode = Mode.of(value);
        ends.merge(value.kind() + " " + mode, 1, Integer::sum);
        check(
                allowed.contains(mode),
                write + " is " + mode + ", not one of " + allowed + ", after " + changes);
    }

    /** Returns what the bucket may have been to a write: what was told last before it, or later. */
    private Set<Versioning> possible(Write write) {
        int told = 0;
        for (int i = 0; i < changes.size(); i++) {
            told = changes.get(i).told() < write.asked() ? i : told;
        }
        return changes.subList(told, changes.size()).stream()
                .filter(change -> change.asked() <= write.answered())
                .map(Change::to)
                .collect(Collectors.toSet());
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
