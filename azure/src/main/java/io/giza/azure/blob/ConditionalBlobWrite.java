package io.giza.azure.blob;

import io.giza.azure.AzureException;
import io.giza.azure.AzureFailure;
import io.giza.azure.blob.AzureBlobs.BlobInfo;
import io.giza.azure.blob.AzureBlobs.Condition;

import org.jspecify.annotations.Nullable;

import java.security.SecureRandom;
import java.time.Instant;
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
final class ConditionalBlobWrite {
    /** The metadata that holds the word. */
    static final String WRITE_TOKEN = "giza_write";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 16;

    /** Others that wrote a blob of this name took the blocks with them. */
    private static final Set<String> MISSING_BLOCK_CODES =
            Set.of("InvalidBlockList", "InvalidBlobOrBlock");

    private final AzureBlobs blobs;
    private final String name;
    private final Condition condition;
    private final String token = token();
    private final Map<String, String> metadata;
    private @Nullable AzureFailure unansweredFailure;
    private Optional<Instant> writtenAt = Optional.empty();

    /** How a try is sent. */
    @FunctionalInterface
    interface Attempt {
        /**
         * Sends it with this metadata, and returns when the blob was made; fails as the SDK does.
         */
        Instant send(Map<String, String> metadata);
    }

    /**
     * How it ended.
     *
     * @param isWritten whether the blob is there as it was meant to be
     * @param isCertain whether every try was answered
     * @param at when it was written, by Azure's clock, if an answer told
     */
    record Outcome(boolean isWritten, boolean isCertain, Optional<Instant> at) {}

    private enum NextStep {
        RETRY,
        CHECK_BLOB,
        FAIL
    }

    private enum BlobState {
        WRITTEN,
        OVERWRITTEN,
        RETRYABLE
    }

    ConditionalBlobWrite(
            AzureBlobs blobs, String name, Condition condition, Map<String, String> metadata) {
        this.blobs = blobs;
        this.name = name;
        this.condition = condition;
        this.metadata = new HashMap<>(metadata);
        this.metadata.put(WRITE_TOKEN, token);
    }

    /** Writes, as {@link AzureBlobs#put}. */
    Outcome run(Attempt attempt) throws AzureException {
        RetryPolicy retryPolicy = new RetryPolicy(blobs.account().limits(), blobs.time());
        while (true) {
            Optional<AzureFailure> possibleFailure = attemptFailure(attempt);
            if (possibleFailure.isEmpty()) {
                return new Outcome(true, unansweredFailure == null, writtenAt);
            }
            AzureFailure failure = possibleFailure.get();
            BlobState state =
                    switch (nextStep(failure)) {
                        case RETRY -> BlobState.RETRYABLE;
                        case CHECK_BLOB -> blobState();
                        case FAIL -> throw failureOf(failure);
                    };
            if (state != BlobState.RETRYABLE) {
                return new Outcome(
                        state == BlobState.WRITTEN, unansweredFailure == null, Optional.empty());
            }
            if (isMissingBlocks(failure) || !retryPolicy.pauseBeforeRetry(failure)) {
                throw failureOf(failure);
            }
        }
    }

    private Optional<AzureFailure> attemptFailure(Attempt attempt) {
        try {
            writtenAt = Optional.of(attempt.send(metadata));
            return Optional.empty();
        } catch (RuntimeException e) {
            AzureFailure failure = AzureFailure.of(e);
            if (!failure.hasChangedNothing()) {
                unansweredFailure = failure;
                blobs.quietPeriod().begin();
            }
            return Optional.of(failure);
        }
    }

    private static NextStep nextStep(AzureFailure failure) {
        return switch (failure) {
            case AzureFailure.Unreachable _ -> NextStep.RETRY;
            case AzureFailure.Throttled throttled ->
                    throttled.hasChangedNothing() ? NextStep.RETRY : NextStep.CHECK_BLOB;
            case AzureFailure.Conflict _,
                    AzureFailure.ConditionNotMet _,
                    AzureFailure.Interrupted _,
                    AzureFailure.TimedOut _,
                    AzureFailure.Failed _ ->
                    NextStep.CHECK_BLOB;
            case AzureFailure.Rejected _ ->
                    isMissingBlocks(failure) ? NextStep.CHECK_BLOB : NextStep.FAIL;
            case AzureFailure.NotFound _, AzureFailure.Unauthorized _, AzureFailure.AccountGone _ ->
                    NextStep.FAIL;
        };
    }

    private static boolean isMissingBlocks(AzureFailure failure) {
        return failure instanceof AzureFailure.Rejected(int _, String code)
                && MISSING_BLOCK_CODES.contains(code);
    }

    private BlobState blobState() throws AzureException {
        Optional<BlobInfo> current;
        try {
            current = blobs.infoWithoutRetry(name);
        } catch (AzureException e) {
            throw failureOf(new AzureFailure.Interrupted("and it cannot be looked at"));
        }
        if (current.isPresent() && token.equals(current.get().metadata().get(WRITE_TOKEN))) {
            return BlobState.WRITTEN;
        }
        boolean holds =
                switch (condition) {
                    case Condition.IfAbsent() -> current.isEmpty();
                    case Condition.IfTag(String tag) ->
                            current.isPresent() && current.get().tag().equals(tag);
                };
        return holds ? BlobState.RETRYABLE : BlobState.OVERWRITTEN;
    }

    /** Whatever ended the last try, an earlier one may have been applied. */
    private AzureException failureOf(AzureFailure failure) {
        AzureFailure earlier = unansweredFailure;
        return new AzureException(blobs.location(name), earlier == null ? failure : earlier);
    }

    private static String token() {
        byte[] bytes = new byte[TOKEN_BYTES];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
