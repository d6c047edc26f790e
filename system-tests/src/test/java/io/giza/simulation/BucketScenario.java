package io.giza.simulation;

import static io.giza.simulation.VoteOracle.check;

import io.giza.gateway.bucket.BucketService.CreateResult;
import io.giza.gateway.bucket.BucketService.RemoveResult;
import io.giza.gateway.object.ObjectService.DeleteRequest;
import io.giza.gateway.object.ObjectService.DeleteResult;
import io.giza.gateway.object.ObjectService.Failure;
import io.giza.gateway.object.ObjectService.GetRequest;
import io.giza.gateway.object.ObjectService.GetResult;
import io.giza.gateway.object.ObjectService.PutRequest;
import io.giza.gateway.object.ObjectService.PutResult;
import io.giza.gateway.object.ObjectService.Target;
import io.giza.gateway.object.WriteCondition;
import io.giza.model.BucketRecord;
import io.giza.model.OpId;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * A bucket is created, filled and deleted by all gateways at once. An acknowledged put must never
 * be in a life of the bucket that ended, and what a gateway says of a bucket must have been so.
 */
final class BucketScenario {
    private static final String BUCKET = "bucket";
    private static final int GATEWAYS = 3;
    private static final int OPERATIONS = 12;
    private static final int KEYS = 2;
    private static final int DUELS = 6;
    private static final Duration DUEL = Duration.ofSeconds(90);

    private final Simulation simulation;
    private final SimulatedCluster cluster;
    private final BucketOracle buckets;
    private final Network network;
    private final RandomGenerator random;
    private final Account account;
    private final Map<String, OpId> written = new HashMap<>();
    private final Map<OpId, String> shown = new LinkedHashMap<>();
    private final Reach reach;
    private final long start;
    private final Map<OpId, String> acknowledged =
            new TreeMap<>((left, right) -> left.value().compareTo(right.value()));
    private final Map<String, Integer> ends = new TreeMap<>();

    private BucketScenario(Simulation simulation, int size, Protocol protocol) {
        this.simulation = simulation;
        this.cluster = new SimulatedCluster(simulation, size, protocol);
        this.buckets = new BucketOracle(cluster.oracle(), BUCKET);
        this.random = simulation.scenario().random();
        this.network = new Network(simulation.surroundings("network"), FaultPlan.draw(random));
        this.account = cluster.account();
        this.start = simulation.scenario().time().nanos();
        Reach plain = Reach.over(network, network);
        this.reach =
                random.nextBoolean()
                        ? new LostCommits(
                                plain,
                                simulation.scenario().time(),
                                simulation.surroundings("commits").random())
                        : plain;
    }

    /** Runs the scenario and returns how often operations ended how. */
    static Map<String, Integer> run(Simulation simulation, int size, Protocol protocol) {
        BucketScenario scenario = new BucketScenario(simulation, size, protocol);
        scenario.exercise();
        scenario.network.calm();
        scenario.cluster.calm();
        simulation.scenario().time().sleep(Duration.ofMinutes(10));
        scenario.buckets.checkNoneIsLost(scenario.acknowledged);
        scenario.buckets.checkNoneWasShown(scenario.shown);
        return scenario.ends;
    }

    private void exercise() {
        List<String> groups = new ArrayList<>();
        boolean duels = random.nextBoolean();
        Duration pause = Duration.ofMillis(new long[] {5, 50, 300}[random.nextInt(3)]);
        for (int i = 0; i < GATEWAYS; i++) {
            String name = "gateway-" + i;
            Gateway gateway = gateway(name, i);
            groups.add(name);
            int number = i;
            simulation
                    .surroundings(name)
                    .tasks()
                    .fork(
                            "client",
                            () -> {
                                if (duels) {
                                    duel(gateway, number, pause);
                                } else {
                                    work(gateway, pause);
                                }
                            });
            if (random.nextInt(6) == 0) {
                simulation.crashAtStep(name, random.nextLong(1500));
            }
        }
        if (random.nextBoolean()) {
            Nemesis.unleash(
                    network,
                    cluster.names(),
                    simulation.surroundings("nemesis"),
                    Duration.ofSeconds(3));
        }
        groups.add("nemesis");
        groups.add(
                HalfVotedWorker.unleash(
                        simulation, cluster, gateway("closer", 1), pause.multipliedBy(2)));
        simulation.join(groups.toArray(String[]::new));
    }

