package io.giza.paxos;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.OpId;
import io.giza.model.Value;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

class RetriesTest {
    private static final Instant DATE = Instant.parse("2026-11-29T10:20:30Z");
    private final Random random = new Random(1);

    @Test
    void onlyTheRecordsOfRetriesAreListed() {
        OpId op = op();
        assertThat(Retries.NONE.after(entry(op.ofAttempt(DATE, false)))).isEqualTo(Retries.NONE);
        assertThat(Retries.NONE.after(entry(op))).isEqualTo(Retries.NONE);
        Retries retries = Retries.NONE.after(entry(op.ofAttempt(DATE, true)));
        assertThat(retries.count(op::equals)).isOne();
        assertThat(retries.count(op()::equals)).isZero();
        assertThat(retries.mayLack(Instant.EPOCH.plusSeconds(1))).isFalse();
    }

    @Test
    void theRecordWithTheEarliestDateIsDroppedFirst() {
        OpId last = op();
        Retries retries = Retries.NONE.after(entry(last.ofAttempt(DATE.plusSeconds(100), true)));
        OpId second = op();
        for (int i = 0; i < Retries.CAPACITY; i++) {
            OpId next = i == 1 ? second : op();
            retries = retries.after(entry(next.ofAttempt(DATE.plusSeconds(i), true)));
        }
        assertThat(retries.records()).hasSize(Retries.CAPACITY);
        assertThat(retries.count(last::equals)).isOne();
        assertThat(retries.count(second::equals)).isOne();
        assertThat(retries.mayLack(DATE)).isTrue();
        assertThat(retries.mayLack(DATE.plusSeconds(1))).isFalse();
    }

    @Test
    void recordsThatAreOlderThanAnySignatureThatGatewaysAcceptAreDropped() {
        OpId old = op();
        Retries retries = Retries.NONE.after(entry(old.ofAttempt(DATE, true)));
        Instant later = DATE.plus(Duration.ofMinutes(61));
        retries = retries.after(entry(op().ofAttempt(later, true)));
        assertThat(retries.count(old::equals)).isZero();
        assertThat(retries.mayLack(DATE)).isTrue();
        assertThat(retries.mayLack(DATE.plusSeconds(1))).isFalse();
        Retries withOlder = retries.after(entry(op().ofAttempt(DATE.minusSeconds(5), true)));
        assertThat(withOlder).isEqualTo(retries);
    }

    @Test
    void aRowKnowsTheRetriesAmongVersionsThatItDoesNotHold() {
        OpId retry = op();
        Row row =
                Row.ABSENT
                        .append(value(retry.ofAttempt(DATE, true)))
                        .append(value(op()))
                        .since(2)
                        .withOpen(Slot.UNTOUCHED)
                        .withEpoch(2);
        assertThat(row.retries().count(retry::equals)).isOne();
        assertThat(row.precededBy(List.of(entry(retry))).retries()).isEqualTo(row.retries());
        assertThat(Row.empty(2, 1).retries()).isEqualTo(Retries.NONE);
    }

    private OpId op() {
        return OpId.random(random);
    }

    private Entry entry(OpId op) {
        return Entry.learned(1, value(op));
    }

    private Value value(OpId op) {
        return Value.noOp(random, 0, 0).withOp(op);
    }
}
