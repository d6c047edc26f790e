package io.giza.gateway.upload;

import io.giza.commit.KeyLister;
import io.giza.concurrent.Deadline;
import io.giza.gateway.cluster.Cluster;
import io.giza.gateway.version.ResolvedVersion;
import io.giza.gateway.version.VersionResolver;
import io.giza.model.BucketId;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.model.PutId;
import io.giza.model.UploadId;
import io.giza.model.UploadRows;
import io.giza.model.Value;
import io.giza.paxos.Row;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The parts of an upload, as a quorum knows them: the newest visible put of each row. */
final class PartRows {
    private static final int PAGE = 1000;

    private final Cluster cluster;
    private final VersionResolver resolver;

    PartRows(Cluster cluster, VersionResolver resolver) {
        this.cluster = cluster;
        this.resolver = resolver;
    }

    /** What was found. */
    sealed interface Result {}

    /**
     * The parts.
     *
     * @param parts in order
     * @param more whether others may follow
     */
    record Parts(List<Stored> parts, boolean more) implements Result {}

    /** Some part could not be read. */
    record Unavailable(String detail) implements Result {}

    /**
     * A part that is stored.
     *
     * @param id the put that stored it
     */
    record Stored(int number, PutId id, Manifest manifest) {}

    /** Which parts are wanted: those with greater numbers than {@code after} that are wanted. */
    record PartQuery(BucketId bucket, UploadId upload, int after, IntPredicate numbers) {}

    /** Reads wanted parts. */
    Result read(PartQuery wanted, int limit) {
        List<Stored> found = new ArrayList<>();
        BucketId space = wanted.bucket().uploads();
        String prefix = UploadRows.prefixOfParts(wanted.upload());
        String after =
                wanted.after() == 0
                        ? ""
                        : UploadRows.part(wanted.bucket(), wanted.upload(), wanted.after()).name();
        boolean more = true;
        while (more) {
            Scan scan = new Scan(space, prefix, after, false, PAGE);
            // A page that takes long is as consistent as a short one: each part by itself is.
            Deadline deadline = cluster.after(cluster.settings().read());
            if (!(cluster.metadata().lister().list(scan, deadline)
                    instanceof KeyLister.Rows rows)) {
                return new Unavailable("no quorum answered");
            }
            for (NamedRow named : rows.rows()) {
                int number = UploadRows.partNumber(named.name());
                if (!wanted.numbers().test(number)) {
                    continue;
                }
                switch (newest(new ObjectKey(space, named.name()), named.row(), number)) {
                    case Present(Stored stored) -> {
                        if (found.size() == limit) {
                            return new Parts(found, true);
                        }
                        found.add(stored);
                    }
                    case Absent _ -> {}
                    case Unknown(String detail) -> {
                        return new Unavailable("part " + number + ": " + detail);
                    }
                }
            }
            more = rows.more();
            after = rows.rows().isEmpty() ? after : rows.rows().getLast().name();
        }
        return new Parts(found, false);
    }

    private sealed interface NewestPart {}

    private record Present(Stored stored) implements NewestPart {}

    private record Absent() implements NewestPart {}

    private record Unknown(String detail) implements NewestPart {}

    private NewestPart newest(ObjectKey key, Row row, int number) {
        return switch (resolver.newest(key, row)) {
            case ResolvedVersion.Live live -> {
                Value value = live.entry().value();
                yield new Present(new Stored(number, value.id(), live.manifest()));
            }
            case ResolvedVersion.Gone _ -> new Absent();
            case ResolvedVersion.Undecided undecided -> new Unknown(undecided.detail());
        };
    }
}
