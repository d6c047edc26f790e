package io.giza.metadata.table.azure;

import com.azure.data.tables.models.TableEntity;

import io.giza.azure.AzureAccount;
import io.giza.azure.AzureClients;
import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.concurrent.Surroundings;
import io.giza.membership.Membership;
import io.giza.metadata.table.RowTable;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.EntityKeys.EntityKey;
import io.giza.model.Bytes;
import io.giza.model.ObjectKey;
import io.giza.record.FormatException;
import io.giza.record.Segment;
import io.giza.record.StoredRow;
import io.giza.record.StoredRowCodec;
import io.giza.replica.MetadataReplica.RowPage;
import io.giza.replica.MetadataReplica.Scan;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.function.Function;

/**
 * A table at Azure: a row is an entity, and so is a segment; see {@link EntityKeys} for their keys
 * and {@link EntityClient} for how they are written. One process owns the table at a time; see
 * {@link EpochGate} for what that is needed for.
 */
public final class AzureRowTable implements RowTable {
    private static final int MAX_DELETIONS = 10;

    private final EntityClient entities;
    private final EpochGate gate;
    private volatile boolean closed;

    private AzureRowTable(EntityClient entities, EpochGate gate) {
        this.entities = entities;
        this.gate = gate;
    }

    /**
     * Opens the table of an account, and makes it if it is not there.
     *
     * @throws RowTableException in one sentence that names the settings, if it cannot be opened
     */
    public static AzureRowTable open(AzureAccount account, Surroundings surroundings)
            throws RowTableException {
        EntityClient entities = new EntityClient(new AzureClients(account), surroundings.random());
        try {
            create(entities);
            EpochGate gate =
                    new EpochGate(
                            new MembershipEntity(entities),
                            surroundings.time(),
                            account.limits().quietPeriod());
            return new AzureRowTable(entities, gate);
        } catch (AzureException e) {
            throw unusable(account, e);
        } catch (RowTableException e) {
            throw e.getCause() instanceof AzureException cause ? unusable(account, cause) : e;
        }
    }

    /** Who may not make tables may still use one that is there. */
    private static void create(EntityClient entities) throws AzureException {
        try {
            entities.createTable();
        } catch (AzureException e) {
            if (!(e.failure() instanceof AzureFailure.Unauthorized)) {
                throw e;
            }
        }
    }

    private static RowTableException unusable(AzureAccount account, AzureException cause) {
        String key = account.key();
        String remedy =
                switch (cause.failure()) {
                    case AzureFailure.Unauthorized _ ->
                            "Check the credential under "
                                    + key
                                    + ", and that it may read and write entities of "
                                    + key
                                    + ".table.";
                    case AzureFailure.AccountGone _,
                            AzureFailure.Unreachable _,
                            AzureFailure.TimedOut _,
                            AzureFailure.Interrupted _ ->
                            "Check " + key + ".table-endpoint and the network towards it.";
                    case AzureFailure.NotFound _,
                            AzureFailure.Conflict _,
                            AzureFailure.ConditionNotMet _,
                            AzureFailure.Rejected _ ->
                            "Check " + key + ".table-endpoint and " + key + ".table.";
                    case AzureFailure.Throttled _, AzureFailure.Failed _ ->
                            "Start again later, or name another account under " + key + ".";
                };
        return new RowTableException.Unusable(
                "the metadata table at "
                        + account.tableEndpoint()
                        + " ("
                        + key
                        + ".table-endpoint) cannot be opened: "
                        + cause.getMessage(),
                remedy,
                cause);
    }

    @Override
    public Membership membership() throws RowTableException {
        requireOpen();
        return gate.membership();
    }

    /** {@inheritDoc} A higher epoch may take as long as the account's quiet period. */
    @Override
    public boolean replaceMembership(Membership expected, Membership next)
            throws RowTableException {
        requireOpen();
        return gate.replace(expected, next);
    }

