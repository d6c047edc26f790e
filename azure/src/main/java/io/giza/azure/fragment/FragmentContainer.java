package io.giza.azure.fragment;

import io.giza.azure.AzureException;
import io.giza.azure.blob.AzureBlobs;
import io.giza.azure.blob.AzureBlobs.Condition;
import io.giza.membership.Membership;
import io.giza.record.FormatException;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;
import io.giza.wire.MembershipCodec;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names in a container of fragments, and the one blob beside them that says what the store
 * knows of the topology.
 *
 * <p>Whoever finds a container without that blob makes it, with a name drawn for this life of the
 * container; the names of all fragments begin with it. So one who knew a container that was lost
 * does not know the names in another that was made in its place, not even under the same name: what
 * it writes there is no fragment of the new one.
 */
public final class FragmentContainer {
    private static final String MEMBERSHIP = "membership";
    private static final String LIFE_KEY = "giza_life";
    private static final String CLOSED_KEY = "giza_closed";
    private static final String LIFE_PATTERN = "[0-9a-f]{16}";
    private static final int LIFE_BYTES = 8;
    private static final int MAX_BYTES = 4096;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final AzureBlobs blobs;

    /** Names the fragments of a container. */
    public FragmentContainer(AzureBlobs blobs) {
        this.blobs = blobs;
    }

    /**
     * What the store knows of the topology.
     *
     * @param membership that
     * @param life what the names of its fragments begin with
     * @param isClosed whether this is a closed container: its membership is about to change, so
     *     those who write to it past its fragment-service must wait
     * @param tag what changes when any of this does
     */
    public record State(Membership membership, String life, boolean isClosed, String tag) {
        /** Returns the blob of a fragment. */
        public String blobName(FragmentName name) {
            return life + "/" + name.path();
        }
    }

    /** Returns the blobs of the container. */
    public AzureBlobs blobs() {
        return blobs;
    }

    /** Reads what the store knows; nothing if it was never begun. */
    public Optional<State> read() throws IOException {
        Optional<AzureBlobs.SmallBlob> blob = blobs.readSmall(MEMBERSHIP, MAX_BYTES);
        return blob.isEmpty() ? Optional.empty() : Optional.of(decode(blob.get()));
    }

    private State decode(AzureBlobs.SmallBlob blob) throws IOException {
        AzureBlobs.BlobInfo info = blob.info();
        String life = info.metadata().getOrDefault(LIFE_KEY, "");
        if (info.length() > MAX_BYTES || !life.matches(LIFE_PATTERN)) {
            throw new IOException(blobs.location(MEMBERSHIP) + " is no membership of a store");
        }
        try {
            return new State(
                    MembershipCodec.decode(blob.bytes()),
                    life,
                    Boolean.parseBoolean(info.metadata().get(CLOSED_KEY)),
                    info.tag());
        } catch (FormatException e) {
            throw new IOException(blobs.location(MEMBERSHIP) + ": " + e.getMessage(), e);
        }
    }

    /** Reads what the store knows, and begins it if nobody has. */
    public State readOrCreate() throws IOException {
        Optional<State> state = read();
        while (state.isEmpty()) {
            byte[] life = new byte[LIFE_BYTES];
            RANDOM.nextBytes(life);
            boolean _ =
                    write(
                            Membership.UNINITIALIZED,
                            HexFormat.of().formatHex(life),
                            false,
                            Condition.IF_ABSENT);
            state = read();
        }
        return state.get();
    }

    /**
     * Writes what the store knows if it is still as it was read.
     *
     * @return what is there then; nothing if it was something else
     */
    public Optional<State> replace(State expected, Membership next, boolean isClosed)
            throws IOException {
        return write(next, expected.life, isClosed, new Condition.IfTag(expected.tag))
                ? read().filter(
                                current ->
                                        current.membership.equals(next)
                                                && current.isClosed == isClosed)
                : Optional.empty();
    }

    /**
     * Returns what the store knows now, if it is still the one that was known. What is not found in
     * it before this is called was not there: had the container been lost in between, and another
     * made in its place, it would have another life.
     *
     * @throws IOException if it is not
     */
    public State requireSameLife(State known) throws IOException {
        return read().filter(current -> current.life.equals(known.life))
                .orElseThrow(
                        () ->
                                new IOException(
                                        blobs.location("")
                                                + " was replaced while it was used: raise"
                                                + " giza.topology.epoch and start again"));
    }

    private boolean write(Membership next, String life, boolean isClosed, Condition condition)
            throws AzureException {
        return blobs.put(
                MEMBERSHIP,
                ByteBuffer.wrap(MembershipCodec.encode(next)),
                Map.of(LIFE_KEY, life, CLOSED_KEY, Boolean.toString(isClosed)),
                condition);
    }

    /**
     * Returns what is written beside a fragment, for those who look at the container from outside
     * or list it: all that a cleaner needs to know to find its row and to judge it.
     */
    public static Map<String, String> metadataOf(FragmentHeader header) {
        Map<String, String> metadata = new LinkedHashMap<>();
        metadata.put("giza_kind", header.kind().name());
        metadata.put("giza_put", header.id().putId().toString());
        metadata.put("giza_base", Long.toString(header.base()));
        metadata.put("giza_epoch", Long.toString(header.epoch()));
        // Metadata travels in headers, which are ASCII.
        metadata.put(
                "giza_key",
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(header.id().key().name().getBytes(StandardCharsets.UTF_8)));
        return metadata;
    }
}
