package io.giza.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.gateway.admin.JsonAnswer.Fault;
import io.giza.gateway.fake.InMemoryRows;
import io.giza.gateway.fake.RunningGateway;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.auth.PayloadMode;
import io.giza.gateway.s3.request.Query;
import io.giza.gateway.service.ClientOperation;
import io.giza.gateway.system.SystemRows;
import io.giza.gateway.system.SystemRows.Change;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.AccessKeyRecord.Role;
import io.giza.record.AuditRecord;
import io.giza.record.AuditRecordCodec;
import io.giza.record.KeyLimits;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.StringNode;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** That nothing is changed of which no row tells. */
class AuditTrailTest {
    private static final VirtualThreads THREADS = new VirtualThreads();
    private static final Surroundings SURROUNDINGS =
            new Surroundings(THREADS, THREADS, new Random(1));
    private static final AdminRoute ROUTE =
            AdminRoute.post("/keys/{id}/disable", Set.of(), _ -> JsonAnswer.of("x", Map.of()));

    private final InMemoryRows rows = new InMemoryRows();
    private final AuditTrail trail = new AuditTrail(new DcName("dc1"), rows, SURROUNDINGS);
    private final AdminCall call =
            new AdminCall(
                    new Caller(
                            "anna",
                            RunningGateway.account(),
                            Role.OPERATOR,
                            KeyLimits.NONE,
                            new PayloadMode.Unsigned(),
                            Set.of()),
                    "192.0.2.1",
                    Map.of("id", "GIZAB"),
                    Query.parse(""),
                    Map.of("why", StringNode.valueOf("lost")));

    private List<AuditRecord> records() {
        return ((SystemRows.Listed) rows.list(ObjectKey.AUDIT, "", 1000))
                .records().stream().map(each -> AuditRecordCodec.decode(each.record())).toList();
    }

    @Test
    void whatWasAskedForIsKnownBeforeItIsDoneAndWhatCameOfItAfterwards() {
        JsonAnswer answer =
                trail.around(
                        call,
                        ROUTE,
                        () -> {
                            assertThat(records()).hasSize(1);
                            assertThat(records().getFirst().status()).isZero();
                            return JsonAnswer.error(Fault.NOT_FOUND, "there is none.");
                        });

        assertThat(answer.status()).isEqualTo(404);
        assertThat(records()).hasSize(1);
        AuditRecord record = records().getFirst();
        assertThat(record.accessKey()).isEqualTo("anna");
        assertThat(record.account()).isEqualTo("default");
        assertThat(record.remote()).isEqualTo("192.0.2.1");
        assertThat(record.dc()).isEqualTo("dc1");
        assertThat(record.method() + " " + record.path()).isEqualTo("POST /keys/GIZAB/disable");
        assertThat(record.fields()).isEqualTo(Map.of("why", "lost"));
        assertThat(record.status()).isEqualTo(404);
        assertThat(record.error()).isEqualTo("there is none.");
    }

    @Test
    void whatAGatewayFailedAtIsKnownToHaveFailed() {
        assertThat(recordOfWhatThrew(new IllegalStateException("fails")).status()).isEqualTo(500);
    }

    /** An error stands for the end of the process: nothing is done after it. */
    @Test
    void whatAGatewayDiedOverIsKnownToHaveBeenAskedFor() {
        assertThat(recordOfWhatThrew(new LinkageError("dies")).status()).isZero();
    }

    private AuditRecord recordOfWhatThrew(Throwable thrown) {
        Supplier<JsonAnswer> action =
                () -> {
                    if (thrown instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) thrown;
                };
        assertThatThrownBy(() -> trail.around(call, ROUTE, action)).isSameAs(thrown);
        assertThat(records()).hasSize(1);
        return records().getFirst();
    }

    @Test
    void nothingIsDoneWhereNoQuorumKeepsThatItWasAskedFor() {
        rows.beSilent(true);
        AtomicBoolean done = new AtomicBoolean();

        JsonAnswer answer =
                trail.around(
                        call,
                        ROUTE,
                        () -> {
                            done.set(true);
                            return JsonAnswer.of("x", Map.of());
                        });

        assertThat(answer.status()).isEqualTo(503);
        assertThat(String.valueOf(answer.body().get("error"))).startsWith("nothing was changed");
        assertThat(done).isFalse();
    }

    @Test
    void textsThatAreTooLongAreCutOff() {
        String text = "\u20ac".repeat(60_000);
        AdminCall longCall =
                new AdminCall(
                        call.caller(),
                        call.remote(),
                        Map.of("id", text),
                        call.query(),
                        Map.of("why", StringNode.valueOf(text)));

        trail.around(longCall, ROUTE, () -> JsonAnswer.error(Fault.NOT_FOUND, text));

        assertThat(records().getFirst().status()).isEqualTo(404);
        assertThat(records().getFirst().fields().get("why")).hasSize(503);
    }

    @Test
    void whatIsOlderThanItIsKeptIsRemoved() {
        Instant now = Instant.now();
        for (int i = 0; i < 250; i++) {
            put(now.minus(AuditTrail.KEPT).minusSeconds(60 + i));
        }
        put(now.minus(AuditTrail.KEPT).plusSeconds(60));

        trail.around(call, ROUTE, () -> JsonAnswer.of("x", Map.of()));

        while (records().size() > 2) {
            Thread.yield();
        }
        assertThat(records()).hasSize(2);
        assertThat(records().getFirst().time()).isAfter(now.minus(AuditTrail.KEPT));
    }

    private void put(Instant time) {
        AuditRecord record =
                new AuditRecord(time, "a", "b", "c", "d", "POST", "/keys", Map.of(), 200, "");
        rows.change(
                ObjectKey.ofAudit(AuditTrail.idBefore(time) + "-0"),
                ClientOperation.once(new Random(1)),
                Change.to(AuditRecordCodec.FORMAT, AuditRecordCodec.encode(record)));
    }
}
