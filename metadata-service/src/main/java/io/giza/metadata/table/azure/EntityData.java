package io.giza.metadata.table.azure;

import com.azure.data.tables.models.TableEntity;

import io.giza.metadata.table.RowTableException;
import io.giza.metadata.table.azure.EntityKeys.EntityKey;
import io.giza.model.Bytes;
import io.giza.model.Utf8;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What entities hold, as properties: {@code Data0}, {@code Data1} and so on, of which the service
 * takes 64 KiB each, and {@code Name} where the key has no room for all of a name.
 */
final class EntityData {
    /** How many bytes a property has at most. */
    static final int PROPERTY_BYTES = 60 << 10;

    /**
     * How many bytes an entity holds at most. The service takes 1 MiB with names and all; its
     * emulator refuses what is above some 750 KiB.
     */
    static final int MAX_BYTES = 700 << 10;

    static final String NAME = "Name";
    private static final String DATA = "Data";

    private EntityData() {}

    /**
     * Returns an entity.
     *
     * @param what what it is, for messages
     * @throws RowTableException if that is more than an entity can hold
     */
    static TableEntity entity(EntityKey key, Bytes data, Object what) throws RowTableException {
        if (data.size() > MAX_BYTES) {
            throw new RowTableException(
                    what
                            + " takes "
                            + data.size()
                            + " bytes, and an entity of Azure's tables can hold "
                            + MAX_BYTES,
                    null);
        }
        TableEntity entity = new TableEntity(key.partition(), key.row());
        ByteBuffer left = data.asBuffer();
        for (int part = 0; left.hasRemaining(); part++) {
            byte[] bytes = new byte[Math.min(PROPERTY_BYTES, left.remaining())];
            left.get(bytes);
            entity.addProperty(DATA + part, bytes);
        }
        return entity;
    }

    /** Adds the name of an entity whose key does not say all of it. */
    static TableEntity named(TableEntity entity, String name) {
        if (EntityKeys.encodedName(name).isTruncated()) {
            entity.addProperty(NAME, Utf8.bytes("name", name));
        }
        return entity;
    }

    /** Returns what an entity holds. */
    static Bytes data(TableEntity entity) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (int part = 0; entity.getProperty(DATA + part) instanceof byte[] bytes; part++) {
            data.writeBytes(bytes);
        }
        return Bytes.copyOf(data.toByteArray());
    }

    /** Returns the name that an entity has as a property, if it has one. */
    static @Nullable String name(TableEntity entity) {
        return entity.getProperty(NAME) instanceof byte[] utf8
                ? new String(utf8, StandardCharsets.UTF_8)
                : null;
    }

    /** Returns the properties from which a name follows. */
    static List<String> selectingNames() {
        return new ArrayList<>(List.of("PartitionKey", "RowKey", NAME));
    }
}
