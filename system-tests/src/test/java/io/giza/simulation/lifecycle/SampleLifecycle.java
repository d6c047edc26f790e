package io.giza.simulation.lifecycle;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.gc.sweep.LifecycleSweep;
import io.giza.lifecycle.LifecycleActions;
import io.giza.lifecycle.LifecycleActions.AfterDays;
import io.giza.lifecycle.LifecycleActions.LoneMarkers;
import io.giza.lifecycle.LifecycleActions.Noncurrent;
import io.giza.lifecycle.LifecycleActions.OnDate;
import io.giza.lifecycle.LifecycleConfiguration;
import io.giza.lifecycle.LifecycleFilter;
import io.giza.lifecycle.LifecycleRule;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.record.LifecycleCodec;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The lifecycle of a bucket in which something is due at once, and something within days. */
public final class SampleLifecycle {
    private SampleLifecycle() {}

    /** What is large is due at once, and so are markers; of the keys the rest within days. */
    static LifecycleConfiguration keeping(int kept) {
        LifecycleFilter large =
                new LifecycleFilter("", new TreeMap<>(), 400, LifecycleFilter.ANY_BELOW);
        LifecycleFilter keys = LifecycleFilter.of("key-");
        LifecycleFilter all = LifecycleFilter.of("");
        OnDate past = new OnDate(Instant.parse("2025-12-01T00:00:00Z"));
        return new LifecycleConfiguration(
                List.of(
                        rule("large", large, new LifecycleActions(past, null, 0)),
                        rule(
                                "old",
                                keys,
                                new LifecycleActions(new AfterDays(2), new Noncurrent(1, kept), 0)),
                        rule("uploads", all, new LifecycleActions(null, null, 1)),
                        rule("markers", all, new LifecycleActions(new LoneMarkers(), null, 0))));
    }

    private static LifecycleRule rule(String id, LifecycleFilter filter, LifecycleActions does) {
        return new LifecycleRule(id, true, filter, does);
    }

    /** Gives a bucket its lifecycle, and goes on until that is decided. */
    public static void configure(
            Gateway founder, BucketId bucket, LifecycleConfiguration configured) {
        ObjectKey key = ObjectKey.ofConfiguration(bucket, LifecycleSweep.DOCUMENT);
        RandomGenerator chance = founder.surroundings().random();
        CommitResult result;
        do {
            Value value =
                    new Value(
                            LifecycleCodec.FORMAT,
                            PutId.random(chance),
                            0,
                            OpId.random(chance),
                            new Command.Put(Mode.UNVERSIONED, LifecycleCodec.encode(configured)));
            result =
                    founder.metadata()
                            .committer()
                            .append(
                                    key,
                                    Draft.of(value),
                                    Row.ABSENT,
                                    null,
                                    founder.surroundings().time().after(Duration.ofMinutes(1)));
        } while (!(result instanceof CommitResult.Committed));
    }
}
