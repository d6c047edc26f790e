package io.giza.hint;

import io.giza.commit.CommitResult;
import io.giza.commit.Draft;
import io.giza.commit.KeyLister;
import io.giza.commit.MetadataPath;
import io.giza.commit.VersionReader;
import io.giza.commit.group.CommitSettings;
import io.giza.commit.removal.RowRemoval;
import io.giza.concurrent.Deadline;
import io.giza.concurrent.Surroundings;
import io.giza.model.BucketId;
import io.giza.model.Bytes;
import io.giza.model.Command;
import io.giza.model.DcName;
import io.giza.model.Mode;
import io.giza.model.ObjectKey;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.MarkerCodec;
import io.giza.record.hint.HintRecord;
import io.giza.record.hint.HintRecordCodec;
import io.giza.replica.MetadataReplica.NamedRow;
import io.giza.replica.MetadataReplica.Scan;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The rows of hints, one for each data center and key space, decided like any other row. */
public final class HintRows {
    private static final Logger LOG = LoggerFactory.getLogger(HintRows.class);
    private static final int PAGE = 500;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final MetadataPath path;
    private final RowRemoval removal;
    private final Surroundings surroundings;

    /** Reads and writes through {@code path}. */
    public HintRows(MetadataPath path) {
        this.path = path;
        this.removal = new RowRemoval(path, CommitSettings.DEFAULTS);
        this.surroundings = path.group().surroundings();
    }

    /** Returns all hints that a quorum knows; empty if no quorum answers. */
    public Optional<List<Hint>> all() {
        List<Hint> hints = new ArrayList<>();
        Scan scan = new Scan(BucketId.SYSTEM, ObjectKey.HINTS, ObjectKey.HINTS, true, PAGE);
        while (path.lister().list(scan, surroundings.time().after(TIMEOUT))
                instanceof KeyLister.Rows page) {
            page.rows().stream().flatMap(row -> hint(row).stream()).forEach(hints::add);
            if (!page.more()) {
                return Optional.of(hints);
            }
            scan = scan.nextAfter(page.rows().getLast().name());
        }
        return Optional.empty();
    }

    /**
     * Changes the hints of a key space.
     *
     * @return the hints that the row holds now; empty if that could not be decided
     */
    public Optional<HintRecord> change(
            DcName dc, BucketId space, UnaryOperator<HintRecord> change) {
        ObjectKey key = ObjectKey.ofHints(dc, space);
        Deadline deadline = surroundings.time().after(TIMEOUT);
        while (path.reader().read(key, deadline) instanceof VersionReader.Latest latest) {
            Row row = latest.row().orNextGeneration();
            HintRecord before = hints(row);
            HintRecord after = change.apply(before);
            if (after.equals(before)) {
                return Optional.of(after);
            }
            CommitResult result =
                    path.committer()
                            .append(key, Draft.after(row, value(row, after)), row, null, deadline);
            if (result instanceof CommitResult.Committed) {
                return Optional.of(after);
            }
            if (!(result instanceof CommitResult.Withdrawn)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    /**
     * Removes a row without hints, since its log grows with each hint. That takes all data centers,
     * so a row may stay until its next hints are repaired.
     */
    public void removeIfEmpty(DcName dc, BucketId space) {
        RowRemoval.Outcome outcome =
                removal.remove(
                        ObjectKey.ofHints(dc, space),
                        row -> hints(row).isEmpty(),
                        surroundings.time().after(TIMEOUT));
        LOG.atDebug().addKeyValue("of", dc).log("removal of hints: {}", outcome);
    }

    private Value value(Row row, HintRecord hints) {
        int format = hints.isEmpty() ? MarkerCodec.FORMAT : HintRecordCodec.FORMAT;
        Command command =
                hints.isEmpty()
                        ? new Command.Marker(Mode.HIDDEN_MARKER, Bytes.EMPTY)
                        : new Command.Put(Mode.UNVERSIONED, HintRecordCodec.encode(hints));
        return new Value(
                format,
                PutId.random(surroundings.random()),
                row.fence(),
                OpId.random(surroundings.random()),
                command);
    }

    private static Optional<Hint> hint(NamedRow named) {
        String[] parts = named.name().substring(ObjectKey.HINTS.length()).split("/", 2);
        HintRecord writes = hints(named.row());
        return writes.isEmpty() || parts.length < 2
                ? Optional.empty()
                : Optional.of(
                        new Hint(
                                new DcName(parts[0]),
                                new BucketId(UUID.fromString(parts[1])),
                                writes));
    }

    /** A record of a later release hints at the whole key space: repairing too much is safe. */
    private static HintRecord hints(Row row) {
        Optional<Value> value =
                Fold.newestHint(row)
                        .map(Entry::value)
                        .filter(each -> each.kind() == Value.Kind.PUT);
        try {
            return value.map(HintRecordCodec::decode).orElse(HintRecord.EMPTY);
        } catch (FormatException e) {
            return HintRecord.EMPTY.withAll(1);
        }
    }
}
