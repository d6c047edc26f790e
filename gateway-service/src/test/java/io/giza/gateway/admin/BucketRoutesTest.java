package io.giza.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.concurrent.Surroundings;
import io.giza.gateway.fake.InMemoryBuckets;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.fake.SteppedClock;
import io.giza.gateway.quota.QuotaRows;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.level.DecidedLevel;
import io.giza.level.LevelRange;
import io.giza.level.LevelRow;
import io.giza.level.LiveLevel;
import io.giza.model.BucketId;
import io.giza.model.BucketRecord;
import io.giza.model.BucketRecord.State;
import io.giza.model.BucketRecord.Versioning;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.BucketRecordCodec;
import io.giza.record.KeyLimits;
import io.giza.usage.Quota;
import io.giza.usage.QuotaRecord;
import io.giza.usage.Usage;
import io.giza.usage.UsageCodec;
import io.giza.usage.UsageRecord;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** What operators are told of buckets, and what of their quotas is kept. */
class BucketRoutesTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant AT = Instant.ofEpochSecond(1_800_000_000);

    private final SteppedClock clock = new SteppedClock();
    private final Surroundings surroundings = new Surroundings(clock, clock, new Random(7));
    private final InMemoryRows rows = new InMemoryRows();
    private final InMemoryBuckets buckets = new InMemoryBuckets(_ -> true);
    private final QuotaRows quotas = new QuotaRows(rows);
    private int written = LevelRange.OPERATED;
    private final LiveLevel level =
            new LiveLevel(
                    _ -> new LevelRow.Found(new DecidedLevel(written, "")), LevelRange.OF_RELEASE);
    private final BucketRoutes routes =
            new BucketRoutes(buckets, rows, new QuotaChanges(quotas, level, surroundings));

    @Test
    void eachPageHasTheBucketsOfItsNamesAndWhatTheyHold() {
        for (int i = 0; i < 7; i++) {
            bucket("bucket-" + i, i % 2 == 0 ? "even" : "odd", i, State.ACTIVE);
            sum("bucket-" + i, i % 2 == 0 ? "even" : "odd", i, i);
        }
        bucket("bucket-35", "odd", 8, State.DELETED);

        List<String> all = new ArrayList<>();
        String after = "";
        boolean more = true;
        while (more) {
            JsonNode page = get("/buckets", "limit=2" + (all.isEmpty() ? "" : "&after=" + after));
            for (JsonNode each : page.path("buckets")) {
                after = each.path("name").asString();
                all.add(after + " " + each.path("usage").path("bytes").asLong());
            }
            more = page.path("more").asBoolean();
        }

        assertThat(all)
                .containsExactly(
                        "bucket-0 0",
                        "bucket-1 1",
                        "bucket-2 2",
                        "bucket-3 3",
                        "bucket-4 4",
                        "bucket-5 5",
                        "bucket-6 6");
        JsonNode odd = get("/buckets", "account=odd&limit=2");
        assertThat(odd.path("buckets").size()).isEqualTo(2);
        assertThat(odd.path("buckets").path(1).path("name").asString()).isEqualTo("bucket-3");
        assertThat(odd.path("more").asBoolean()).isTrue();
        assertThat(get("/buckets", "account=nobody").path("buckets").isEmpty()).isTrue();
    }

    @Test
    void whatIsOfAnEarlierBucketOrOfAnotherAccountIsNotToldOfThisOne() {
        bucket("bucket", "mine", 2, State.ACTIVE);
        sum("bucket", "mine", 1, 100);
        quotas.set(
                ObjectKey.ofBucketQuota("bucket"),
                ClientOperation.once(new Random(1)),
                new QuotaRecord("theirs", new Quota(1, 1)));

        JsonNode shown = get("/buckets", "").path("buckets").path(0);
        assertThat(shown.path("usage").isNull()).isTrue();
        assertThat(shown.path("quota").isNull()).isTrue();
    }

    @Test
    void aQuotaTakesThePlaceOfTheOneBefore() {
        buckets.create(RunningGateway.account(), "bucket", ClientOperation.once(new Random(1)));

        assertThat(put("bucket", Map.of("bytes", "1000", "objects", "5")).status()).isEqualTo(200);
        assertThat(put("bucket", Map.of("objects", "7")).status()).isEqualTo(200);

        assertThat(quotas.ofBucket("bucket"))
                .isEqualTo(
                        new QuotaRows.Told<>(
                                Optional.of(new QuotaRecord("default", new Quota(0, 7)))));
        JsonNode usage = get("/buckets/bucket/usage", "");
        assertThat(usage.path("quota").path("objects").asLong()).isEqualTo(7);
        assertThat(usage.path("usage").isNull()).isTrue();
        assertThat(call("DELETE", "/buckets/bucket/quota", "", Map.of()).status()).isEqualTo(200);
        assertThat(quotas.ofBucket("bucket")).isEqualTo(new QuotaRows.Told<>(Optional.empty()));
    }

    /** A gateway of the release before would not obey it. */
    @Test
    void aQuotaIsRefusedUntilAllGatewaysObeyIt() {
        written = LevelRange.FIRST;
        buckets.create(RunningGateway.account(), "bucket", ClientOperation.once(new Random(1)));

        JsonAnswer refused = put("bucket", Map.of("bytes", "1000"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(String.valueOf(refused.body().get("error")))
                .contains("a quota needs format level 2")
                .contains("giza upgrade finalize");
        assertThat(quotas.ofBucket("bucket")).isEqualTo(new QuotaRows.Told<>(Optional.empty()));

        written = LevelRange.OPERATED;
        assertThat(put("bucket", Map.of("bytes", "1000")).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "bucket, bytes, -1, 400",
        "bucket, bytes, 1GiB, 400",
        "bucket, bytes, 0, 400",
        "bucket, bytes, 1152921504606846977, 400",
        "bucket, objects, 9999999999999999999, 400",
        "nobody, bytes, 1, 404",
        "No_Bucket, bytes, 1, 404",
    })
    void whatIsNoQuotaIsRefused(String bucket, String field, String value, int status) {
        buckets.create(RunningGateway.account(), "bucket", ClientOperation.once(new Random(1)));

        assertThat(put(bucket, Map.of(field, value)).status()).isEqualTo(status);
        assertThat(quotas.ofBucket("bucket")).isEqualTo(new QuotaRows.Told<>(Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"limit=0", "limit=1001", "limit=x", "after=No_Bucket", "after=../x"})
    void whatIsNoPageIsRefused(String query) {
        assertThat(call("GET", "/buckets", query, Map.of()).status()).isEqualTo(400);
    }

    @Test
    void whereNoQuorumTellsNobodyIsToldWrong() {
        bucket("bucket", "mine", 1, State.ACTIVE);
        buckets.create(RunningGateway.account(), "bucket", ClientOperation.once(new Random(1)));
        rows.beSilent(true);

        assertThat(call("GET", "/buckets", "", Map.of()).status()).isEqualTo(503);
        assertThat(call("GET", "/buckets/bucket/usage", "", Map.of()).status()).isEqualTo(503);
        assertThat(put("bucket", Map.of("bytes", "1")).status()).isEqualTo(503);
    }

    private void bucket(String name, String account, long id, State state) {
        BucketRecord record =
                new BucketRecord(
                        new BucketId(new UUID(1, id)), state, account, AT, Versioning.UNVERSIONED);
        change(
                ObjectKey.ofBucketRecord(name),
                BucketRecordCodec.formatOf(record),
                BucketRecordCodec.encode(record));
    }

    private void sum(String bucket, String account, long id, long bytes) {
        UsageRecord sum =
                new UsageRecord(
                        new BucketId(new UUID(1, id)),
                        new Usage(1, 1, 0, bytes, 0, 0, bytes),
                        AT,
                        AT);
        change(ObjectKey.ofUsage(account, bucket), UsageCodec.FORMAT, UsageCodec.encode(sum));
    }

    private void change(ObjectKey key, int format, Bytes body) {
        rows.change(key, ClientOperation.once(new Random(1)), Change.to(format, body));
    }

    private JsonNode get(String path, String query) {
        JsonAnswer answer = call("GET", path, query, Map.of());
        assertThat(answer.status()).isEqualTo(200);
        return JSON.valueToTree(answer.body());
    }

    private JsonAnswer put(String bucket, Map<String, String> fields) {
        return call("PUT", "/buckets/" + bucket + "/quota", "", fields);
    }

    private JsonAnswer call(String method, String path, String query, Map<String, String> fields) {
        Map<String, JsonNode> body = new HashMap<>();
        fields.forEach((name, value) -> body.put(name, StringNode.valueOf(value)));
        for (AdminRoute route : routes.routes()) {
            Optional<Map<String, String>> names = route.match(path);
            if (names.isPresent() && route.method().equals(method)) {
                return route.handler()
                        .answer(
                                new AdminCall(
                                        operator(),
                                        "192.0.2.1",
                                        names.get(),
                                        Query.parse(query),
                                        body));
            }
        }
        throw new AssertionError("no route " + method + " " + path);
    }

    private static Caller operator() {
        return new Caller(
                "anna",
                RunningGateway.account(),
                Role.OPERATOR,
                KeyLimits.NONE,
                new PayloadMode.Unsigned(),
                Set.of());
    }
}
