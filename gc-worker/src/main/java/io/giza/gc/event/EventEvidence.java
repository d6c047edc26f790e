package io.giza.gc.event;

import io.giza.model.Command;
import io.giza.model.DeletionReason;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.Value;
import io.giza.model.VersionId;
import io.giza.notification.EventName;
import io.giza.notification.EventRecord;
import io.giza.paxos.Entry;
import io.giza.paxos.Fold;
import io.giza.paxos.Row;
import io.giza.record.ManifestCodec;
import io.giza.version.VersionAccess;
import io.giza.version.Visibility;
import io.giza.version.VisibilityProbe;

import java.util.Optional;

/** What the rows of objects say of changes that gateways were asked for. */
final class EventEvidence {
    private final VersionAccess access;
    private final VisibilityProbe probe;

    EventEvidence(VersionAccess access) {
        this.access = access;
        this.probe = new VisibilityProbe(access);
    }

    /** What a quorum says of a change. */
    sealed interface Finding {}

    /**
     * It happened.
     *
     * @param generation the incarnation of the object's row in which it did
     * @param version the record's number there, 0 where nothing tells
     * @param id the version that was put, or deleted; empty where it has no name
     * @param manifest what was put, as long as the row says it
     */
    record Happened(
            EventName name,
            long generation,
            long version,
            Optional<VersionId> id,
            Optional<Manifest> manifest)
            implements Finding {}

    /** It did not happen and never will, or is nothing that was asked for. */
    record Nothing() implements Finding {}

    /** It has not happened so far. */
    record NotYet() implements Finding {}

    /** Nobody knows now. */
    record Unknown() implements Finding {}

    /** Reads the object's row. */
    Finding find(EventRecord event) {
        Optional<Row> latest = access.latest(event.object()).map(Row::orNextGeneration);
        if (latest.isEmpty()) {
            return new Unknown();
        }
        Row newest = latest.get();
        Optional<Entry> entry = entry(newest, event);
        if (entry.isPresent() && !needsOlder(entry.get())) {
            return judge(event, newest, entry.get());
        }
        return access.withLogFrom(event.object(), newest, 1)
                .map(
                        row ->
                                entry(row, event)
                                        .map(found -> judge(event, row, found))
                                        .orElseGet(() -> notFound(event, row)))
                .orElseGet(Unknown::new);
    }

    private static boolean needsOlder(Entry entry) {
        return entry.value().kind() == Value.Kind.DELETE_VERSIONS;
    }

    /** What happened in a row that was removed since is gone with it. */
    private static Finding notFound(EventRecord event, Row row) {
        return row.generation() > event.generation()
                ? new Happened(
                        event.names().stream().sorted().findFirst().orElseThrow(),
                        event.generation(),
                        0,
                        Optional.empty(),
                        Optional.empty())
                : new NotYet();
    }

    private static Optional<Entry> entry(Row row, EventRecord event) {
        return row.log().stream()
                .filter(entry -> entry.value().op().isRenamed(event.operation()))
                .filter(entry -> isChange(entry.value()))
                .filter(entry -> !isGivenUp(row, entry))
                .reduce((_, last) -> last);
    }

    /** Such a put never took effect; a retry of it may still bring a record of its own. */
    private static boolean isGivenUp(Row row, Entry entry) {
        return Fold.deletionReason(row, entry.version())
                .filter(DeletionReason.GIVEN_UP::equals)
                .isPresent();
    }

    private static boolean isChange(Value value) {
        return switch (value.kind()) {
            case PUT, MARKER, DELETE_VERSIONS -> true;
            case ANNOTATE, NO_OP, REMOVE, DROP, VISIBLE -> false;
        };
    }

    private Finding judge(EventRecord event, Row row, Entry entry) {
        return switch (entry.value().command()) {
            case Command.Put _ -> judgePut(event, row, entry);
            case Command.Marker _ -> {
                Mode mode = Mode.of(entry.value());
                yield happened(
                        event,
                        mode == Mode.HIDDEN_MARKER ? EventName.DELETED : EventName.MARKED,
                        row,
                        entry,
                        name(row, entry),
                        Optional.empty());
            }
            case Command.DeleteVersion deletion ->
                    happened(
                            event,
                            EventName.DELETED,
                            row,
                            entry,
                            row.entry(deletion.version()).flatMap(each -> name(row, each)),
                            Optional.empty());
            case Command.Annotate _,
                    Command.NoOp _,
                    Command.Remove _,
                    Command.Drop _,
                    Command.Visible _ ->
                    throw new IllegalStateException("no change: " + entry);
        };
    }

    /** Where nobody knows of the data, somebody settles that: then the row tells. */
    private Finding judgePut(EventRecord event, Row row, Entry entry) {
        Optional<DeletionReason> deleted = Fold.deletionReason(row, entry.version());
        Optional<Manifest> manifest =
                entry.isTruncated()
                        ? Optional.empty()
                        : Optional.of(ManifestCodec.decode(entry.value()));
        boolean isVisible =
                entry.isVisible()
                        || deleted.isPresent()
                        || manifest.flatMap(Manifest::fragmented).isEmpty()
                        || isVisible(event, entry);
        return isVisible
                ? happened(
                        event,
                        event.names().iterator().next(),
                        row,
                        entry,
                        name(row, entry),
                        manifest)
                : new Unknown();
    }

    private boolean isVisible(EventRecord event, Entry entry) {
        return probe.probe(event.object(), entry, false, access.after(access.timeouts().probe()))
                        .visibility()
                == Visibility.VISIBLE;
    }

    private static Optional<VersionId> name(Row row, Entry entry) {
        return Optional.of(entry)
                .filter(each -> isNamed(each.value()))
                .map(each -> new VersionId(row.generation(), each.version(), each.value().id()));
    }

    private static boolean isNamed(Value value) {
        return (value.kind() == Value.Kind.PUT || value.kind() == Value.Kind.MARKER)
                && Mode.of(value) == Mode.VERSIONED;
    }

    private static Finding happened(
            EventRecord event,
            EventName name,
            Row row,
            Entry entry,
            Optional<VersionId> id,
            Optional<Manifest> manifest) {
        return event.names().contains(name)
                ? new Happened(name, row.generation(), entry.version(), id, manifest)
                : new Nothing();
    }
}