    @Override
    public Optional<TaggedRow> load(ObjectKey key) throws RowTableException {
        Optional<TableEntity> found = load(EntityKeys.of(key), key.name(), "row " + key);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        StoredRow row = decode("row " + key, found.get(), StoredRowCodec::decode);
        return Optional.of(new TaggedRow(row, tagOf(found.get())));
    }

    @Override
    public boolean store(ObjectKey key, StoredRow row, @Nullable Tag expected)
            throws RowTableException {
        requireOpen();
        String what = "row " + key;
        TableEntity entity =
                EntityData.entity(EntityKeys.of(key), StoredRowCodec.encode(row), what);
        return gate.store(
                row.row().epoch(),
                () -> write(EntityData.named(entity, key.name()), expected, what));
    }

    @Override
    public Optional<TaggedSegment> load(SegmentKey key) throws RowTableException {
        String what = "segment " + key;
        Optional<TableEntity> found = load(EntityKeys.of(key), key.row().name(), what);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Segment segment = decode(what, found.get(), StoredRowCodec::decodeSegment);
        return Optional.of(new TaggedSegment(segment, tagOf(found.get())));
    }

    @Override
    public boolean store(SegmentKey key, Segment segment, @Nullable Tag expected)
            throws RowTableException {
        requireOpen();
        String what = "segment " + key;
        TableEntity entity =
                EntityData.entity(EntityKeys.of(key), StoredRowCodec.encode(segment), what);
        return write(EntityData.named(entity, key.row().name()), expected, what);
    }

    /** {@inheritDoc} By its ETag: a deletion that comes late finds another one and does nothing. */
    @Override
    public void delete(SegmentKey key) throws RowTableException {
        requireOpen();
        try {
            for (int attempt = 0; attempt < MAX_DELETIONS; attempt++) {
                Optional<TableEntity> found = entities.load(EntityKeys.of(key));
                if (found.isEmpty() || entities.delete(found.get())) {
                    return;
                }
            }
        } catch (AzureException e) {
            throw failure("segment " + key + " cannot be deleted", e);
        }
        throw new RowTableException("too many writers of segment " + key, null);
    }

    private Optional<TableEntity> load(EntityKey entityKey, String name, String what)
            throws RowTableException {
        requireOpen();
        try {
            Optional<TableEntity> found = entities.load(entityKey);
            String inEntity = found.map(EntityData::name).orElse(null);
            if (inEntity != null && !inEntity.equals(name)) {
                throw new RowTableException(what + ": its key holds " + inEntity, null);
            }
            return found;
        } catch (AzureException e) {
            throw failure(what + " cannot be read", e);
        }
    }

    private boolean write(TableEntity entity, @Nullable Tag expected, String what)
            throws RowTableException {
        try {
            String etag = expected == null ? null : expected.value();
            return entities.write(entity, etag, gate::writeAbandoned);
        } catch (AzureException e) {
            throw failure(what + " cannot be written", e);
        }
    }

    @Override
    public RowPage scan(Scan scan, int shard) throws RowTableException {
        requireOpen();
        return new EntityRanges(entities).scan(scan, shard);
    }

    @Override
    public KeyPage keys(@Nullable ObjectKey after, int limit) throws RowTableException {
        requireOpen();
        return new EntityRanges(entities).keys(after, limit);
    }

    private static Tag tagOf(TableEntity entity) {
        return new Tag(entity.getETag());
    }

    static <T> T decode(String what, TableEntity entity, Function<Bytes, T> decoder)
            throws RowTableException {
        try {
            return decoder.apply(EntityData.data(entity));
        } catch (FormatException e) {
            throw new RowTableException(what + ": " + e.getMessage(), e);
        }
    }

    static RowTableException failure(String what, AzureException cause) {
        String message = what + ": " + cause.getMessage();
        return cause.failure() instanceof AzureFailure.Throttled
                ? new RowTableException.Throttled(message, cause)
                : new RowTableException(message, cause);
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() throws RowTableException {
        if (closed) {
            throw new RowTableException("the table is closed", null);
        }
    }
}
