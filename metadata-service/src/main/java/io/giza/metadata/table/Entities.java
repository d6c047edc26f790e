package io.giza.metadata.table;

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
import io.giza.metadata.table.EntityKeys.Place;

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
final class Entities {
    private static final String WRITE = "Write";
    private static final String ETAG = "odata.etag";

    private final String where;
    private final TableClient once;
    private final TableClient repeating;
    private final RandomGenerator random;

    Entities(AzureClients clients, RandomGenerator random) {
        this.where = "table " + clients.account().table();
        this.once = clients.table(Tries.ONE);
        this.repeating = clients.table(Tries.SEVERAL);
        this.random = random;
    }

    /** Told of a write that may yet be applied, after it was given up. */
    interface Abandoned {
        void write();
    }

    /** Makes the table unless it is there. */
    void createTable() throws AzureException {
        call(
                () -> once.createTableWithResponse(null, Context.NONE),
                failure ->
                        failure instanceof AzureFailure.Conflict conflict
                                && conflict.code().equals("TableAlreadyExists"));
    }

    /** Loads an entity, with everything that it has. */
    Optional<TableEntity> load(Place place) throws AzureException {
        return call(
                        () ->
                                repeating.getEntityWithResponse(
                                        place.partition(), place.row(), null, null, Context.NONE),
                        Entities::isAbsent)
                .map(Response::getValue);
    }

    /** Finds entities in the order of their keys; pages are read as the cursor goes on. */
    Cursor find(ListEntitiesOptions options) throws AzureException {
        try {
            return new Cursor(repeating.listEntities(options, null, Context.NONE).iterator());
        } catch (RuntimeException e) {
            throw AzureException.of(where, e);
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
                throw AzureException.of(where, e);
            }
        }
    }

    /**
     * Writes an entity if it is still as it was loaded.
     *
     * @param expected its ETag as it was loaded, null if it was absent
     * @return whether it was written; false if it is another one by now
     */
    boolean write(TableEntity entity, @Nullable String expected, Abandoned abandoned)
            throws AzureException {
        String name = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
        entity.addProperty(WRITE, name);
        try {
            return (expected == null ? insert(entity) : replace(entity, expected)).isPresent();
        } catch (AzureException e) {
            if (e.failure().changedNothing()) {
                throw e;
            }
            return settle(new Pending(entity, name, expected, abandoned), e);
        }
    }

    private record Pending(
            TableEntity entity, String name, @Nullable String expected, Abandoned abandoned) {}

    private Optional<Response<Void>> insert(TableEntity entity) throws AzureException {
        return call(
                () -> once.createEntityWithResponse(entity, null, Context.NONE),
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
                        once.updateEntityWithResponse(
                                entity, TableEntityUpdateMode.REPLACE, true, null, Context.NONE),
                Entities::isChangedOrAbsent);
    }

    private boolean settle(Pending pending, AzureException lost) throws AzureException {
        Optional<TableEntity> found;
        try {
            found = load(new Place(pending.entity.getPartitionKey(), pending.entity.getRowKey()));
        } catch (AzureException e) {
            pending.abandoned.write();
            lost.addSuppressed(e);
            throw lost;
        }
        if (found.isPresent() && pending.name.equals(found.get().getProperty(WRITE))) {
            return true;
        }
        if (Objects.equals(found.map(TableEntity::getETag).orElse(null), pending.expected)) {
            pending.abandoned.write();
            throw lost;
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
                            () -> once.deleteEntityWithResponse(loaded, true, null, Context.NONE),
                            failure -> failure instanceof AzureFailure.ConditionNotMet)
                    .isPresent();
        } catch (AzureException e) {
            if (isAbsent(e.failure())) {
                return true;
            }
            if (e.failure().changedNothing()
                    || load(new Place(loaded.getPartitionKey(), loaded.getRowKey())).isPresent()) {
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
            AzureException failed = AzureException.of(where, e);
            if (expected.test(failed.failure())) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
