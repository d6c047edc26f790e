package io.giza.wire;

/** The paths of the metadata-service. */
public final class MetadataRoutes {
    /** Takes a message to a row. */
    public static final String MESSAGES = "/internal/v1/rows/messages";

    /** Scans rows. */
    public static final String SCANS = "/internal/v1/rows/scans";

    private MetadataRoutes() {}
}
