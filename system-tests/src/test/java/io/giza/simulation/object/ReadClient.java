package io.giza.simulation.object;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.service.ListRequest;
import io.giza.gateway.service.ListResult;
import io.giza.gateway.service.ObjectService;
import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.ObjectService.GetRequest;
import io.giza.gateway.service.ObjectService.GetResult;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.gateway.service.OpenObject;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.stripe.read.ByteTarget;
import io.giza.testkit.check.Operation;
import io.giza.testkit.check.RegisterHistory.Call;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The reads of a client of one gateway.
 *
 * @param seen the ETag of each key that the client saw last
 */
record ReadClient(
        ObjectService objects,
        RandomGenerator random,
        SharedObjects shared,
        Map<String, String> seen) {
    /** Reads an object and tells whether there was an answer. */
    boolean get(String key) {
        Call call = shared.history(key).get();
        GetResult result = objects.get(new GetRequest(target(key), random.nextInt(4) > 0));
        shared.count("get", (Record) result);
        return switch (result) {
            case GetResult.Found found -> {
                try (OpenObject object = found.object()) {
                    read(object);
                    seen.put(key, object.manifest().etag());
                    String text = shared.text(object.manifest());
                    call.found(text, Operation.UNKNOWN_VERSION);
                }
                yield true;
            }
            case GetResult.Absent _ -> {
                call.foundNothing();
                yield true;
            }
            case Failure.Busy _, Failure.Unavailable _ -> false;
            case Failure.DataLost lost -> {
                check(shared.oracle.mayBeLost(new ObjectKey(shared.bucket, key)), "I7: " + lost);
                yield true;
            }
            case GetResult.Marker _ -> throw new AssertionError("no version was named");
            case Failure failure -> throw new AssertionError("no answer for a get: " + failure);
        };
    }

    private void read(OpenObject object) {
        byte[] expected = shared.body(object.manifest()).bytes();
        int offset = random.nextBoolean() ? 0 : random.nextInt(expected.length);
        int length = expected.length - offset;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            object.writeTo(ByteTarget.of(bytes), offset, length);
        } catch (IOException e) {
            shared.ends.merge("get broken off", 1, Integer::sum);
            return;
        }
        check(
                Arrays.equals(
                        Arrays.copyOfRange(expected, offset, expected.length), bytes.toByteArray()),
                "other bytes than were put: " + object.manifest());
    }

    /** Lists the bucket, a read of each key, and tells whether there was an answer. */
    boolean list() {
        Map<String, Call> calls = new HashMap<>();
        shared.histories.forEach((key, history) -> calls.put(key, history.get()));
        ListResult result =
                objects.list(
                        new ListRequest(shared.account, ObjectScenario.BUCKET, "", "", "", 1000));
        shared.count("list", (Record) result);
        if (!(result instanceof ListResult.Page page)) {
            check(result instanceof Failure.Unavailable, "no answer for a list: " + result);
            return false;
        }
        Map<String, Manifest> listed =
                page.objects().stream()
                        .collect(
                                Collectors.toMap(
                                        ListResult.Entry::key, ListResult.Entry::manifest));
        check(calls.keySet().containsAll(listed.keySet()), "unknown keys: " + listed);
        calls.forEach(
                (key, call) -> {
                    Manifest manifest = listed.get(key);
                    if (manifest == null) {
                        call.foundNothing();
                    } else {
                        call.found(shared.text(manifest), Operation.UNKNOWN_VERSION);
                    }
                });
        return true;
    }

    private Target target(String key) {
        return new Target(shared.account, ObjectScenario.BUCKET, key, ClientOperation.once(random));
    }
}
