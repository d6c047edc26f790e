package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.erasure.StripeLayout;
import io.giza.fragment.store.BlobStore.Blob;
import io.giza.fragment.store.BlobStore.BlobUpload;
import io.giza.fragment.store.BlobStore.Entry;
import io.giza.membership.Membership;
import io.giza.model.Coding;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;
import io.giza.testkit.fixture.Samples;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** What every {@link BlobStore} has to do. */
abstract class BlobStoreContract {
    private static final String BUCKET = "00000000-0000-0001-0000-000000000002";

    static final FragmentHeader HEADER =
            new FragmentHeader(
                    FragmentHeader.Kind.DATA,
                    Samples.fragment(0, new SplittableRandom(1)),
                    new StripeLayout(Coding.parse("rs(2,1)"), 1 << 20, 100),
                    3,
                    1);

    abstract BlobStore store();

    static FragmentName name(String account, int key, int index) {
        String hash = Integer.toHexString(key + 16).repeat(32);
        return new FragmentName(account + "/" + BUCKET + "/" + hash + "/" + BUCKET + "." + index);
    }

    @Test
    void createsOnceAndReadsRanges() throws IOException {
        FragmentName name = name("a", 1, 0);
        assertThat(create(name, "hello world")).isTrue();
        assertThat(create(name, "other")).isFalse();
        assertThat(read(name, 0, 100)).isEqualTo("hello world");
        assertThat(read(name, 6, 3)).isEqualTo("wor");
        assertThat(read(name, 11, 3)).isEmpty();
        assertThat(read(name, 5000, 3)).isEmpty();
        assertThat(store().open(name("a", 1, 1), 0, 1)).isEmpty();
    }

    @Test
    void anUploadWithoutANameLeavesNothing() throws IOException {
        try (BlobUpload upload = begin(name("a", 1, 0), 100)) {
            upload.write(new byte[100], 0, 100);
        }
        assertThat(store().list("", "", 10)).isEmpty();
    }

    @Test
    void deletesForGoodAndLeavesSiblings() throws IOException {
        create(name("a", 1, 0), "x");
        create(name("a", 1, 1), "y");
        store().delete(name("a", 1, 0));
        store().delete(name("a", 1, 0));
        assertThat(store().open(name("a", 1, 0), 0, 1)).isEmpty();
        assertThat(read(name("a", 1, 1), 0, 1)).isEqualTo("y");
        store().delete(name("a", 1, 1));
        assertThat(create(name("a", 1, 0), "z")).isTrue();
    }

    @Test
    void replacesOnlyTheBlobOfTheTag() throws IOException {
        FragmentName name = name("a", 1, 0);
        create(name, "bad");
        Blob blob = store().open(name, 0, 1).orElseThrow();
        blob.bytes().close();
        assertThat(replace(name, "no-such-tag", "good")).isFalse();
        assertThat(read(name, 0, 10)).isEqualTo("bad");
        assertThat(replace(name, blob.tag(), "good")).isTrue();
        assertThat(read(name, 0, 10)).isEqualTo("good");
        assertThat(replace(name, blob.tag(), "late")).isFalse();
        assertThat(replace(name("a", 9, 0), blob.tag(), "none")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 100_000, 5_000_000})
    void anUploadThatWasRefusedMayBeTriedAgain(int length) throws IOException {
        FragmentName name = name("a", 1, 0);
        create(name, "bad");
        byte[] content = new byte[length];
        new Random(5).nextBytes(content);
        Blob blob = store().open(name, 0, 1).orElseThrow();
        blob.bytes().close();
        try (BlobUpload upload = begin(name, length)) {
            upload.write(content, 0, length);
            assertThat(upload.replace("no-such-tag")).isFalse();
            assertThat(upload.create()).isFalse();
            assertThat(upload.replace(blob.tag())).isTrue();
        }
        try (InputStream bytes =
                Channels.newInputStream(
                        store().open(name, 0, Long.MAX_VALUE).orElseThrow().bytes())) {
            assertThat(bytes.readAllBytes()).isEqualTo(content);
        }
    }

