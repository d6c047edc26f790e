package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.azure.AzureClients;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.fragment.FragmentContainer;
import io.giza.azure.settings.AzureSettings;
import io.giza.azurite.AzuriteProcess;
import io.giza.concurrent.VirtualThreads;
import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.azure.AzuriteServer;
import io.giza.testkit.azure.Fault;
import io.giza.testkit.azure.FaultyProxy;
import io.giza.testkit.azure.HttpCall;
import io.giza.testkit.azure.NeedsAzurite;
import io.giza.testkit.contract.FragmentRepairContract;
import io.giza.testkit.fixture.CodedObject;
import io.giza.testkit.fixture.FragmentDamage;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/** A fragment service that is repaired over real HTTP, in Azure's emulator. */
@NeedsAzurite
class AzureFragmentRepairTest extends FragmentRepairContract {
    private static final Random CHANCE = new Random(19);

    private static AzuriteServer server;
    private static FaultyProxy proxy;
    private static ConfigurableApplicationContext context;
    private static ServiceClient client;
    private static AzureBlobs blobs;
    private static URI endpoint;

    @BeforeAll
    static void start() {
        server = AzuriteServer.start();
        proxy = FaultyProxy.inFrontOf(server.blobPort());
        String[] store =
                AzureFragmentServiceTest.onAzure(
                        "repaired",
                        AzuriteProcess.connectionString(proxy.port(), 1),
                        "20s",
                        "120s");
        context = FragmentServiceApplicationTest.run(1, store);
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        endpoint = URI.create("http://127.0.0.1:" + port);
        client = new ServiceClient(ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN));
        AzureSettings settings =
                AzureSettings.of(server.connectionString()).withNames("repaired", "unused");
        blobs = new AzureBlobs(new AzureClients(settings.toAccount("test")), new VirtualThreads());
    }

    @AfterAll
    static void stop() {
        client.close();
        context.close();
        proxy.close();
        server.close();
    }

    @Override
    protected Fixture fixture() {
        HttpFragmentStore store = new HttpFragmentStore(Samples.dc(1), endpoint, client);
        return new Fixture(store, store, store, AzureFragmentRepairTest::change);
    }

    @Test
    void aRepairWhoseAnswerTheServiceLostIsStored() throws Exception {
        CodedObject object = object(700_000);
        upload(fixture().store(), object.id(0), object.poison(0, 1));
        proxy.applyToNext(HttpCall::isWrite, new Fault.LoseResponse());
        FragmentStore repaired = fixture().repair().replacing(1);
        assertThat(upload(repaired, object.id(0), object.fragment(0))).isEqualTo(Outcome.STORED);
        assertThat(found(object)).isEqualTo(Finding.WHOLE);
    }

    /** What is there is examined; then neither the write nor a look at it is answered. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRepairOfWhichItIsNotKnownWhatBecameOfItFails(boolean applied) throws Exception {
        CodedObject object = object(700_000);
        upload(fixture().store(), object.id(0), object.poison(0, 1));
        proxy.applyToAll(
                call -> !call.method().equals("GET"),
                applied ? new Fault.LoseResponse() : new Fault.LoseRequest());
        try {
            FragmentStore repaired = fixture().repair().replacing(1);
            assertThatExceptionOfType(ReplicaException.class)
                    .isThrownBy(() -> upload(repaired, object.id(0), object.fragment(0)));
        } finally {
            proxy.clearFaults();
        }
        assertThat(found(object)).isEqualTo(applied ? Finding.WHOLE : Finding.POISON);
    }

    @Test
    void aFragmentOfManyBlocksThatIsDamagedIsRepaired() throws Exception {
        CodedObject object = object(20_000_000);
        upload(fixture().store(), object.id(0), object.fragment(0));
        fixture().disk().change(object.id(0), FragmentDamage.LAST_BIT);
        assertThat(found(object)).isEqualTo(Finding.DAMAGED);
        FragmentStore repaired = fixture().repair().replacing(1);
        assertThat(upload(repaired, object.id(0), object.fragment(0))).isEqualTo(Outcome.STORED);
        assertThat(found(object)).isEqualTo(Finding.WHOLE);
    }

    @Test
    void whatAnExaminationCannotReadToItsEndIsNotDamaged() throws Exception {
        CodedObject object = object(3_000_000);
        upload(fixture().store(), object.id(0), object.fragment(0));
        proxy.applyToAll(
                call -> call.method().equals("GET"), new Fault.TruncateResponse(1_200_000));
        try {
            assertThatExceptionOfType(ReplicaException.class).isThrownBy(() -> found(object));
        } finally {
            proxy.clearFaults();
        }
        assertThat(found(object)).isEqualTo(Finding.WHOLE);
    }

    private static CodedObject object(int size) {
        return CodedObject.of(CHANCE, new StripeLayout(Coding.parse("rs(2,1)"), 1 << 20, size), 1);
    }

    private Finding found(CodedObject object) throws ReplicaException {
        return fixture().inventory().examine(FragmentName.of(object.id(0)).path()).finding();
    }

    private static Outcome upload(FragmentStore store, FragmentId id, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = store.create(id, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            return upload.complete().outcome();
        }
    }

    private static void change(FragmentId id, UnaryOperator<byte[]> change) throws IOException {
        String life = new FragmentContainer(blobs).read().orElseThrow().life();
        String name = life + "/" + FragmentName.of(id).path();
        AzureBlobs.OpenRange found = blobs.open(name, 0, Long.MAX_VALUE).orElseThrow();
        try (InputStream bytes = found.bytes()) {
            byte[] changed = change.apply(bytes.readAllBytes());
            blobs.put(
                    name,
                    ByteBuffer.wrap(changed),
                    Map.of(),
                    new AzureBlobs.Condition.IfTag(found.tag()));
        }
    }
}
