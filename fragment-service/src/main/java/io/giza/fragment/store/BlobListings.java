package io.giza.fragment.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The lists that are under way. Whoever asks for the next page of one goes on with what was read
 * ahead; else a folder of many names would be read for each page of it. For any number of threads.
 */
final class BlobListings {
    /** So many names of each folder on the way are kept, some 10 MB of each list. */
    static final int READ_AHEAD = 1 << 15;

    private static final int MAX_LISTINGS = 8;

    private final Path root;
    private final int readAhead;
    private final Map<Position, BlobListing> openListings = new LinkedHashMap<>();

    /** Where the next page of a list begins. */
    private record Position(String folder, String after) {}

    BlobListings(Path root, int readAhead) {
        this.root = root;
        this.readAhead = readAhead;
    }

    /** Returns a page; see {@link BlobStore#list}. */
    List<BlobStore.Entry> page(String folder, String after, int limit) throws IOException {
        BlobListing listing = take(new Position(folder, after));
        List<BlobStore.Entry> page = listing.page(folder, after, limit);
        if (page.size() == limit && limit > 0) {
            keep(new Position(folder, page.getLast().name().path()), listing);
        }
        return page;
    }

    private synchronized BlobListing take(Position place) {
        BlobListing listing = openListings.remove(place);
        return listing == null ? new BlobListing(root, readAhead) : listing;
    }

    private synchronized void keep(Position next, BlobListing listing) {
        openListings.put(next, listing);
        if (openListings.size() > MAX_LISTINGS) {
            openListings.remove(openListings.keySet().iterator().next());
        }
    }
}
