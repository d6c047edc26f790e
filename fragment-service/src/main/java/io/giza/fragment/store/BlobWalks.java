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
final class BlobWalks {
    /** So many names of each folder on the way are kept, some 10 MB of each list. */
    static final int AHEAD = 1 << 15;

    private static final int MOST = 8;

    private final Path root;
    private final int ahead;
    private final Map<Place, BlobWalk> underWay = new LinkedHashMap<>();

    /** Where the next page of a list begins. */
    private record Place(String folder, String after) {}

    BlobWalks(Path root, int ahead) {
        this.root = root;
        this.ahead = ahead;
    }

    /** Returns a page; see {@link BlobStore#list}. */
    List<BlobStore.Entry> page(String folder, String after, int limit) throws IOException {
        BlobWalk walk = take(new Place(folder, after));
        List<BlobStore.Entry> page = walk.page(folder, after, limit);
        if (page.size() == limit && limit > 0) {
            keep(new Place(folder, page.getLast().name().path()), walk);
        }
        return page;
    }

    private synchronized BlobWalk take(Place place) {
        BlobWalk walk = underWay.remove(place);
        return walk == null ? new BlobWalk(root, ahead) : walk;
    }

    private synchronized void keep(Place next, BlobWalk walk) {
        underWay.put(next, walk);
        if (underWay.size() > MOST) {
            underWay.remove(underWay.keySet().iterator().next());
        }
    }
}
