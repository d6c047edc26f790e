package io.giza.metadata.table.azure;

import com.azure.data.tables.models.TableEntity;

import io.giza.azure.AzureException;
import io.giza.membership.Membership;
import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.EpochGate.StoredMembership;
import io.giza.model.Bytes;
import io.giza.wire.MembershipCodec;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * The membership as an entity. A write of it that is given up needs no quiet: it changes no row,
 * and the next one meets it by its ETag.
 *
 * @param entities the table
 */
record MembershipEntity(EntityClient entities) implements EpochGate.MembershipStore {
    @Override
    public StoredMembership load() throws RowTableException {
        try {
            Optional<TableEntity> found = entities.load(EntityKeys.MEMBERSHIP);
            return found.isEmpty()
                    ? StoredMembership.NONE
                    : new StoredMembership(
                            AzureRowTable.decode(
                                    "the membership",
                                    found.get(),
                                    bytes -> MembershipCodec.decode(bytes.toArray())),
                            found.get().getETag());
        } catch (AzureException e) {
            throw AzureRowTable.failure("the membership cannot be read", e);
        }
    }

    @Override
    public @Nullable StoredMembership replace(StoredMembership before, Membership next)
            throws RowTableException {
        TableEntity entity =
                EntityData.entity(
                        EntityKeys.MEMBERSHIP,
                        Bytes.copyOf(MembershipCodec.encode(next)),
                        "the membership");
        try {
            if (!entities.write(entity, before.etag(), () -> {})) {
                return null;
            }
        } catch (AzureException e) {
            throw AzureRowTable.failure("the membership cannot be written", e);
        }
        StoredMembership after = load();
        return after.membership().equals(next) ? after : null;
    }
}
