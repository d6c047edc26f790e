package io.giza.wire;

/** The words that a fragment-service and its clients share. */
public final class FragmentRoutes {
    /** What the path of every fragment begins with; the fragment's name follows. */
    public static final String PREFIX = "/internal/v1/fragments/";

    /**
     * What the path of every copy begins with, of a fragment of another data center; the fragment's
     * name follows.
     */
    public static final String COPIES = "/internal/v1/copies/";

    /** Lists fragments. */
    public static final String INVENTORY = "/internal/v1/fragments";

    /** Takes an order about the store as a whole. */
    public static final String ORDERS = "/internal/v1/fragments/orders";

    /** The request header that announces how many bytes a fragment has. */
    public static final String LENGTH_HEADER = "Giza-Fragment-Length";

    /**
     * The response header by which a fragment-service, and not something in between, says that a
     * fragment is absent or that its name is taken.
     */
    public static final String STATE_HEADER = "Giza-Fragment-State";

    /** The response header with the store's clock once a fragment was durable, in ISO 8601. */
    public static final String TIME_HEADER = "Giza-Time";

    /**
     * The request header by which a recovery creates what the store is due, whatever epoch its put
     * is of; its value is the topology's epoch of the recovery.
     */
    public static final String REBUILD_HEADER = "Giza-Rebuild-Epoch";

    /**
     * The request header by which a repair creates what the store lacks and takes the place of what
     * is no whole fragment; its value is the topology's epoch of the repair.
     */
    public static final String REPLACE_HEADER = "Giza-Replace-Epoch";

    /**
     * What the path of a fragment ends with where it is to be examined. While the service reads it,
     * it sends a space every {@link #BYTES_PER_SPACE} bytes, so that who waits knows that it goes
     * on; then what it found.
     */
    public static final String EXAMINATION = "/examination";

    /** How much of a fragment is read between two signs of life. */
    public static final int BYTES_PER_SPACE = 1 << 20;

    /**
     * The status of an answer that a store cannot give which took the place of a lost one: 425, Too
     * Early; the state is {@link #FORGOTTEN}.
     */
    public static final int NOT_READY = MetadataRoutes.NOT_READY;

    /** There is no such fragment, and it is not known whether there was. */
    public static final String FORGOTTEN = "forgotten";

    /** The put, or who rebuilds, is of an epoch that ended. */
    public static final String STALE_EPOCH = "stale-epoch";

    /** There is no such fragment. */
    public static final String ABSENT = "absent";

    /** The name is taken. */
    public static final String EXISTS = "exists";

    private FragmentRoutes() {}
}
