package io.giza.wire;

/** The words that a fragment-service and its clients share. */
public final class FragmentRoutes {
    /** What the path of every fragment begins with; the fragment's name follows. */
    public static final String PREFIX = "/internal/v1/fragments/";

    /** The request header that announces how many bytes a fragment has. */
    public static final String LENGTH_HEADER = "Giza-Fragment-Length";

    /**
     * The response header by which a fragment-service, and not something in between, says that a
     * fragment is absent or that its name is taken.
     */
    public static final String STATE_HEADER = "Giza-Fragment-State";

    /** There is no such fragment. */
    public static final String ABSENT = "absent";

    /** The name is taken. */
    public static final String EXISTS = "exists";

    private FragmentRoutes() {}
}
