package io.giza.bench.load;

import java.util.random.RandomGenerator;

/** Which objects the clients use; names need no escaping in a URL. */
public interface ObjectNames {
    /**
     * Returns the name of a new object.
     *
     * @param run how often clients were set to work, from 1
     * @param client which one puts it
     * @param count how many operations it did before
     */
    String toPut(int run, int client, long count);

    /** Returns the name of some object that is there. */
    String toGet(RandomGenerator random);

    /** Returns those of objects that the driver stores itself. */
    static ObjectNames of(Workload workload) {
        return new ObjectNames() {
            @Override
            public String toPut(int run, int client, long count) {
                return "put/" + run + "/" + client + "/" + count;
            }

            @Override
            public String toGet(RandomGenerator random) {
                return stored(random.nextInt(workload.storedBefore()));
            }
        };
    }

    /** Returns the name of an object that the driver stores before. */
    static String stored(int number) {
        return "stored/" + number;
    }
}
