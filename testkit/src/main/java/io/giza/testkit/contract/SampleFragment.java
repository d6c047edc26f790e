package io.giza.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.erasure.StripeLayout;
import io.giza.model.Coding;
import io.giza.model.FragmentId;
import io.giza.replica.FragmentStore;
import io.giza.replica.FragmentStore.FragmentRead;
import io.giza.replica.FragmentUpload;
import io.giza.replica.FragmentUpload.Outcome;
import io.giza.replica.ReplicaException;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentHeader.Kind;
import io.giza.testkit.fixture.ChecksummedFragments;
import io.giza.wire.BinaryFragmentFormat;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** One small fragment that a contract writes to stores, and what it expects of them. */
record SampleFragment(FragmentId id) {
    private static final StripeLayout LAYOUT =
            new StripeLayout(new Coding.ReedSolomon(2, 1), 1024, 1000);

    /** Uploads it as of an epoch, zeros between its checksums. */
    Outcome upload(FragmentStore store, Kind kind, long epoch) throws ReplicaException {
        ByteBuffer bytes =
                ByteBuffer.wrap(
                        ChecksummedFragments.fragment(
                                new FragmentHeader(kind, id, LAYOUT, 0, epoch),
                                new byte[(int) LAYOUT.bodyLength()]));
        try (FragmentUpload upload = store.create(id, bytes.capacity())) {
            upload.write(bytes);
            return upload.complete().outcome();
        }
    }

    /** The store has to refuse to say whether it has it. */
    void assertForgotten(FragmentStore store) {
        assertThatExceptionOfType(ReplicaException.NotReady.class)
                .isThrownBy(() -> store.read(id, 0, 1));
    }

    void assertAbsent(FragmentStore store) throws ReplicaException {
        assertThat(store.read(id, 0, 1)).isInstanceOf(FragmentRead.Absent.class);
    }

    /** The store has to refuse it as of the first epoch, for good. */
    void assertRefused(FragmentStore store, Kind kind) {
        assertThatExceptionOfType(ReplicaException.Refused.class)
                .isThrownBy(() -> upload(store, kind, 1));
    }

    void assertStored(FragmentStore store, Kind kind) throws Exception {
        assertThat(store.read(id, 0, 10_000)).isInstanceOf(FragmentRead.Found.class);
        if (store.read(id, 0, 10_000) instanceof FragmentRead.Found(InputStream bytes)) {
            try (bytes) {
                assertThat(new BinaryFragmentFormat().read(bytes).kind()).isEqualTo(kind);
            }
        }
    }
}
