package io.giza.bench.filling;

import static org.assertj.core.api.Assertions.assertThat;

import io.giza.model.BucketId;
import io.giza.model.ObjectKey;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

class KeyOrderTest {
    private static final int KEYS = 25_000;

    @Test
    void keysComeInTheOrderOfTablesAndEachOnce() {
        BucketId bucket = BucketId.random(new SplittableRandom(1), 16);
        KeyOrder order = KeyOrder.of(bucket, KEYS, 100);
        List<ObjectKey> keys = new ArrayList<>();
        for (int shard = 0; shard < order.shards(); shard++) {
            for (int number : order.keys(shard)) {
                keys.add(new ObjectKey(bucket, KeyFiller.name(number)));
            }
        }

        assertThat(keys).hasSize(KEYS).doesNotHaveDuplicates().isSorted();
    }
}
