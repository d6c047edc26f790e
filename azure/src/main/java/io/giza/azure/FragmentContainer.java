package io.giza.azure;

import io.giza.azure.AzureBlobs.Condition;
import io.giza.membership.Membership;
import io.giza.record.FormatException;
import io.giza.record.FragmentName;
import io.giza.stripe.FragmentHeader;
import io.giza.wire.TableCodec;

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
    private static final String LIFE = "giza_life";
    private static final String CLOSED = "giza_closed";
    private static final String LIFE_SHAPE = "[0-9a-f]{16}";
    private static final int LIFE_BYTES = 8;
    private static final int MOST_BYTES = 4096;
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
     * @param isClosed whether those who write to the container past its fragment-service must wait,
     *     because the membership is about to change
     * @param tag what changes when any of this does
     */
    public record State(Membership membership, String life, boolean isClosed, String tag) {
        /** Returns the blob of a fragment. */
        public String blob(FragmentName name) {
            return life + "/" + name.path();
        }
    }

    /** Returns the blobs of the container. */
    public AzureBlobs blobs() {
        return blobs;
    }

    /** Reads what the store knows; nothing if it was never begun. */
    public Optional<State> read() throws IOException {
        Optional<AzureBlobs.Whole> whole = blobs.whole(MEMBERSHIP, MOST_BYTES);
        return whole.isEmpty() ? Optional.empty() : Optional.of(state(whole.get()));
    }

    private State state(AzureBlobs.Whole whole) throws IOException {
        AzureBlobs.Facts facts = whole.facts();
        String life = facts.metadata().getOrDefault(LIFE, "");
        if (facts.length() > MOST_BYTES || !life.matches(LIFE_SHAPE)) {
            throw new IOException(blobs.where(MEMBERSHIP) + " is no membership of a store");
        }
        try {
            return new State(
                    TableCodec.decodeMembership(whole.bytes()),
                    life,
                    Boolean.parseBoolean(facts.metadata().get(CLOSED)),
                    facts.tag());
        } catch (FormatException e) {
            throw new IOException(blobs.where(MEMBERSHIP) + ": " + e.getMessage(), e);
        }
    }

    /** Reads what the store knows, and begins it if nobody has. */
    public State begin() throws IOException {
        Optional<State> there = read();
        while (there.isEmpty()) {
            byte[] life = new byte[LIFE_BYTES];
            RANDOM.nextBytes(life);
            boolean _ =
                    write(
                            Membership.UNINITIALIZED,
                            HexFormat.of().formatHex(life),
                            false,
                            Condition.IF_ABSENT);
            there = read();
        }
        return there.get();
    }

    /**
     * Writes what the store knows if it is still as it was read.
     *
     * @return what is there then; nothing if it was something else
     */
    public Optional<State> replace(State expected, Membership next, boolean isClosed)
            throws IOException {
        return write(next, expected.life, isClosed, new Condition.IfTag(expected.tag))
                ? read().filter(now -> now.membership.equals(next) && now.isClosed == isClosed)
                : Optional.empty();
    }

    /**
     * Returns what the store knows now, if it is still the one that was known. What is not found in
     * it before this is called was not there: had the container been lost in between, and another
     * made in its place, it would have another life.
     *
     * @throws IOException if it is not
     */
    public State requireAlive(State known) throws IOException {
        return read().filter(now -> now.life.equals(known.life))
                .orElseThrow(
                        () ->
                                new IOException(
                                        blobs.where("")
                                                + " was replaced while it was used: raise"
                                                + " giza.topology.epoch and start again"));
    }

    private boolean write(Membership next, String life, boolean isClosed, Condition condition)
            throws AzureException {
        return blobs.put(
                MEMBERSHIP,
                ByteBuffer.wrap(TableCodec.encode(next)),
                Map.of(LIFE, life, CLOSED, Boolean.toString(isClosed)),
                condition);
    }

    /**
     * Returns what is written beside a fragment, for those who look at the container from outside
     * or list it: all that a cleaner needs to know to find its row and to judge it.
     */
    public static Map<String, String> label(FragmentHeader header) {
        Map<String, String> label = new LinkedHashMap<>();
        label.put("giza_kind", header.kind().name());
        label.put("giza_put", header.id().putId().toString());
        label.put("giza_base", Long.toString(header.base()));
        label.put("giza_epoch", Long.toString(header.epoch()));
        // Metadata travels in headers, which are ASCII.
        label.put(
                "giza_key",
                Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(header.id().key().name().getBytes(StandardCharsets.UTF_8)));
        return label;
    }
}
