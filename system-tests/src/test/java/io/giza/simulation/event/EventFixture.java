package io.giza.simulation.event;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.gateway.bucket.BucketDirectory;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.cluster.RequestSettings;
import io.giza.gateway.notify.Announcer;
import io.giza.gateway.notify.Lanes;
import io.giza.gateway.notify.ReplicatedEventLog;
import io.giza.model.BucketId;
import io.giza.model.Command;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.notification.NotificationCodec;
import io.giza.notification.NotificationRule;
import io.giza.notification.NotificationRule.Kind;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.simulation.cluster.SimulatedCluster.GatewaySettings;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** A bucket with a webhook, and the announcer of a gateway. */
public final class EventFixture {
    static final String WEBHOOK = "hook";

    private EventFixture() {}

    /** Returns the announcer of a gateway. */
    static Announcer announcer(Gateway gateway) {
        return announcer(gateway, RequestSettings.DEFAULTS, Announcer.FRESHNESS);
    }

    /**
     * Returns the announcer of a gateway.
     *
     * @param freshness how long a bucket's notification rules are cached
     */
    public static Announcer announcer(
            Gateway gateway, RequestSettings settings, Duration freshness) {
        Cluster reached =
                new Cluster(
                        gateway.versions(),
                        new ManifestCodec(ManifestCodec.NEWEST_FORMAT),
                        settings,
                        GatewaySettings.DEFAULT.newSuspicion(gateway.surroundings()));
        return new Announcer(
                new ReplicatedEventLog(
                        reached,
                        new BucketDirectory(reached),
                        gateway.metadata().group().home(),
                        new Lanes(gateway.surroundings())),
                gateway.surroundings(),
                freshness);
    }

    /** Has a bucket tell its webhook of everything, and goes on until that is decided. */
    public static void configure(Gateway founder, BucketId bucket) {
        NotificationRule all =
                new NotificationRule(
                        "all",
                        Kind.QUEUE,
                        "arn",
                        WEBHOOK,
                        List.of("s3:ObjectCreated:*", "s3:ObjectRemoved:*"),
                        "",
                        "");
        RandomGenerator chance = founder.surroundings().random();
        CommitResult result;
        do {
            Value value =
                    new Value(
                            NotificationCodec.FORMAT,
                            PutId.random(chance),
                            0,
                            OpId.random(chance),
                            new Command.Put(
                                    Mode.UNVERSIONED, NotificationCodec.encode(List.of(all))));
            result =
                    founder.metadata()
                            .committer()
                            .append(
                                    ObjectKey.ofConfiguration(bucket, "notification"),
                                    Draft.of(value),
                                    Row.ABSENT,
                                    null,
                                    founder.surroundings().time().after(Duration.ofHours(1)));
        } while (!(result instanceof CommitResult.Committed));
    }
}
