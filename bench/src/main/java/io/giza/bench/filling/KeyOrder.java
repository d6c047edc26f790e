package io.giza.bench.filling;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import java.util.Arrays;

/**
 * The numbers of many keys in the order in which a table keeps them, by shard and then by name:
 * what is written in that order need not be sorted afterwards.
 */
final class KeyOrder {
    private static final int FIRST_LENGTH = 16;

    private final int[][] byShard;
    private final int[] lengths;

    private KeyOrder(int shards) {
        byShard = new int[shards][FIRST_LENGTH];
        lengths = new int[shards];
    }

    /**
     * Orders the keys of a bucket from 0 on.
     *
     * @param perFolder how many folders there are on each of the two levels
     */
    static KeyOrder of(BucketId bucket, int keys, int perFolder) {
        KeyOrder order = new KeyOrder(bucket.shards());
        for (int folder = 0; folder < perFolder; folder++) {
            for (int inner = 0; inner < perFolder; inner++) {
                int first = inner * perFolder + folder;
                for (int key = first; key < keys; key += perFolder * perFolder) {
                    order.add(new ObjectKey(bucket, KeyFiller.name(key)).shard(), key);
                }
            }
        }
        return order;
    }

    private void add(int shard, int key) {
        if (lengths[shard] == byShard[shard].length) {
            byShard[shard] = Arrays.copyOf(byShard[shard], 2 * lengths[shard]);
        }
        byShard[shard][lengths[shard]++] = key;
    }

    int shards() {
        return byShard.length;
    }

    /** Returns the keys of a shard, by name. */
    int[] keys(int shard) {
        return Arrays.copyOf(byShard[shard], lengths[shard]);
    }
}
