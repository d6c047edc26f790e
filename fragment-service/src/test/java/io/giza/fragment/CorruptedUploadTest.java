package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.Coding;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.testkit.fixture.CodedObject;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;

/** A network that changes bytes which its own checksums miss. */
class CorruptedUploadTest {
    private static final CodedObject OBJECT =
            CodedObject.of(new Random(7), new StripeLayout(Coding.parse("rs(2,1)"), 1000, 3000), 1);

    @TempDir private Path folder;

    @Test
    void aFragmentThatWasDamagedOnTheWayIsNotStoredAndMayComeAgain() throws Exception {
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
            byte[] damaged = OBJECT.fragment(0);
            damaged[damaged.length - 700] ^= 1;

            assertThatThrownBy(() -> create(store, damaged))
                    .isInstanceOf(ReplicaException.Refused.class)
                    .hasMessageContaining("damaged on the way");

            assertThat(create(store, OBJECT.fragment(0))).isEqualTo(FragmentUpload.Outcome.STORED);
        }
    }

    private static FragmentUpload.Outcome create(HttpFragmentStore store, byte[] bytes)
            throws ReplicaException {
        try (FragmentUpload upload = store.create(OBJECT.id(0), bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            return upload.complete().outcome();
        }
    }
}
