package io.giza.azure.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.azure.AzureClients;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.fragment.FragmentContainer.State;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.StripeLayout;
import io.giza.membership.Membership;
import io.giza.membership.Seat;
import io.giza.membership.StoreStartup;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.contract.WholeFragmentContract;
import io.giza.wire.BinaryFragmentFormat;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Fragments in a container whose membership another process changes: here, the test. */
@NeedsAzurite
class DirectFragmentStoreTest extends WholeFragmentContract {
    private static final DcName DC = new DcName("dc2");
    private static final AzureSettings.Limits SHORT_TIMEOUTS =
            new AzureSettings.Limits(
                    null, null, 1, Duration.ofMillis(1), Duration.ofMillis(2), null, null);

    private static @Nullable AzuriteServer server;
    private static int containers;

    private final FaultyProxy proxy = FaultyProxy.inFrontOf(server().blobPort());
    private AzureSettings settings =
            AzureSettings.of(AzuriteProcess.connectionString(proxy.port(), 1))
                    .withNames("direct-" + containers++, "unused")
                    .withLimits(SHORT_TIMEOUTS);
    private final FragmentContainer service = container();
    private final DirectFragmentStore store = direct();

    @BeforeAll
    static void startServer() {
        server = AzuriteServer.start();
    }

    @AfterAll
    static void stopServer() {
        server().close();
    }

    private static AzuriteServer server() {
        return Objects.requireNonNull(server);
    }

    @BeforeEach
    void beginTheStore() throws IOException {
        service.blobs().createContainerIfAbsent();
        change(Membership.UNINITIALIZED.founded(1), false);
    }

    @AfterEach
    void closeProxy() {
        proxy.close();
    }

    private FragmentContainer container() {
        return new FragmentContainer(
                new AzureBlobs(new AzureClients(settings.toAccount("x")), new VirtualThreads()));
    }

    private DirectFragmentStore direct() {
        return direct(null);
    }

    private DirectFragmentStore direct(@Nullable Seat expectedSeat) {
        return new DirectFragmentStore(
                DC, expectedSeat, container(), new BlockBuffers(2), new VirtualThreads());
    }

    private void change(Membership next, boolean isClosed) throws IOException {
        assertThat(service.replace(service.readOrCreate(), next, isClosed)).isPresent();
    }

    @Override
    protected FragmentStore store() {
        return store;
    }

    @Test
    void aStoreThatWasNeverBegunIsNotReady() throws Exception {
        settings = settings.withNames("never-begun", "unused");
        FragmentContainer empty = container();
        empty.blobs().createContainerIfAbsent();
        DirectFragmentStore early = direct();
        FragmentId id = fragment("k");

        assertNotReady(() -> early.read(id, 0, 1));
        assertNotReady(() -> put(early, id, content(id, 10)));
        State uninitialized = empty.readOrCreate();
        assertThat(uninitialized.membership()).isEqualTo(Membership.UNINITIALIZED);
        assertNotReady(() -> early.read(id, 0, 1));
        assertNotReady(() -> put(early, id, content(id, 10)));
    }

    @Test
    void aStoreThatIsJoiningForgetsAndTakesNothingOfEpochsThatEnded() throws Exception {
        FragmentId id = fragment("old");
        FragmentId young = fragment("young");
        change(Membership.UNINITIALIZED.founded(1).joining(2), false);

        assertNotReady(() -> store.read(id, 0, 1));
        assertFails(ReplicaException.Refused.class, () -> put(store, id, content(id, 10)));
        assertNotReady(() -> put(store, young, header(Kind.POISON, young, 2)));
        assertThat(put(store, young, header(Kind.DATA, young, 2))).isEqualTo(Outcome.STORED);
        change(Membership.UNINITIALIZED.founded(1).joining(2).activated(2), false);
        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        assertThat(put(store, id, header(Kind.POISON, id, 2))).isEqualTo(Outcome.STORED);
    }

    @Test
    void whatWasAbsentIsForgottenAsSoonAsTheStoreJoinsAnew() throws Exception {
        FragmentId id = fragment("k");
        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        change(Membership.UNINITIALIZED.founded(1).joining(2), false);

        assertNotReady(() -> store.read(id, 0, 1));
    }

    @Test
    void nothingIsCreatedOfAnEpochThatTheStoreWasNotTold() throws Exception {
        FragmentId id = fragment("k");

        assertNotReady(() -> put(store, id, header(Kind.DATA, id, 2)));
        assertThat(service.readOrCreate().membership())
                .isEqualTo(Membership.UNINITIALIZED.founded(1));
        change(Membership.UNINITIALIZED.founded(1).raised(2), false);
        assertThat(put(store, id, header(Kind.DATA, id, 2))).isEqualTo(Outcome.STORED);
    }

    @Test
    void theStoreOfAnotherPlaceNeitherTakesNorLacksAFragment() throws Exception {
        FragmentId id = fragment("k");
        change(StoreStartup.founding(DC, 1).after(Membership.UNINITIALIZED), false);
        DirectFragmentStore storeOfSeat = direct(new Seat("giza", DC, 0, 1, ""));
        assertThat(storeOfSeat.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);

        for (Seat other :
                List.of(
                        new Seat("other", DC, 0, 1, ""),
                        new Seat("giza", new DcName("dc9"), 0, 1, ""),
                        new Seat("giza", DC, 2, 2, ""))) {
            DirectFragmentStore stranger = direct(other);
            assertFails(ReplicaException.Failed.class, () -> stranger.read(id, 0, 1));
            assertFails(ReplicaException.Failed.class, () -> put(stranger, id, content(id, 10)));
        }
    }

