package io.giza.metadata.table.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.TableEntity;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureClients;
import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable.Tag;
import io.giza.metadata.table.RowTable.TaggedRow;
import io.giza.metadata.table.RowTable.TaggedSegment;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.TableFixture;
import io.giza.model.ObjectKey;
import io.giza.record.StoredRow;
import io.giza.replica.MetadataReplica.Scan;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.fixture.Samples;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** The table at Azure while requests and answers are lost, kept back and refused. */
@NeedsAzurite
class AzureFaultsTest {
    private static final ObjectKey KEY = Samples.key("photos/one.jpg");
    private static final Membership ONE = Membership.UNINITIALIZED.founded(1);

    private static AzuriteTables azurite;
    private static FaultyProxy proxy;

    private AzureAccount account;
    private AzureRowTable table;
    private Tag tag;

    @BeforeAll
    static void start() {
        azurite = new AzuriteTables();
        proxy = azurite.proxy();
    }

    @AfterAll
    static void stop() {
        azurite.close();
    }

    @BeforeEach
    void storeOne() throws Exception {
        account = azurite.fresh();
        table = AzuriteTables.open(account, new ManualTime());
        assertThat(table.store(KEY, TableFixture.row(1), null)).isTrue();
        tag = tagged().tag();
    }

    @AfterEach
    void clearFaults() {
        proxy.clearFaults();
    }

    @Test
    void theConditionIsReallySent() throws Exception {
        assertThat(table.store(KEY, TableFixture.row(2), tag)).isTrue();

        List<HttpCall> writes = proxy.calls().stream().filter(HttpCall::isWrite).toList();
        assertThat(writes.getLast().method()).isEqualTo("PUT");
        assertThat(writes.getLast().header("If-Match")).contains(tag.value());
        assertThat(writes.get(writes.size() - 2).method()).isEqualTo("POST");
    }

