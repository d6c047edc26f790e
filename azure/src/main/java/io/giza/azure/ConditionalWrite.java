package io.giza.azure;

import io.giza.azure.AzureBlobs.Condition;
import io.giza.azure.AzureBlobs.Facts;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One conditional write, which may take several tries. All of them carry the same word, so it does
 * not matter which one was applied: its writer recognises it, and after it no other can be.
 *
 * <pre>
 * a try ended with                and the blob              so it
 * success                         -                         is written
 * no connection, 429              -                         is tried again
 * the condition refused, or       has our word              is written; an answer was lost
 * without an answer               has another word          lost
 *                                 is as the condition says  is tried again
 *                                 cannot be looked at       is unknown
 * anything else                   -                         failed
 * </pre>
 *
 * <p>A try that nobody answered may be applied later, if the blob comes to be as the condition says
 * once more; so it begins a quiet period.
 */
final class ConditionalWrite {
    /** The metadata that holds the word. */
    static final String WORD = "giza_write";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int WORD_BYTES = 16;

    /** Others that wrote a blob of this name took the blocks with them. */
    private static final Set<String> BLOCKS_GONE = Set.of("InvalidBlockList", "InvalidBlobOrBlock");

    private final AzureBlobs blobs;
    private final String name;
    private final Condition condition;
    private final String word = word();
    private final Map<String, String> metadata;
    private @Nullable AzureFailure doubt;

    /** How a try is sent. */
    @FunctionalInterface
    interface Try {
        /** Sends it with this metadata; fails as the SDK does. */
        void send(Map<String, String> metadata);
    }

    /**
     * How it ended.
     *
     * @param written whether the blob is there as it was meant to be
     * @param isCertain whether every try was answered
     */
    record Outcome(boolean written, boolean isCertain) {}

    private enum Next {
        AGAIN,
        LOOK,
        FAIL
    }

    private enum State {
        WRITTEN,
        LOST,
        OPEN
    }

    ConditionalWrite(
            AzureBlobs blobs, String name, Condition condition, Map<String, String> metadata) {
        this.blobs = blobs;
        this.name = name;
        this.condition = condition;
        this.metadata = new HashMap<>(metadata);
        this.metadata.put(WORD, word);
    }

    /** Writes, as {@link AzureBlobs#put}. */
    Outcome run(Try send) throws AzureException {
        Patience patience = new Patience(blobs.account().limits(), blobs.time());
        while (true) {
            Optional<AzureFailure> ended = ended(send);
            if (ended.isEmpty()) {
                return new Outcome(true, doubt == null);
            }
            AzureFailure failure = ended.get();
            State state =
                    switch (next(failure)) {
                        case AGAIN -> State.OPEN;
                        case LOOK -> state();
                        case FAIL -> throw unwritten(failure);
                    };
            if (state != State.OPEN) {
                return new Outcome(state == State.WRITTEN, doubt == null);
            }
            if (isWithoutBlocks(failure) || !patience.allowsAnother(failure)) {
                throw unwritten(failure);
            }
        }
    }

    private Optional<AzureFailure> ended(Try send) {
        try {
            send.send(metadata);
            return Optional.empty();
        } catch (RuntimeException e) {
            AzureFailure failure = AzureFailure.of(e);
            if (!failure.changedNothing()) {
                doubt = failure;
                blobs.quiet().begin();
            }
            return Optional.of(failure);
        }
    }

    private static Next next(AzureFailure failure) {
        return switch (failure) {
            case AzureFailure.Unreachable _ -> Next.AGAIN;
            case AzureFailure.Throttled throttled ->
                    throttled.changedNothing() ? Next.AGAIN : Next.LOOK;
            case AzureFailure.Conflict _,
                    AzureFailure.ConditionNotMet _,
                    AzureFailure.Interrupted _,
                    AzureFailure.TimedOut _,
                    AzureFailure.Failed _ ->
                    Next.LOOK;
            case AzureFailure.Rejected _ -> isWithoutBlocks(failure) ? Next.LOOK : Next.FAIL;
            case AzureFailure.NotFound _, AzureFailure.Unauthorized _, AzureFailure.AccountGone _ ->
                    Next.FAIL;
        };
    }

    private static boolean isWithoutBlocks(AzureFailure failure) {
        return failure instanceof AzureFailure.Rejected(int _, String code)
                && BLOCKS_GONE.contains(code);
    }

    private State state() throws AzureException {
        Optional<Facts> now;
        try {
            now = blobs.look(name);
        } catch (AzureException e) {
            throw unwritten(new AzureFailure.Interrupted("and it cannot be looked at"));
        }
        if (now.isPresent() && word.equals(now.get().metadata().get(WORD))) {
            return State.WRITTEN;
        }
        boolean holds =
                switch (condition) {
                    case Condition.IfAbsent() -> now.isEmpty();
                    case Condition.IfTag(String tag) ->
                            now.isPresent() && now.get().tag().equals(tag);
                };
        return holds ? State.OPEN : State.LOST;
    }

    /** Whatever ended the last try, an earlier one may have been applied. */
    private AzureException unwritten(AzureFailure failure) {
        AzureFailure earlier = doubt;
        return new AzureException(blobs.where(name), earlier == null ? failure : earlier);
    }

    private static String word() {
        byte[] bytes = new byte[WORD_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
