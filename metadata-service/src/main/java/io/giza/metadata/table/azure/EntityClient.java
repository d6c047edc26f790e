package io.giza.metadata.table.azure;

import com.azure.core.http.rest.Response;
import com.azure.core.util.Context;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;

import io.giza.azure.AzureClients;
import io.giza.azure.AzureClients.Tries;
import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.metadata.table.azure.EntityKeys.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Entities of one table at Azure, each only ever changed by a conditional write of itself alone.
 *
 * <p>A write is sent once. If its answer is lost, the entity is read, and its {@code Write}
 * property, which is fresh for every write, tells what became of it:
 *
 * <pre>
 * the entity now                          the write was
 * has this write's property               applied
 * is still as the write expected it       not applied yet, but may be at any time: an exception
 * is anything else                        refused, or applied and overwritten; it can do no more
 * </pre>
 *
 * The last is reported as lost: whoever lost reads the row again and finds what he wrote, if it was
 * applied.
 */
final class EntityClient {
    private static final String WRITE = "Write";
    private static final String ETAG = "odata.etag";

    private final String location;
    private final TableClient singleAttemptClient;
    private final TableClient retryingClient;
    private final RandomGenerator random;

    EntityClient(AzureClients clients, RandomGenerator random) {
        this.location = "table " + clients.account().table();
        this.singleAttemptClient = clients.table(Tries.ONE);
        this.retryingClient = clients.table(Tries.SEVERAL);
        this.random = random;
    }

    /** Told of a write that may yet be applied, after it was given up. */
    interface AbandonedWriteListener {
        void writeAbandoned();
    }

    /** Makes the table unless it is there. */
    void createTable() throws AzureException {
        call(
                () -> singleAttemptClient.createTableWithResponse(null, Context.NONE),
                failure ->
                        failure instanceof AzureFailure.Conflict conflict
                                && conflict.code().equals("TableAlreadyExists"));
    }

    /** Loads an entity, with everything that it has. */
    Optional<TableEntity> load(EntityKey key) throws AzureException {
        return call(
                        () ->
                                retryingClient.getEntityWithResponse(
                                        key.partition(), key.row(), null, null, Context.NONE),
                        EntityClient::isAbsent)
                .map(Response::getValue);
    }

    /** Finds entities in the order of their keys; pages are read as the cursor goes on. */
    Cursor find(ListEntitiesOptions options) throws AzureException {
        try {
            return new Cursor(retryingClient.listEntities(options, null, Context.NONE).iterator());
        } catch (RuntimeException e) {
            throw AzureException.of(location, e);
        }
    }

    /** Entities one after the other. */
    final class Cursor {
        private final Iterator<TableEntity> entities;

        private Cursor(Iterator<TableEntity> entities) {
            this.entities = entities;
        }

        /** Returns the next entity, null after the last. */
        @Nullable TableEntity next() throws AzureException {
            try {
                return entities.hasNext() ? entities.next() : null;
            } catch (RuntimeException e) {
                throw AzureException.of(location, e);
            }
        }
    }

    /**
     * Writes an entity if it is still as it was loaded.
     *
     * @param expected its ETag as it was loaded, null if it was absent
     * @return whether it was written; false if it is another one by now
     */
    boolean write(TableEntity entity, @Nullable String expected, AbandonedWriteListener abandoned)
            throws AzureException {
        String writeId = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
        entity.addProperty(WRITE, writeId);
        try {
            return (expected == null ? insert(entity) : replace(entity, expected)).isPresent();
        } catch (AzureException e) {
            if (e.failure().hasChangedNothing()) {
                throw e;
            }
            return resolveUnanswered(new UnansweredWrite(entity, writeId, expected, abandoned), e);
        }
    }

    private record UnansweredWrite(
            TableEntity entity,
            String name,
            @Nullable String expected,
            AbandonedWriteListener abandoned) {}

    private Optional<Response<Void>> insert(TableEntity entity) throws AzureException {
        return call(
                () -> singleAttemptClient.createEntityWithResponse(entity, null, Context.NONE),
                failure ->
                        failure instanceof AzureFailure.Conflict conflict
                                && conflict.code().equals("EntityAlreadyExists"));
    }

    /** Without an ETag in the entity the SDK would send no condition at all. */
    private Optional<Response<Void>> replace(TableEntity entity, String expected)
            throws AzureException {
        if (expected.isBlank() || expected.equals("*")) {
            throw new IllegalStateException("no condition: '" + expected + "'");
        }
        entity.addProperty(ETAG, expected);
        return call(
                () ->
                        singleAttemptClient.updateEntityWithResponse(
                                entity, TableEntityUpdateMode.REPLACE, true, null, Context.NONE),
                EntityClient::isChangedOrAbsent);
    }

    private boolean resolveUnanswered(UnansweredWrite pending, AzureException failure)
            throws AzureException {
        Optional<TableEntity> found;
        try {
            found =
                    load(
                            new EntityKey(
                                    pending.entity.getPartitionKey(), pending.entity.getRowKey()));
        } catch (AzureException e) {
            pending.abandoned.writeAbandoned();
            failure.addSuppressed(e);
            throw failure;
        }
        if (found.isPresent() && pending.name.equals(found.get().getProperty(WRITE))) {
            return true;
        }
        if (Objects.equals(found.map(TableEntity::getETag).orElse(null), pending.expected)) {
            pending.abandoned.writeAbandoned();
            throw failure;
        }
        return false;
    }

    /**
     * Deletes an entity as it was loaded.
     *
     * @return whether it is gone; if not, it was changed meanwhile
     */
    boolean delete(TableEntity loaded) throws AzureException {
        if (loaded.getETag() == null) {
            throw new IllegalStateException("no ETag");
        }
        try {
            return call(
                            () ->
                                    singleAttemptClient.deleteEntityWithResponse(
                                            loaded, true, null, Context.NONE),
                            failure -> failure instanceof AzureFailure.ConditionNotMet)
                    .isPresent();
        } catch (AzureException e) {
            if (isAbsent(e.failure())) {
                return true;
            }
            if (e.failure().hasChangedNothing()
                    || load(new EntityKey(loaded.getPartitionKey(), loaded.getRowKey()))
                            .isPresent()) {
                throw e;
            }
            return true;
        }
    }

    private static boolean isAbsent(AzureFailure failure) {
        return failure instanceof AzureFailure.NotFound absent
                && !absent.code().equals("TableNotFound");
    }

    private static boolean isChangedOrAbsent(AzureFailure failure) {
        return failure instanceof AzureFailure.ConditionNotMet || isAbsent(failure);
    }

    /** Calls the service; empty if it fails as {@code expected} says. */
    private <T> Optional<T> call(Supplier<T> call, Predicate<AzureFailure> expected)
            throws AzureException {
        try {
            return Optional.of(call.get());
        } catch (RuntimeException e) {
            AzureException failed = AzureException.of(location, e);
            if (expected.test(failed.failure())) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
