package io.giza.simulation.upload;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.UploadService.AbortResult;
import io.giza.model.BucketId;
import io.giza.model.VersionId;
import io.giza.replica.Account;
import io.giza.simulation.cluster.GatewayServices;
import io.giza.simulation.cluster.VoteOracle;

import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** A bucket in which clients of all gateways put parts, complete and abort the same few uploads. */
public final class SharedUploads {
    private final UploadOracle oracle;
    private final UploadClient client;

    /**
     * Begins without an upload.
     *
     * @param votes what is chosen
     * @param ends counts how operations ended
     */
    public SharedUploads(
            Account account,
            String bucket,
            BucketId id,
            VoteOracle votes,
            Map<String, Integer> ends) {
        this.oracle = new UploadOracle(votes, id);
        this.client = new UploadClient(account, bucket, oracle, ends);
    }

    BucketId bucket() {
        return oracle.bucket();
    }

    void count(String what, Record end) {
        client.count(what, end);
    }

    /** Does something, by chance. */
    public void act(GatewayServices gateway, RandomGenerator chance) {
        Optional<TrackedUpload> upload = oracle.any(chance);
        int what = chance.nextInt(20);
        if (upload.isEmpty() || what == 0) {
            client.create(gateway, chance);
        } else if (what < 8) {
            client.putPart(gateway, upload.get(), chance);
        } else if (what < 14) {
            client.complete(gateway, upload.get(), chance);
        } else if (what < 15) {
            client.abort(gateway, upload.get(), chance);
        } else if (what < 16) {
            client.delete(gateway, chance);
        } else if (what < 17) {
            client.put(gateway, chance);
        } else {
            client.get(gateway, get("key-" + chance.nextInt(UploadClient.KEYS), chance));
        }
    }

    private GetRequest get(String key, RandomGenerator chance) {
        return new GetRequest(client.target(key, chance), true);
    }

    /**
     * Ends all uploads that are unfinished, as a client does that comes much later, and judges all.
     *
     * @param isAllThere whether all data must be readable
     */
    public void end(GatewayServices late, RandomGenerator chance, boolean isAllThere) {
        for (TrackedUpload upload : oracle.all()) {
            AbortResult result =
                    late.uploads().abort(client.target(upload.key(), chance), upload.id());
            client.count("late abort", (Record) result);
            if (result instanceof AbortResult.Aborted) {
                upload.aborted();
            }
            for (VersionId version : oracle.check(upload)) {
                var request = new GetRequest(client.target(upload.key(), chance), version, true);
                check(
                        client.get(late, request) || !isAllThere,
                        "no answer: " + upload + " as " + version);
            }
        }
        readAll(late, chance, isAllThere);
    }

    private void readAll(GatewayServices late, RandomGenerator chance, boolean isAllThere) {
        for (int i = 0; i < UploadClient.KEYS; i++) {
            String key = "key-" + i;
            check(client.get(late, get(key, chance)) || !isAllThere, "no answer: " + key);
        }
    }

    /** Judges all uploads once more, whose objects must all be readable. */
    void judge(GatewayServices late, RandomGenerator chance) {
        oracle.all().forEach(oracle::check);
        readAll(late, chance, true);
    }
}
