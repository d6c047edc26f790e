package io.giza.wire;

/** The paths of the metadata-service. */
public final class MetadataRoutes {
    /** Takes a message to a row. */
    public static final String MESSAGES = "/internal/v1/rows/messages";

    /** Scans rows. */
    public static final String SCANS = "/internal/v1/rows/scans";

    /** Takes an order about the table as a whole. */
    public static final String ORDERS = "/internal/v1/rows/orders";

    /** The status of an answer that a replacement cannot give yet: 425, Too Early. */
    public static final int NOT_READY = 425;

    /** What time it is, in milliseconds since 1970 as text. */
    public static final String CLOCK = "/internal/v1/rows/clock";

    /** Reads chosen versions of a row. */
    public static final String HISTORIES = "/internal/v1/rows/histories";

    private MetadataRoutes() {}
}
