package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.azure.AzureClients;
import io.giza.azure.AzureException;
import io.giza.azure.UnusableAccountException;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.AzureBlobs.BlobInfo;
import io.giza.azure.blob.BlockBuffers;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.membership.Membership;
import io.giza.record.FragmentName;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

@NeedsAzurite
class AzureBlobStoreTest extends BlobStoreContract {
    private static final Membership NONE = Membership.UNINITIALIZED;
    private static final Membership FOUNDED = NONE.founded(1);
    private static final Duration QUIET = Duration.ofSeconds(90);

    private static AzuriteServer server;
    private static int containers;

    private final ManualTime time = new ManualTime();
    private FaultyProxy proxy;
    private AzureSettings settings;
    private AzureBlobStore store;

    @BeforeAll
    static void startServer() {
        server = AzuriteServer.start();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        proxy = FaultyProxy.inFrontOf(server.blobPort());
        AzureSettings.Limits shortTimeouts =
                new AzureSettings.Limits(
                        null, null, 2, Duration.ofMillis(1), Duration.ofMillis(2), null, null);
        settings =
                AzureSettings.of(AzuriteProcess.connectionString(proxy.port(), 1))
                        .withNames("store-" + containers++, "unused")
                        .withLimits(shortTimeouts);
        store = opened();
    }

    @AfterEach
    void close() {
        store.close();
        proxy.close();
    }

    @Override
    BlobStore store() {
        return store;
    }

    private AzureBlobStore opened() {
        return AzureBlobStore.open(
                settings.toAccount("giza.fragment.azure"), new BlockBuffers(2), time);
    }

    private AzureBlobs blobs() {
        return new AzureBlobs(new AzureClients(settings.toAccount("giza.fragment.azure")), time);
    }

    @Test
    void blobsAndMembershipOutliveTheStore() throws IOException {
        create(name("a", 1, 0), 5);
        store.replaceMembership(NONE, FOUNDED);
        store = opened();

        assertThat(store.membership()).isEqualTo(FOUNDED);
        assertThat(store.list("", "", 10)).hasSize(1);
    }

