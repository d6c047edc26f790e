package io.giza.rival.ignite;

import org.apache.ignite.Ignite;
import org.apache.ignite.table.KeyValueView;
import org.apache.ignite.tx.Transaction;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Objects as the paper has them in a system of consensus groups over ranges (section 6.4): one table
 * of metadata that all data centers keep, and a table of fragments in each of them. A put is one
 * transaction that writes three fragments and the metadata, a get one that reads the metadata and two
 * fragments. What need not wait for another is asked for at once.
 */
final class TransactionStore {
    /** Spread over the groups of the metadata, of which each data center leads some. */
    private static final int METADATA_PARTITIONS = 12;

    private final Ignite ignite;
    private final String[] nodes;

    TransactionStore(Ignite ignite, String[] nodes) {
        this.ignite = ignite;
        this.nodes = nodes.clone();
    }

    /** Makes the tables: that of metadata in all data centers, the others in one each. */
    void createTables() {
        sql(
                "CREATE ZONE metadata (PARTITIONS "
                        + METADATA_PARTITIONS
                        + ", REPLICAS "
                        + nodes.length
                        + ") STORAGE PROFILES ['default']");
        sql("CREATE TABLE metadata (k VARCHAR(1024) PRIMARY KEY, v VARBINARY(65536)) ZONE metadata");
        for (String node : nodes) {
            sql(
                    "CREATE ZONE fragments_"
                            + node
                            + " (PARTITIONS 1, REPLICAS 1, NODES FILTER '$[?(@.dc == \""
                            + node
                            + "\")]') STORAGE PROFILES ['default']");
            sql(
                    "CREATE TABLE fragments_"
                            + node
                            + " (k VARCHAR(1024) PRIMARY KEY, v VARBINARY(16777216)) ZONE fragments_"
                            + node);
        }
    }

    /** Tells whether all tables are there, as this node knows. */
    boolean isReady() {
        return ignite.tables().table("fragments_" + nodes[nodes.length - 1]) != null;
    }

    /** Stores an object in one transaction. */
    void put(String key, byte[] body) {
        int half = (body.length + 1) / 2;
        byte[] first = Arrays.copyOfRange(body, 0, half);
        byte[] second = Arrays.copyOf(Arrays.copyOfRange(body, half, body.length), half);
        byte[] parity = first.clone();
        for (int at = 0; at < half; at++) {
            parity[at] ^= second[at];
        }
        byte[] length = ByteBuffer.allocate(Integer.BYTES).putInt(body.length).array();
        ignite.transactions()
                .runInTransaction(
                        tx -> {
                            CompletableFuture.allOf(
                                            fragments(0).putAsync(tx, key, first),
                                            fragments(1).putAsync(tx, key, second),
                                            fragments(2).putAsync(tx, key, parity),
                                            table("metadata").putAsync(tx, key, length))
                                    .join();
                        });
    }

    /** Reads an object in one transaction, or returns null if there is none. */
    byte[] get(String key) {
        return ignite.transactions()
                .runInTransaction((Function<Transaction, byte[]>) tx -> read(tx, key));
    }

    private byte[] read(Transaction tx, String key) {
        CompletableFuture<byte[]> first = fragments(0).getAsync(tx, key);
        CompletableFuture<byte[]> second = fragments(1).getAsync(tx, key);
        CompletableFuture<byte[]> length = table("metadata").getAsync(tx, key);
        CompletableFuture.allOf(first, second, length).join();
        if (length.join() == null) {
            return null;
        }
        byte[] head = first.join();
        byte[] body = Arrays.copyOf(head, ByteBuffer.wrap(length.join()).getInt());
        System.arraycopy(second.join(), 0, body, head.length, body.length - head.length);
        return body;
    }

    private KeyValueView<String, byte[]> fragments(int place) {
        return table("fragments_" + nodes[place]);
    }

    private KeyValueView<String, byte[]> table(String name) {
        return ignite.tables().table(name).keyValueView(String.class, byte[].class);
    }

    private void sql(String statement) {
        ignite.sql().execute(null, statement).close();
    }
}
