package io.giza.system.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.giza.commit.rollback.RollbackGuard;
import io.giza.erasure.StripeLayout;
import io.giza.fragment.FragmentServiceApplication;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.metadata.MetadataServiceApplication;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.CodedObject;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A fragment-service starts again with its folder, or a copy of it, beside a metadata-service. */
@ExtendWith(OutputCaptureExtension.class)
class RestoredFragmentDiskHttpTest {
    private static final String NOBODY = "http://127.0.0.1:1";
    private static final DcName DC = new DcName("dc1");
    private static final ServiceClient.Settings SETTINGS =
            ServiceClient.Settings.of("0123456789abcdef");

    @TempDir private Path folder;

    private final CodedObject object =
            CodedObject.of(new Random(1), new StripeLayout(Coding.parse("rs(2,1)"), 1000, 1500), 1);

    @Test
    void aStoreServesOnceATableOfAnotherDataCenterAnswersAndItsCopyDoesNot(CapturedOutput output)
            throws Exception {
        Path mine = folder.resolve("mine");
        Path copy = folder.resolve("copy");
        try (ConfigurableApplicationContext alone = fragments(mine, NOBODY)) {
            assertThatExceptionOfType(ReplicaException.NotReady.class)
                    .isThrownBy(() -> read(alone));
        }
        copied(mine, copy);
        try (ConfigurableApplicationContext table = metadata(folder.resolve("table"))) {
            try (ConfigurableApplicationContext store = fragments(mine, endpoint(table))) {
                await().until(() -> store.getBean(RollbackGuard.class).isOpen());
                assertThat(read(store)).isInstanceOf(FragmentRead.Absent.class);
                write(store);
                await().until(() -> noted(table) > 0);
            }

            ConfigurableApplicationContext older = fragments(copy, endpoint(table));
            await().until(() -> !older.isActive());
            assertThat(output)
                    .contains(
                            "the fragment store in " + copy + " must not serve: it has come to 0",
                            "has forgotten fragments that it confirmed");

            try (ConfigurableApplicationContext unguarded =
                    fragments(copy, endpoint(table), "--giza.fragment.rollback-guard=false")) {
                assertThat(read(unguarded)).isInstanceOf(FragmentRead.Absent.class);
                await().until(() -> output.getAll().contains("for rollback-guard is false"));
                write(unguarded);
                await().until(() -> output.getAll().contains("rollback-guard may be true again"));
            }
        }
    }

    private FragmentRead read(ConfigurableApplicationContext service) throws ReplicaException {
        try (ServiceClient client = new ServiceClient(SETTINGS)) {
            return store(service, client).read(object.id(0), 0, 1);
        }
    }

    private void write(ConfigurableApplicationContext service) throws ReplicaException {
        byte[] bytes = object.fragment(0);
        try (ServiceClient client = new ServiceClient(SETTINGS);
                FragmentUpload upload = store(service, client).create(object.id(0), bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            assertThat(upload.complete().outcome()).isEqualTo(FragmentUpload.Outcome.STORED);
        }
    }

    private static HttpFragmentStore store(
            ConfigurableApplicationContext service, ServiceClient client) {
        return new HttpFragmentStore(DC, URI.create(endpoint(service)), client);
    }

    private static long noted(ConfigurableApplicationContext table) throws RowTableException {
        return table.getBean(RowTable.class).membership().progress().stream()
                .mapToLong(each -> each.sequence())
                .sum();
    }

    private static ConfigurableApplicationContext fragments(
            Path folder, String table, String... more) {
        List<String> arguments = arguments("dc1", table);
        arguments.add("--giza.fragment.data-dir=" + folder);
        arguments.addAll(List.of(more));
        return FragmentServiceApplication.application().run(arguments.toArray(String[]::new));
    }

    private static ConfigurableApplicationContext metadata(Path folder) {
        List<String> arguments = arguments("dc2", NOBODY);
        arguments.add("--giza.metadata.data-dir=" + folder);
        arguments.add("--giza.metadata.rollback-guard=false");
        return MetadataServiceApplication.application().run(arguments.toArray(String[]::new));
    }

    /** Of three data centers, the second of which has its table there. */
    private static List<String> arguments(String dc, String second) {
        List<String> arguments = new ArrayList<>();
        arguments.add("--server.port=0");
        arguments.add("--giza.dc=" + dc);
        arguments.add("--giza.cluster-token=0123456789abcdef");
        arguments.add("--giza.initialize=true");
        arguments.add("--giza.topology.epoch=1");
        for (int i = 0; i < 3; i++) {
            String each = "--giza.topology.data-centers[" + i + "].";
            arguments.add(each + "name=dc" + (i + 1));
            arguments.add(each + "metadata=" + (i == 1 ? second : "http://127.0.0.1:" + (2 + i)));
            arguments.add(each + "fragments=http://127.0.0.1:" + (5 + i));
        }
        arguments.add("--giza.accounts.default.metadata-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.data-dcs=dc1,dc2,dc3");
        arguments.add("--giza.accounts.default.coding=rs(2,1)");
        return arguments;
    }

    private static String endpoint(ConfigurableApplicationContext service) {
        return "http://127.0.0.1:"
                + service.getEnvironment().getRequiredProperty("local.server.port");
    }

    private static void copied(Path from, Path to) throws IOException {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)));
            }
        }
    }
}
