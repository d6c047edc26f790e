package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.Coding;
import io.giza.record.FragmentName;
import io.giza.replica.FragmentUpload;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.stripe.FragmentInventory.Item;
import io.giza.testkit.fixture.CodedObject;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A disk that does not give the bytes of one fragment back. A folder stands for its file here: it
 * can be opened, and reading it fails.
 */
class UnreadableDiskTest {
    private static final CodedObject OBJECT =
            CodedObject.of(new Random(7), new StripeLayout(Coding.parse("rs(2,1)"), 1000, 3000), 1);

    @TempDir private Path folder;

    @Test
    void oneFragmentThatCannotBeReadHidesNoOtherAndIsDamaged() throws Exception {
        try (ConfigurableApplicationContext context = FragmentServiceApplicationTest.run(folder);
                ServiceClient client =
                        new ServiceClient(
                                ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN))) {
            int port =
                    context.getEnvironment()
                            .getRequiredProperty("local.server.port", Integer.class);
            HttpFragmentStore store =
                    new HttpFragmentStore(
                            Samples.dc(1), URI.create("http://127.0.0.1:" + port), client);
            for (int index = 0; index < 3; index++) {
                byte[] bytes = OBJECT.fragment(index);
                try (FragmentUpload upload = store.create(OBJECT.id(index), bytes.length)) {
                    upload.write(ByteBuffer.wrap(bytes));
                    upload.complete();
                }
            }
            String unreadable = FragmentName.of(OBJECT.id(1)).path();
            Path file = folder.resolve("blobs").resolve(unreadable);
            Files.delete(file);
            Files.createDirectory(file);

            List<Item> items = store.inventory("", 10).items();
            assertThat(items).hasSize(3);
            assertThat(items)
                    .filteredOn(item -> item.name().equals(unreadable))
                    .extracting(Item::header)
                    .containsExactly(Optional.empty());
            assertThat(items).filteredOn(item -> item.header().isPresent()).hasSize(2);
            assertThat(store.examine(unreadable).finding()).isEqualTo(Finding.DAMAGED);
        }
    }
}