    @Test
    void moreUploadsThanLargeBuffersGoOnWithSmallOnesAndAllComeBackWhole() throws IOException {
        byte[] content = new byte[BlockBuffers.LARGE_BYTES + 300_000];
        new Random(7).nextBytes(content);
        List<BlobUpload> uploads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            uploads.add(begin(name("a", 1, i), content.length));
        }
        for (int i = 0; i < 3; i++) {
            try (BlobUpload upload = uploads.get(i)) {
                upload.write(content, 0, content.length);
                assertThat(upload.create()).isTrue();
            }
        }
        for (int i = 0; i < 3; i++) {
            try (InputStream bytes =
                    Channels.newInputStream(
                            store.open(name("a", 1, i), 0, Long.MAX_VALUE).orElseThrow().bytes())) {
                assertThat(bytes.readAllBytes()).isEqualTo(content);
            }
        }
    }

    @Test
    void whatACleanerNeedsStandsBesideTheBlob() throws IOException {
        FragmentName name = name("a", 1, 0);
        create(name, 5);
        String life = new FragmentContainer(blobs()).read().orElseThrow().life();
        BlobInfo facts = blobs().info(life + "/" + name.path()).orElseThrow();

        assertThat(facts.metadata())
                .containsEntry("giza_kind", "DATA")
                .containsEntry("giza_base", "3")
                .containsEntry("giza_epoch", "1")
                .containsEntry("giza_key", "b2JqZWN0")
                .containsKeys("giza_put", "giza_write");
    }

    @Test
    void aBusyAccountIsSaidToBeBusy() throws IOException {
        proxy.applyToAll(call -> true, new Fault.Refuse(503, "ServerBusy", Duration.ofSeconds(3)));
        for (var call :
                List.<Call>of(
                        () -> store.open(name("a", 1, 0), 0, 1),
                        () -> create(name("a", 1, 0), 1),
                        () -> store.delete(name("a", 1, 0)),
                        () -> store.list("", "", 1))) {
            assertThatExceptionOfType(BusyStoreException.class)
                    .isThrownBy(call::run)
                    .satisfies(e -> assertThat(e.retryAfter()).isEqualTo(Duration.ofSeconds(3)));
        }
    }

    @Test
    void aContainerThatIsGoneHasNoAbsentBlobs() throws IOException {
        settings = settings.withNames("store-gone", "unused");
        store = opened();
        delete("store-gone");

        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> store.open(name("a", 1, 0), 0, 1));
        assertThatExceptionOfType(AzureException.class)
                .isThrownBy(() -> create(name("a", 1, 0), 1));
    }

    @Test
    void aContainerInThePlaceOfALostOneIsNotTakenForIt() throws IOException {
        AzureBlobStore stale = store;
        create(name("a", 1, 0), 5);
        blobs().delete("membership", null);
        store = opened();

        assertThat(store.open(name("a", 1, 0), 0, 1)).isEmpty();
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> stale.open(name("a", 1, 1), 0, 1))
                .withMessageContaining("was replaced while it was used");
        try (BlobUpload late = stale.begin(name("a", 1, 2), header(), 1)) {
            late.write(new byte[1], 0, 1);
            late.create();
        }
        assertThat(store.open(name("a", 1, 2), 0, 1)).isEmpty();
        assertThat(store.list("", "", 10)).isEmpty();
    }

    @Test
    void theEpochRisesOnlyAfterWhatWasGivenUpHasHadItsTime() throws IOException {
        store.replaceMembership(NONE, FOUNDED);
        assertThat(time.slept()).isZero();

        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        assertThat(create(name("a", 1, 0), 5)).isTrue();
        Duration before = time.slept();
        assertThat(store.replaceMembership(FOUNDED, FOUNDED.raised(2))).isTrue();
        assertThat(time.slept().minus(before)).isBetween(QUIET.minusSeconds(1), QUIET);

        Duration after = time.slept();
        assertThat(store.replaceMembership(FOUNDED.raised(2), FOUNDED.raised(3))).isTrue();
        assertThat(time.slept()).isEqualTo(after);
    }

    @Test
    void theEpochRisesOnlyAfterWhatAnEarlierProcessBeganHasHadItsTime() throws IOException {
        store.replaceMembership(NONE, FOUNDED);
        store = opened();

        assertThat(store.replaceMembership(FOUNDED, FOUNDED.raised(2))).isTrue();
        assertThat(time.slept()).isEqualTo(QUIET);
    }

    @Test
    void aStoreThatNeverKnewAnEpochWaitsForNothing() throws IOException {
        store = opened();
        assertThat(store.replaceMembership(NONE, NONE.joining(7))).isTrue();
        assertThat(time.slept()).isZero();
    }

    @Test
    void beforeItJoinsAnewTheContainerIsClosedToGatewaysForTheirTime() throws IOException {
        store.replaceMembership(NONE, FOUNDED);
        FragmentContainer container = new FragmentContainer(blobs());
        List<Boolean> closed = new ArrayList<>();
        time.whenSleeping(() -> closed.add(container.read().orElseThrow().isClosed()));

        assertThat(store.replaceMembership(FOUNDED, FOUNDED.joining(2))).isTrue();
        assertThat(closed).containsExactly(true);
        assertThat(time.slept()).isEqualTo(QUIET);
        FragmentContainer.State after = container.read().orElseThrow();
        assertThat(after.isClosed()).isFalse();
        assertThat(after.membership()).isEqualTo(FOUNDED.joining(2));
    }

    @Test
    void whoeverChangedTheMembershipFirstIsListenedTo() throws IOException {
        AzureBlobStore other = opened();
        assertThat(other.replaceMembership(NONE, FOUNDED)).isTrue();

        assertThat(store.replaceMembership(NONE, NONE.joining(2))).isFalse();
        assertThat(store.membership()).isEqualTo(FOUNDED);
    }

    @Test
    void anAccountThatCannotBeUsedIsNamedByItsSettingAndShowsNoSecret() throws IOException {
        AzureSettings right = settings;
        settings =
                AzureSettings.of(
                        "AccountName=devstoreaccount1;AccountKey=c2VjcmV0;BlobEndpoint="
                                + AzuriteProcess.endpoint(proxy.port())
                                + ";TableEndpoint=http://127.0.0.1:1/devstoreaccount1");
        assertUnusable("(403 AuthorizationFailure): check giza.fragment.azure.account-key");
        settings =
                AzureSettings.of("AccountName=nobody1;AccountKey=c2VjcmV0;EndpointSuffix=invalid");
        assertUnusable("was the account deleted, disabled or renamed?");
        settings =
                AzureSettings.of(
                        "AccountName=nobody1;AccountKey=c2VjcmV0;BlobEndpoint=http://127.0.0.1:1/a");
        assertUnusable("cannot be reached");
        settings = right.withNames("store-strange", "unused");
        blobs().createContainerIfAbsent();
        blobs().put(
                        "membership",
                        ByteBuffer.wrap(new byte[] {1}),
                        Map.of(),
                        AzureBlobs.Condition.IF_ABSENT);
        assertUnusable("is no membership of a store: check giza.fragment.azure.container");
    }

    private void assertUnusable(String message) {
        assertThatExceptionOfType(UnusableAccountException.class)
                .isThrownBy(this::opened)
                .withMessageStartingWith("giza.fragment.azure: ")
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("c2VjcmV0", "\n"));
    }

    /** Deletes a container, as its owner could. */
    private void delete(String container) {
        AzureClients clients =
                new AzureClients(settings.withNames(container, "unused").toAccount("giza.x"));
        clients.container(AzureClients.Tries.SEVERAL).delete();
    }

    private boolean create(FragmentName name, int length) throws IOException {
        try (BlobUpload upload = begin(name, length)) {
            upload.write(new byte[length], 0, length);
            return upload.create();
        }
    }

    /** A call that may fail. */
    @FunctionalInterface
    private interface Call {
        void run() throws IOException;
    }
}
