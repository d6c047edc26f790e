package io.giza.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.StripeLayout;
import io.giza.http.HttpFragmentStore;
import io.giza.http.ServiceClient;
import io.giza.model.BucketId;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.FragmentId;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.fixture.ChecksummedFragments;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;

/** Copies of other data centers' fragments, as gateways make and read them. */
class CopiesOverHttpTest {
    private static final DcName DC = new DcName("dc1");
    private static final StripeLayout LAYOUT =
            new StripeLayout(new Coding.ReedSolomon(2, 1), 1024, 1000);
    private static final FragmentId ID =
            new FragmentId(
                    "default",
                    new ObjectKey(new BucketId(new UUID(0, 1)), "key"),
                    new PutId(new UUID(0, 2)),
                    1);

    @TempDir private Path folder;

    private interface Body {
        void run(FragmentStore copies, FragmentStore fragments) throws Exception;
    }

    private void serve(String size, Body body) throws Exception {
        try (ConfigurableApplicationContext context =
                        FragmentServiceApplicationTest.run(
                                1,
                                "--giza.fragment.data-dir=" + folder.resolve("fragments"),
                                "--giza.fragment.copies.dir=" + folder.resolve("copies"),
                                "--giza.fragment.copies.size=" + size);
                ServiceClient client =
                        new ServiceClient(
                                ServiceClient.Settings.of(FragmentServiceApplicationTest.TOKEN))) {
            String port = context.getEnvironment().getRequiredProperty("local.server.port");
            URI endpoint = URI.create("http://127.0.0.1:" + port);
            body.run(
                    HttpFragmentStore.ofCopies(DC, endpoint, client),
                    new HttpFragmentStore(DC, endpoint, client));
        }
    }

    @Test
    void aCopyIsReadAndIsNoFragment() throws Exception {
        byte[] bytes = fragment(FragmentHeader.Kind.DATA);
        serve(
                "1MiB",
                (copies, fragments) -> {
                    assertThat(copies.read(ID, 0, 10)).isInstanceOf(FragmentRead.Absent.class);
                    upload(copies, bytes);
                    upload(copies, bytes);
                    assertThat(read(copies, 0, bytes.length + 5)).isEqualTo(bytes);
                    assertThat(read(copies, 7, 1)).isEqualTo(new byte[] {bytes[7]});
                    assertThat(fragments.read(ID, 0, 10)).isInstanceOf(FragmentRead.Absent.class);
                });
        serve(
                "1MiB",
                (copies, _) -> {
                    assertThat(read(copies, 0, bytes.length)).isEqualTo(bytes);
                    copies.delete(ID);
                    assertThat(copies.read(ID, 0, 10)).isInstanceOf(FragmentRead.Absent.class);
                });
    }

    @Test
    void whatIsDamagedCutOffOrPoisonIsNotKept() throws Exception {
        byte[] damaged = fragment(FragmentHeader.Kind.DATA);
        damaged[damaged.length - 100] ^= 1;
        serve(
                "1MiB",
                (copies, _) -> {
                    assertThatThrownBy(() -> upload(copies, damaged))
                            .isInstanceOf(ReplicaException.Refused.class);
                    assertThatThrownBy(() -> upload(copies, fragment(FragmentHeader.Kind.POISON)))
                            .isInstanceOf(ReplicaException.Refused.class)
                            .hasMessageContaining("poison");
                    FragmentUpload cutOff = copies.create(ID, damaged.length);
                    cutOff.write(ByteBuffer.wrap(damaged, 0, 200));
                    cutOff.close();
                    assertThatThrownBy(() -> copies.create(ID, 2 << 20).complete())
                            .isInstanceOfAny(ReplicaException.class, IllegalStateException.class);
                    assertThat(copies.read(ID, 0, 10)).isInstanceOf(FragmentRead.Absent.class);
                });
    }

    @Test
    void whereNoneAreKeptThereAreNone() throws Exception {
        serve(
                "0B",
                (copies, _) -> {
                    assertThat(copies.read(ID, 0, 10)).isInstanceOf(FragmentRead.Absent.class);
                    assertThatThrownBy(() -> upload(copies, fragment(FragmentHeader.Kind.DATA)))
                            .isInstanceOf(ReplicaException.class);
                });
    }

    private static byte[] fragment(FragmentHeader.Kind kind) {
        long body = kind == FragmentHeader.Kind.DATA ? LAYOUT.bodyLength() : 0;
        return ChecksummedFragments.fragment(
                new FragmentHeader(kind, ID, LAYOUT, 0, 1), new byte[(int) body]);
    }

    private static void upload(FragmentStore store, byte[] bytes) throws ReplicaException {
        try (FragmentUpload upload = store.create(ID, bytes.length)) {
            upload.write(ByteBuffer.wrap(bytes));
            upload.complete();
        }
    }

    private static byte[] read(FragmentStore store, long offset, long length)
            throws ReplicaException, IOException {
        if (store.read(ID, offset, length) instanceof FragmentRead.Found(InputStream bytes)) {
            try (bytes) {
                return bytes.readAllBytes();
            }
        }
        throw new AssertionError("absent");
    }
}
