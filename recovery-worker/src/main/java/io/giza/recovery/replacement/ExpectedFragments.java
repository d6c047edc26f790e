package io.giza.recovery.replacement;

import io.giza.erasure.StripeLayout;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;

import java.util.List;

/** What the store of a data center is due of the versions of a row. */
final class ExpectedFragments {
    private ExpectedFragments() {}

    /** Returns the versions of a row that may have fragments anywhere, oldest first. */
    static List<Entry> versions(ObjectKey key, Row row) {
        return key.holdsRecords()
                ? List.of()
                : row.log().stream()
                        .filter(entry -> entry.value().kind() == Value.Kind.PUT)
                        .filter(entry -> !entry.isTruncated())
                        .filter(entry -> !Fold.isDeleted(row, entry.version()))
                        .toList();
    }

    /** Returns how many bytes of fragments of a version {@code dc} is due, headers left out. */
    static long bytes(Entry entry, DcName dc) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        return manifest.fragmented()
                .map(
                        data ->
                                data.placement().stream().filter(dc::equals).count()
                                        * StripeLayout.of(data, manifest.storedSize()).bodyLength())
                .orElse(0L);
    }
}
