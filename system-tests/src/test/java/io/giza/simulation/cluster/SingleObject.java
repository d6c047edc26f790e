package io.giza.simulation.cluster;

import io.giza.gateway.service.BucketService.CreateResult;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.PutResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.PutRequest;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.simulation.cluster.SimulatedCluster.Gateway;
import io.giza.testkit.sim.Simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The only object of the only bucket of a scenario, each request for it one of its own. */
public record SingleObject(Simulation simulation, SimulatedCluster cluster) {
    public static final String BUCKET = "bucket";
    public static final String NAME = "key";

    /** Long enough for fragments. */
    private static final int LENGTH = 1000;

    /** Creates the bucket, and returns the key in it. */
    public ObjectKey create(Gateway through) {
        var created = (CreateResult.Created) through.create(cluster.account(), BUCKET);
        return new ObjectKey(created.bucket().id(), NAME);
    }

    public Target target() {
        OpId op = OpId.random(simulation.scenario().random());
        return new Target(cluster.account(), BUCKET, NAME, op);
    }

    public static TextBody body(String text) {
        return new TextBody(text, LENGTH);
    }

    public PutResult put(Gateway through, String text) {
        return put(through, new WriteCondition.None(), body(text));
    }

    public PutResult put(Gateway through, WriteCondition condition, TextBody body) {
        PutRequest request = new PutRequest(target(), condition, Map.of(), Map.of());
        try {
            return through.objects().put(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public GetResult get(Gateway through) {
        return through.objects().get(new GetRequest(target(), true));
    }
}
