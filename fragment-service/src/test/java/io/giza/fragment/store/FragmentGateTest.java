package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.giza.erasure.StripeLayout;
import io.giza.fragment.store.BlobExaminer.Progress;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.FragmentGate.Arrival;
import io.giza.fragment.store.FragmentGate.Outcome;
import io.giza.membership.StoreStartup;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;
import io.giza.stripe.FragmentInventory.Finding;
import io.giza.testkit.fixture.CodedObject;
import io.giza.version.FragmentAdmission;
import io.giza.wire.BinaryFragmentFormat;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;

/** Repairs under whose hands things change after they were examined. */
class FragmentGateTest {
    private final CodedObject object =
            CodedObject.of(
                    new Random(23), new StripeLayout(Coding.parse("rs(2,1)"), 1000, 1500), 1);
    private final FragmentName name = FragmentName.of(object.id(0));
    private final InMemoryBlobStore blobs = new InMemoryBlobStore();
    private final BlobExaminer examiner = new BlobExaminer(blobs, new SimpleMeterRegistry());
    private final FragmentGate gate = new FragmentGate(blobs, examiner, FragmentAdmission.PROTOCOL);

    @BeforeEach
    void servesTheFirstEpoch() throws IOException {
        gate.enter(StoreStartup.founding(new DcName("dc1"), 1));
    }

    @Test
    void whatWasPoisonedSinceItWasFoundAbsentIsReplaced() throws IOException {
        assertThat(repair(attempt -> store(object.poison(0, 1)))).isEqualTo(Outcome.STORED);
        assertThat(found()).isEqualTo(Finding.WHOLE);
    }

    @Test
    void whatWasRepairedSinceItWasFoundToBePoisonIsLeft() throws IOException {
        store(object.poison(0, 1));
        Outcome outcome =
                repair(
                        attempt -> {
                            if (attempt == 1) {
                                blobs.delete(name);
                                store(object.withOtherFence(0));
                            }
                        });
        assertThat(outcome).isEqualTo(Outcome.EXISTS);
        assertThat(blobs.open(name, 0, 9999).orElseThrow().tag()).isEqualTo("2");
    }

    @Test
    void whatWasDeletedSinceItWasFoundToBePoisonIsCreated() throws IOException {
        store(object.poison(0, 1));
        assertThat(repair(attempt -> blobs.delete(name))).isEqualTo(Outcome.STORED);
        assertThat(found()).isEqualTo(Finding.WHOLE);
    }

    @Test
    void whatChangesAllTheTimeIsGivenUp() {
        ConcurrentChange restless =
                attempt -> {
                    blobs.delete(name);
                    store(object.poison(0, attempt));
                };
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> repair(restless))
                .withMessageContaining("changes all the time");
    }

    @Test
    void whatItsDiskDoesNotGiveBackIsReplaced() throws IOException {
        store(object.fragment(0));
        blobs.loseBytes(name);
        assertThat(found()).isEqualTo(Finding.DAMAGED);
        assertThat(repair(_ -> {})).isEqualTo(Outcome.STORED);
        assertThat(found()).isEqualTo(Finding.WHOLE);
    }

    @Test
    void whatALaterVersionWroteIsLeft() throws IOException {
        store(object.withLaterFormat(0));
        assertThat(repair(_ -> {})).isEqualTo(Outcome.LATER_FORMAT);
        assertThat(found()).isEqualTo(Finding.LATER);
    }

    @Test
    void howFarItHasComeGrowsOnceForAllThatWasStoredAndNotWithAStart() throws IOException {
        assertThat(gate.sequence()).hasValue(0);

        assertThat(repair(_ -> {})).isEqualTo(Outcome.STORED);
        blobs.delete(name);
        assertThat(repair(_ -> {})).isEqualTo(Outcome.STORED);
        assertThat(gate.sequence()).hasValue(1);
        assertThat(repair(_ -> {})).isEqualTo(Outcome.EXISTS);
        gate.enter(StoreStartup.founding(new DcName("dc1"), 2));
        assertThat(gate.sequence()).hasValue(1);

        assertThat(new FragmentGate(blobs, examiner, FragmentAdmission.PROTOCOL).sequence())
                .as("it is kept in the store")
                .hasValue(1);
    }

    /** What others do between a look and what follows from it. */
    private interface ConcurrentChange {
        void apply(int attempt) throws IOException;
    }

    private Outcome repair(ConcurrentChange change) throws IOException {
        byte[] bytes = object.fragment(0);
        FragmentHeader header = new BinaryFragmentFormat().read(new ByteArrayInputStream(bytes));
        try (BlobUpload upload = blobs.begin(name, header, bytes.length)) {
            upload.write(bytes, 0, bytes.length);
            return gate.replace(new Arrival(header, 1), new LateUpload(upload, change));
        }
    }

    private void store(byte[] bytes) throws IOException {
        try (BlobUpload upload = blobs.begin(name, BlobStoreContract.header(), bytes.length)) {
            upload.write(bytes, 0, bytes.length);
            // Whoever comes first.
            boolean _ = upload.create();
        }
    }

    private Finding found() throws IOException {
        return examiner.examine(name, Progress.NONE).finding();
    }

    /** An upload that is ended only after something changed. */
    private static final class LateUpload implements BlobUpload {
        private final BlobUpload upload;
        private final ConcurrentChange change;
        private int attempts;

        LateUpload(BlobUpload upload, ConcurrentChange change) {
            this.upload = upload;
            this.change = change;
        }

        @Override
        public ByteBuffer writableBuffer() throws IOException {
            return upload.writableBuffer();
        }

        @Override
        public boolean create() throws IOException {
            change.apply(++attempts);
            return upload.create();
        }

        @Override
        public boolean replace(String tag) throws IOException {
            change.apply(++attempts);
            return upload.replace(tag);
        }

        @Override
        public void close() throws IOException {
            upload.close();
        }
    }
}
