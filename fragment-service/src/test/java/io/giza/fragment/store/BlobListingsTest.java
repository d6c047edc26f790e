package io.giza.fragment.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

class BlobListingsTest {
    private static final String BUCKET = "11111111-1111-1111-1111-111111111111";
    private static final int KEYS = 23;

    @TempDir Path root;
    private final TreeSet<String> names = new TreeSet<>();

    private void create(String account, int key, int version) throws IOException {
        String name =
                "%s/%s/%064x/%08x-0000-0000-0000-000000000000.0"
                        .formatted(account, BUCKET, key, version);
        Path path = root.resolve(name);
        Files.createDirectories(path.resolveSibling("."));
        Files.createFile(path);
        names.add(name);
    }

    private void fill() throws IOException {
        // Of the two names one is the beginning of the other, and what follows sorts before "/".
        for (String account : List.of("a", "a-b")) {
            for (int key = 0; key < KEYS; key++) {
                for (int version = 0; version <= key % 3; version++) {
                    create(account, key, version);
                }
            }
        }
    }

    private static List<String> all(BlobListings listings, String folder, int limit)
            throws IOException {
        List<String> all = new ArrayList<>();
        List<BlobStore.Entry> page = listings.page(folder, "", limit);
        while (!page.isEmpty()) {
            page.forEach(entry -> all.add(entry.name().path()));
            page = listings.page(folder, all.getLast(), limit);
        }
        return all;
    }

    @Test
    void howeverMuchIsReadAheadAllIsListedOnceAndInOrder() throws IOException {
        fill();
        for (int readAhead : new int[] {1, 2, 7, 22, 23, 24, 1000}) {
            for (int limit : new int[] {1, 3, 10, 1000}) {
                assertThat(all(new BlobListings(root, readAhead), "", limit))
                        .as("%s ahead, pages of %s", readAhead, limit)
                        .containsExactlyElementsOf(names);
                assertThat(all(new BlobListings(root, readAhead), "a/" + BUCKET + "/", limit))
                        .containsExactlyElementsOf(names.tailSet("a/"));
            }
        }
    }

    @Test
    void theNextPageIsOfTheNamesThatWereRead() throws IOException {
        fill();
        BlobListings listings = new BlobListings(root, 1000);
        List<BlobStore.Entry> first = listings.page("a/", "", 3);
        create("a", KEYS, 0);
        Files.delete(root.resolve(names.lower(names.last())));
        names.remove(names.lower(names.last()));
        String last = first.getLast().name().path();
        assertThat(listings.page("a/", last, 1000))
                .extracting(entry -> entry.name().path())
                .containsExactlyElementsOf(names.subSet(last, false, names.last(), false));
        // Asked again it is a list of its own, as is one from the beginning.
        assertThat(listings.page("a/", last, 1000))
                .extracting(entry -> entry.name().path())
                .containsExactlyElementsOf(names.tailSet(last, false));
        assertThat(all(listings, "a/", 5)).containsExactlyElementsOf(names.tailSet("a/"));
    }

    @Test
    void ofTooManyListsTheOldestIsReadAnew() throws IOException {
        fill();
        BlobListings listings = new BlobListings(root, 1000);
        for (int limit = 1; limit <= 20; limit++) {
            assertThat(listings.page("", "", limit)).hasSize(limit);
        }
        for (String after : names.headSet("a/").stream().limit(20).toList()) {
            assertThat(listings.page("", after, 1000).getFirst().name().path())
                    .isEqualTo(names.higher(after));
        }
    }
}