    @Test
    void theTagIsOfTheBytesThatAreReadAlsoWhileTheyAreReplaced() throws Exception {
        FragmentName name = name("a", 1, 0);
        create(name, "0");
        Map<String, String> contents = new ConcurrentHashMap<>();
        AtomicBoolean over = new AtomicBoolean();
        List<Future<?>> readers = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
            for (int i = 0; i < 3; i++) {
                readers.add(
                        threads.submit(
                                () -> {
                                    while (!over.get()) {
                                        remember(name, contents);
                                    }
                                    return name;
                                }));
            }
            for (int i = 0; i < 100; i++) {
                assertThat(increment(name)).isTrue();
            }
            over.set(true);
        }
        for (Future<?> reader : readers) {
            assertThat(reader.get()).isNotNull();
        }
    }

    private void remember(FragmentName name, Map<String, String> contents) throws IOException {
        Blob blob = store().open(name, 0, 10).orElseThrow();
        try (InputStream bytes = Channels.newInputStream(blob.bytes())) {
            String content = new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(contents.merge(blob.tag(), content, (earlier, now) -> earlier))
                    .isEqualTo(content);
        }
    }

    private boolean increment(FragmentName name) throws IOException {
        Blob blob = store().open(name, 0, 10).orElseThrow();
        try (InputStream bytes = Channels.newInputStream(blob.bytes())) {
            int count = Integer.parseInt(new String(bytes.readAllBytes(), StandardCharsets.UTF_8));
            return replace(name, blob.tag(), String.valueOf(count + 1));
        }
    }

    @Test
    void listsPageByPageInOrder() throws IOException {
        List<FragmentName> names = new ArrayList<>();
        for (String account : List.of("a-b", "a", "b")) {
            for (int key = 0; key < 3; key++) {
                for (int index = 0; index < 3; index++) {
                    names.add(name(account, key, index));
                    create(name(account, key, index), "12345");
                }
            }
        }
        List<FragmentName> listed = new ArrayList<>();
        List<Entry> page = store().list("", "", 4);
        while (!page.isEmpty()) {
            page.forEach(entry -> listed.add(entry.name()));
            assertThat(page).allMatch(entry -> entry.length() == 5);
            page = store().list("", page.getLast().name().path(), 4);
        }
        assertThat(listed).containsExactlyElementsOf(names);
        assertThat(store().list("a-b/", "", 100)).hasSize(9);
        assertThat(store().list("a/" + BUCKET + "/" + "11".repeat(32) + "/", "", 100)).hasSize(3);
        assertThat(store().list("none/", "", 100)).isEmpty();
        assertThatThrownBy(() -> store().list("../", "", 100))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void ofManyWritersOfOneNameOneWins() throws Exception {
        for (int round = 0; round < 20; round++) {
            FragmentName name = name("a", round, 0);
            List<Future<Boolean>> outcomes = new ArrayList<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < 4; i++) {
                    String content = "writer " + i;
                    outcomes.add(threads.submit(() -> create(name, content)));
                }
            }
            int winner = -1;
            for (int i = 0; i < 4; i++) {
                if (outcomes.get(i).get()) {
                    assertThat(winner).isNegative();
                    winner = i;
                }
            }
            assertThat(read(name, 0, 100)).isEqualTo("writer " + winner);
        }
    }

    @Test
    void creatingNextToDeletingNeverFails() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> outcomes = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                FragmentName name = name("a", 1, i);
                outcomes.add(
                        threads.submit(
                                () -> {
                                    for (int round = 0; round < 25; round++) {
                                        assertThat(create(name, "x")).isTrue();
                                        store().delete(name);
                                    }
                                    return name;
                                }));
            }
            for (Future<?> outcome : outcomes) {
                assertThat(outcome.get()).isNotNull();
            }
        }
    }

    @Test
    void theMembershipIsReplacedOnlyIfItIsStillAsItWasRead() throws IOException {
        assertThat(store().membership()).isEqualTo(Membership.UNINITIALIZED);
        Membership joining = Membership.UNINITIALIZED.joining(2);

        assertThat(store().replaceMembership(joining, joining.raised(3))).isFalse();
        assertThat(store().replaceMembership(Membership.UNINITIALIZED, joining)).isTrue();
        assertThat(store().replaceMembership(Membership.UNINITIALIZED, joining.raised(4)))
                .isFalse();

        assertThat(store().membership()).isEqualTo(joining);
        assertThat(store().list("", "", 10)).isEmpty();
    }

    /** A header of any fragment; what is said beside a blob is not read back by the store. */
    static FragmentHeader header() {
        return HEADER;
    }

    final BlobUpload begin(FragmentName name, long length) throws IOException {
        return store().begin(name, HEADER, length);
    }

    private boolean create(FragmentName name, String content) throws IOException {
        try (BlobUpload upload = begin(name, 100)) {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            upload.write(bytes, 0, bytes.length);
            return upload.create();
        }
    }

    private boolean replace(FragmentName name, String tag, String content) throws IOException {
        try (BlobUpload upload = begin(name, 100)) {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            upload.write(bytes, 0, bytes.length);
            return upload.replace(tag);
        }
    }

    private String read(FragmentName name, long offset, long length) throws IOException {
        Blob blob = store().open(name, offset, length).orElseThrow();
        try (InputStream bytes = Channels.newInputStream(blob.bytes())) {
            byte[] all = bytes.readAllBytes();
            assertThat(blob.length()).isEqualTo(all.length);
            return new String(all, StandardCharsets.UTF_8);
        }
    }
}