    @Test
    void aClosedContainerTakesNothingFromWhoReadsThatItIs() throws Exception {
        FragmentId id = fragment("k");
        change(Membership.UNINITIALIZED.founded(1), true);

        assertNotReady(() -> put(direct(), id, content(id, 10)));
        change(Membership.UNINITIALIZED.founded(1), false);
        assertThat(put(direct(), id, content(id, 10))).isEqualTo(Outcome.STORED);
    }

    @Test
    void aStaleGatewayNeitherWritesIntoNorReadsAbsenceFromAContainerInThePlaceOfALostOne()
            throws Exception {
        FragmentId early = fragment("early");
        FragmentId late = fragment("late");
        assertThat(put(store, early, content(early, 10))).isEqualTo(Outcome.STORED);
        FragmentUpload upload = store.create(late, content(late, 10).length);
        upload.write(ByteBuffer.wrap(content(late, 10)));
        service.blobs().delete("membership", null);
        change(Membership.UNINITIALIZED.joining(2), false);

        assertNotReady(() -> store.read(late, 0, 1));
        assertThatExceptionOfType(ReplicaException.class).isThrownBy(upload::complete);
        upload.close();
        change(Membership.UNINITIALIZED.joining(2).activated(2), false);
        assertThat(store.read(early, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        assertThat(store.read(late, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
    }

    @Test
    void deletingGoesOnInTheContainerThatTookThePlaceOfALostOne() throws Exception {
        FragmentId id = fragment("k");
        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
        service.blobs().delete("membership", null);
        change(Membership.UNINITIALIZED.founded(1), false);
        DirectFragmentStore other = direct();
        assertThat(put(other, id, content(id, 10))).isEqualTo(Outcome.STORED);

        store.delete(id);
        assertThat(other.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
    }

    @Test
    void anUploadWhoseAnswerWasLostIsStored() throws Exception {
        FragmentId id = fragment("lost");
        byte[] bytes = content(id, 10);
        store.read(id, 0, 1);
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());

        assertThat(put(store, id, bytes)).isEqualTo(Outcome.STORED);
        assertThat(put(store, id, bytes)).isEqualTo(Outcome.ALREADY_THERE);
    }

    @Test
    void failuresAreThoseOfAReplica() throws Exception {
        FragmentId id = fragment("k");
        byte[] bytes = content(id, 10);
        proxy.applyToAll(call -> true, Fault.BUSY);
        assertFails(ReplicaException.Throttled.class, () -> store.read(id, 0, 1));
        assertFails(ReplicaException.Throttled.class, () -> put(store, id, bytes));
        assertFails(ReplicaException.Throttled.class, () -> store.delete(id));
        proxy.clearFaults();
        proxy.applyToAll(_ -> true, new Fault.Refuse(403, "AuthenticationFailed", Duration.ZERO));
        assertFails(ReplicaException.Refused.class, () -> store.read(id, 0, 1));
        proxy.clearFaults();
        proxy.applyToAll(call -> true, new Fault.LoseRequest());
        assertFails(ReplicaException.Unreachable.class, () -> store.read(id, 0, 1));
        proxy.close();
        assertFails(ReplicaException.Unreachable.class, () -> put(store, id, bytes));
    }

    @Test
    void whatIsNoFragmentOfItsNameIsRefused() throws Exception {
        FragmentId id = fragment("k");
        for (byte[] bytes : List.of(content(fragment("x"), 10), new byte[500], new byte[5])) {
            assertFails(ReplicaException.Refused.class, () -> put(store, id, bytes));
        }
    }

    @Test
    void aLargeFragmentGoesThroughBlocks() throws Exception {
        FragmentId id = fragment("large");
        byte[] bytes = content(id, 20 << 20);

        assertThat(upload(id, bytes)).isEqualTo(Outcome.STORED);
        assertThat(proxy.calls()).anyMatch(call -> call.target().contains("comp=blocklist"));
        try (var found = ((FragmentRead.Found) store.read(id, 0, bytes.length)).bytes()) {
            assertThat(found.readAllBytes()).isEqualTo(bytes);
        }
        String life = service.readOrCreate().life();
        assertThat(service.blobs().info(life + "/" + FragmentName.of(id)).orElseThrow().metadata())
                .containsEntry("giza_kind", "DATA");
    }

    private static byte[] header(Kind kind, FragmentId id, long epoch) {
        StripeLayout layout = new StripeLayout(Coding.parse("rs(2,1)"), 1 << 20, 0);
        return new BinaryFragmentFormat().encode(new FragmentHeader(kind, id, layout, 3, epoch));
    }

    private static Outcome put(FragmentStore to, FragmentId id, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = to.create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            return upload.complete().outcome();
        }
    }

    private static void assertNotReady(ThrowingCallable call) {
        assertFails(ReplicaException.NotReady.class, call);
    }

    private static void assertFails(Class<? extends ReplicaException> type, ThrowingCallable call) {
        assertThatExceptionOfType(type).isThrownBy(call);
    }
}