    private Gateway gateway(String name, int number) {
        return cluster.gateway(
                name,
                cluster.names().get(number % cluster.names().size()),
                reach,
                Patience.DEFAULT);
    }

    private void work(Gateway gateway, Duration pause) {
        RandomGenerator chance = simulation.surroundings(gateway.name()).random();
        for (int i = 0; i < OPERATIONS; i++) {
            gateway.surroundings().time().sleep(Duration.ofNanos(chance.nextLong(pause.toNanos())));
            String key = "key-" + chance.nextInt(KEYS);
            switch (chance.nextInt(12)) {
                case 0, 1 -> create(gateway);
                case 2, 3, 4 -> delete(gateway);
                case 5 -> get(gateway, key);
                case 6, 7, 8 -> empty(gateway, key, chance);
                default -> put(gateway, key, gateway.name() + "-" + i, chance);
            }
        }
    }

    /** Again and again one gateway deletes the empty bucket just when the others put. */
    private void duel(Gateway gateway, int number, Duration pause) {
        RandomGenerator chance = gateway.surroundings().random();
        for (int round = 0; round < DUELS; round++) {
            long begin = start + round * DUEL.toNanos();
            if (number == 0) {
                sleepUntil(begin);
                create(gateway);
                empty(gateway, "key-0", chance);
            }
            sleepUntil(begin + DUEL.toNanos() / 2 + chance.nextLong(pause.toNanos()));
            if (number == GATEWAYS - 1) {
                delete(gateway);
            } else {
                put(gateway, "key-0", gateway.name() + "-" + round, chance);
            }
        }
    }

    private void sleepUntil(long nanos) {
        long left = nanos - simulation.scenario().time().nanos();
        if (left > 0) {
            simulation.scenario().time().sleep(Duration.ofNanos(left));
        }
    }

    private void create(Gateway gateway) {
        CreateResult result = gateway.buckets().create(account, BUCKET);
        count("create", (Record) result);
        if (result instanceof CreateResult.Created created) {
            check(
                    buckets.states(created.bucket().id()).contains(BucketRecord.State.ACTIVE),
                    "not created");
        }
    }

    private void delete(Gateway gateway) {
        RemoveResult result = gateway.buckets().delete(account, BUCKET);
        count("delete", (Record) result);
        if (result instanceof RemoveResult.Deleted) {
            check(
                    buckets.lives().stream()
                            .anyMatch(
                                    id -> buckets.states(id).contains(BucketRecord.State.DELETED)),
                    "no life of the bucket has ended");
        }
    }

    private void put(Gateway gateway, String key, String text, RandomGenerator chance) {
        TextBody body = new TextBody(text, chance.nextBoolean() ? 20 : 300);
        OpId op = OpId.random(chance);
        written.put(body.etag(), op);
        long asked = cluster.oracle().now();
        try {
            PutResult result =
                    gateway.objects()
                            .put(
                                    new PutRequest(
                                            new Target(account, BUCKET, key, op),
                                            new WriteCondition.None(),
                                            Map.of(),
                                            Map.of()),
                                    body);
            count("put", (Record) result);
            if (result instanceof PutResult.Stored) {
                acknowledged.put(op, key);
            }
            if (result instanceof Failure.NoSuchBucket) {
                buckets.checkWasAbsent(asked, "a put");
                create(gateway);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes an object, so that the bucket can be deleted again. */
    private void empty(Gateway gateway, String key, RandomGenerator chance) {
        Target target = new Target(account, BUCKET, key, OpId.random(chance));
        long asked = cluster.oracle().now();
        DeleteResult result =
                gateway.objects().delete(new DeleteRequest(target, new WriteCondition.None()));
        count("empty", (Record) result);
        if (result instanceof Failure.NoSuchBucket) {
            buckets.checkWasAbsent(asked, "a delete");
        }
    }

    private void get(Gateway gateway, String key) {
        Target target = new Target(account, BUCKET, key, OpId.random(random));
        long asked = cluster.oracle().now();
        GetResult result = gateway.objects().get(new GetRequest(target, true));
        count("get", (Record) result);
        if (result instanceof Failure.NoSuchBucket) {
            buckets.checkWasAbsent(asked, "a get");
        }
        if (result instanceof GetResult.Found found) {
            String etag = found.object().manifest().etag();
            shown.put(Objects.requireNonNull(written.get(etag)), key);
            found.object().close();
        }
    }

    private void count(String what, Record end) {
        ends.merge(what + " " + end.getClass().getSimpleName(), 1, Integer::sum);
    }
}