    @Test
    void aTagThatIsNoConditionIsAMistake() {
        for (String text : List.of("*", "")) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> table.store(KEY, TableFixture.row(2), new Tag(text)));
        }
    }

    @Test
    void anInsertionWhoseAnswerIsLostIsRecognised() throws Exception {
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());

        assertThat(table.store(Samples.key("two"), TableFixture.row(5), null)).isTrue();
        assertThat(table.load(Samples.key("two")).map(TaggedRow::stored))
                .contains(TableFixture.row(5));
        assertThat(proxy.isArmed()).isFalse();
    }

    @Test
    void anUpdateWhoseAnswerIsLostIsRecognised() throws Exception {
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());

        assertThat(table.store(KEY, TableFixture.row(2), tag)).isTrue();
        assertThat(tagged().stored()).isEqualTo(TableFixture.row(2));
        assertThat(proxy.isArmed()).isFalse();
    }

    @Test
    void aSegmentWhoseAnswersAreLostIsStoredAndDeleted() throws Exception {
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        assertThat(table.store(TableFixture.segmentKey(1), TableFixture.segment(1, 3), null))
                .isTrue();
        assertThat(table.load(TableFixture.segmentKey(1)).map(TaggedSegment::segment))
                .contains(TableFixture.segment(1, 3));

        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        table.delete(TableFixture.segmentKey(1));
        assertThat(table.load(TableFixture.segmentKey(1))).isEmpty();
        assertThat(proxy.isArmed()).isFalse();
    }

    @Test
    void aWriteThatNeverArrivedIsNotClaimed() throws Exception {
        for (Fault fault : List.of(new Fault.LoseRequest(), new Fault.TruncateUpload(40))) {
            proxy.applyToNext(HttpCall::isWrite, fault);

            assertThatExceptionOfType(RowTableException.class)
                    .isThrownBy(() -> table.store(KEY, TableFixture.row(2), tag))
                    .withMessageContainingAll("row " + KEY, "broke off");
            assertThat(tagged()).isEqualTo(new TaggedRow(TableFixture.row(1), tag));
        }
        assertThat(table.store(KEY, TableFixture.row(3), tag)).isTrue();
    }

    @Test
    void anAnswerThatIsCutShortIsNoRow() {
        proxy.applyToNext(call -> !call.isWrite(), new Fault.TruncateResponse(30));

        assertThatExceptionOfType(RowTableException.class).isThrownBy(() -> table.load(KEY));
    }

    @Test
    void aWriteThatWasOverwrittenBeforeItWasRecognisedHasLost() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        proxy.applyToNext(call -> !call.isWrite(), new Fault.Hold(latch));
        CompletableFuture<Boolean> stored = storing(TableFixture.row(2));
        while (proxy.isArmed()) {
            Thread.onSpinWait();
        }

        assertThat(tagged().stored()).isEqualTo(TableFixture.row(2));
        assertThat(table.store(KEY, TableFixture.row(3), tagged().tag())).isTrue();
        latch.countDown();

        assertThat(stored.get()).isFalse();
        assertThat(tagged().stored()).isEqualTo(TableFixture.row(3));
    }

    private CompletableFuture<Boolean> storing(StoredRow row) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return table.store(KEY, row, tag);
                    } catch (RowTableException e) {
                        throw new IllegalStateException(e);
                    }
                },
                Thread.ofPlatform()::start);
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void throttlingIsToldFromOtherFailures(int status) throws Exception {
        Fault busy = new Fault.Refuse(status, "ServerBusy", Duration.ofSeconds(1));
        proxy.applyToNext(HttpCall::isWrite, busy);
        assertThrottled(() -> table.store(KEY, TableFixture.row(2), tag))
                .withMessageContaining("throttling (" + status + " ServerBusy)");
        assertThat(tagged().tag()).isEqualTo(tag);

        proxy.applyToAll(call -> true, busy);
        assertThrottled(() -> table.store(KEY, TableFixture.row(2), tag));
        assertThrottled(() -> table.load(KEY));
        assertThrottled(() -> table.keys(null, 1));
        assertThrottled(() -> table.delete(TableFixture.segmentKey(1)));
        assertThrottled(() -> table.replaceMembership(Membership.UNINITIALIZED, ONE));
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404, 409, 412, 400, 500})
    void whatIsWrongIsSaidWithoutSecrets(int status) {
        proxy.applyToAll(call -> true, new Fault.Refuse(status, "Some_Code", Duration.ZERO));

        assertThatExceptionOfType(RowTableException.class)
                .isThrownBy(() -> table.keys(null, 1))
                .withMessageContaining("(" + status + " Some_Code)")
                .isNotInstanceOf(RowTableException.Throttled.class)
                .satisfies(e -> assertThat("" + e.getCause()).doesNotContain("AccountKey"));
    }

    /** 404 and 409 mean many things; those of the table as a whole are no lost races. */
    @Test
    void aTableThatIsGoneOrBeingDeletedIsNoConflict() {
        Fault gone = new Fault.Refuse(404, "TableNotFound", Duration.ZERO);
        Fault ending = new Fault.Refuse(409, "TableBeingDeleted", Duration.ZERO);
        proxy.applyToNext(HttpCall::isWrite, gone);
        assertThatExceptionOfType(RowTableException.class)
                .isThrownBy(() -> table.store(KEY, TableFixture.row(2), tag));
        proxy.applyToNext(HttpCall::isWrite, ending);
        assertThatExceptionOfType(RowTableException.class)
                .isThrownBy(() -> table.store(Samples.key("new"), TableFixture.row(2), null));
        proxy.applyToNext(call -> !call.isWrite(), gone);
        assertThatExceptionOfType(RowTableException.class).isThrownBy(() -> table.load(KEY));
    }

    @Test
    void aRowOfAnUnknownFormatIsRefusedWithItsKey() throws Exception {
        EntityKeys.EntityKey place = EntityKeys.of(KEY);
        TableClient client = new AzureClients(account).table(AzureClients.Tries.ONE);
        client.updateEntity(
                new TableEntity(place.partition(), place.row())
                        .addProperty("Data0", new byte[] {99, 0, 0}));

        TableFixture.assertFails(() -> table.load(KEY), "row " + KEY + ": ");
        TableFixture.assertFails(() -> table.load(KEY), "format 99");
        Scan scan = new Scan(Samples.BUCKET, "", "", false, 1);
        TableFixture.assertFails(() -> table.scan(scan, 0), "photos/one.jpg: ");
    }

    @Test
    void aMembershipWhoseAnswerIsLostIsRecognised() throws Exception {
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        assertThat(table.replaceMembership(Membership.UNINITIALIZED, ONE)).isTrue();
        assertThat(table.membership()).isEqualTo(ONE);

        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        assertThat(table.replaceMembership(ONE, ONE.raised(2))).isTrue();
        assertThat(AzuriteTables.open(account).membership()).isEqualTo(ONE.raised(2));
    }

    /** The write of the old epoch is applied though nobody waits for it, but before the new one. */
    @Test
    void aWriteThatWasGivenUpIsAppliedBeforeAHigherEpochOrNever() throws Exception {
        ManualTime time = new ManualTime();
        AzureAccount shortTimeouts = azurite.account(account.table(), Duration.ofSeconds(1));
        AzureRowTable slow = AzuriteTables.open(shortTimeouts, time);
        assertThat(slow.replaceMembership(Membership.UNINITIALIZED, ONE)).isTrue();
        CountDownLatch latch = new CountDownLatch(1);
        proxy.applyToNext(HttpCall::isWrite, new Fault.Hold(latch));
        assertThatExceptionOfType(RowTableException.class)
                .isThrownBy(() -> slow.store(KEY, TableFixture.row(1), tag))
                .withMessageContaining("did not answer in time");

        time.duringSleep(
                () -> {
                    latch.countDown();
                    while (tagged().tag().equals(tag)) {
                        Thread.onSpinWait();
                    }
                });
        assertThat(slow.replaceMembership(ONE, ONE.raised(2))).isTrue();

        assertThat(time.slept()).containsExactly(account.limits().quietPeriod());
        assertThat(slow.store(KEY, TableFixture.row(1), tagged().tag())).isFalse();
        assertThat(slow.store(KEY, TableFixture.row(2), tagged().tag())).isTrue();
    }

    @Test
    void aTableThatIsTakenOverWaitsForWhatItsFormerOwnerSent() throws Exception {
        assertThat(table.replaceMembership(Membership.UNINITIALIZED, ONE)).isTrue();
        table.close();
        ManualTime time = new ManualTime();
        AzureRowTable next = AzuriteTables.open(account, time);

        assertThat(next.load(KEY)).contains(new TaggedRow(TableFixture.row(1), tag));
        assertThat(next.store(KEY, TableFixture.row(1), tag)).isTrue();
        assertThat(next.replaceMembership(ONE, ONE.raised(2))).isTrue();
        assertThat(time.slept()).containsExactly(Duration.ofSeconds(90));
        TableFixture.assertFails(() -> table.load(KEY), "closed");
    }

    private static ThrowableAssertAlternative<?> assertThrottled(ThrowingCallable call) {
        return assertThatExceptionOfType(RowTableException.Throttled.class).isThrownBy(call);
    }

    private TaggedRow tagged() {
        try {
            return table.load(KEY).orElseThrow();
        } catch (RowTableException e) {
            throw new IllegalStateException(e);
        }
    }
}
