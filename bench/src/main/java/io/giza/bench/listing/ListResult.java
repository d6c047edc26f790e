package io.giza.bench.listing;

import java.util.Locale;

/**
 * What listing a bucket came to.
 *
 * @param keys how many keys it has
 * @param listed how many were listed
 * @param firstPageMillis until the first page was there, the second time it was asked for
 * @param coldFirstPageMillis the same, as the first request of all
 * @param keysPerSecond of the whole listing, page by page
 * @param slowestPageMillis the slowest of its pages
 * @param rootMillis until the folders at the top were there
 * @param folderMillis until the folders of one of them were there
 * @param folders how many folders were listed at the top
 * @param heapBeforeMebibytes the least heap of all services seen within the first tenth of the
 *     pages
 * @param heapAfterMebibytes the same within the last tenth
 */
record ListResult(
        long keys,
        long listed,
        double firstPageMillis,
        double coldFirstPageMillis,
        double keysPerSecond,
        double slowestPageMillis,
        double rootMillis,
        double folderMillis,
        int folders,
        double heapBeforeMebibytes,
        double heapAfterMebibytes) {
    String text() {
        return String.format(
                Locale.ROOT,
                """
                listed %,d of %,d keys, %,.0f keys/s, slowest page %.0f ms
                first page %.0f ms (as the first request of all %.0f ms)
                folders at the top: %d in %.0f ms; in one of them: %.0f ms
                least heap of all services: %.0f MiB in the first tenth, %.0f MiB in the last""",
                listed,
                keys,
                keysPerSecond,
                slowestPageMillis,
                firstPageMillis,
                coldFirstPageMillis,
                folders,
                rootMillis,
                folderMillis,
                heapBeforeMebibytes,
                heapAfterMebibytes);
    }
}
