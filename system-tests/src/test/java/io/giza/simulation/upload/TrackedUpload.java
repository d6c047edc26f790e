package io.giza.simulation.upload;

import static io.giza.simulation.cluster.VoteOracle.check;

import io.giza.gateway.service.ObjectService.Failure;
import io.giza.gateway.service.UploadService.CompleteResult;
import io.giza.gateway.service.UploadService.DeclaredPart;
import io.giza.gateway.service.WriteCondition;
import io.giza.model.UploadId;
import io.giza.model.VersionId;
import io.giza.simulation.cluster.TextBody;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** One upload as all its clients together know it, and what they may be told of it. */
final class TrackedUpload {
    private final String key;
    private final UploadId id;
    private final Map<Integer, List<Attempt>> attempts = new TreeMap<>();
    private final Map<String, byte[]> objects = new HashMap<>();
    private Optional<CompleteResult.Completed> completed = Optional.empty();

    /** The condition of the successful completion. */
    private Optional<WriteCondition> held = Optional.empty();

    private int completions;
    private boolean aborting;
    private boolean aborted;

    TrackedUpload(String key, UploadId id) {
        this.key = key;
        this.id = id;
    }

    String key() {
        return key;
    }

    UploadId id() {
        return id;
    }

    /** An attempt at a part. */
    static final class Attempt {
        private final int number;
        private final TextBody body;
        private boolean acknowledged;

        Attempt(int number, TextBody body) {
            this.number = number;
            this.body = body;
        }

        void acknowledged() {
            acknowledged = true;
        }
    }

    Attempt begin(int number, TextBody body) {
        Attempt attempt = new Attempt(number, body);
        attempts.computeIfAbsent(number, _ -> new ArrayList<>()).add(attempt);
        return attempt;
    }

    /** Tells whether a client was told that the upload is completed or aborted. */
    boolean isKnownToBeOver() {
        return aborted || completed.isPresent();
    }

    /** Returns some parts, of each number mostly the last attempt. */
    List<Attempt> some(RandomGenerator chance) {
        List<Attempt> some = new ArrayList<>();
        for (List<Attempt> each : attempts.values()) {
            if (chance.nextInt(6) > 0) {
                boolean last = chance.nextInt(4) > 0;
                some.add(last ? each.getLast() : each.get(chance.nextInt(each.size())));
            }
        }
        return some;
    }

    /** Returns the last attempt of each number. */
    List<Attempt> last() {
        return attempts.values().stream().map(List::getLast).toList();
    }

    /** A completion that is under way. */
    final class Completion {
        private final List<Attempt> parts;
        private final boolean wasAborted = aborted;
        private final List<Integer> certain = new ArrayList<>();

        private final String etag;
        private final WriteCondition condition;

        private Completion(List<Attempt> parts, String etag, WriteCondition condition) {
            this.parts = parts;
            this.etag = etag;
            this.condition = condition;
            for (Attempt part : parts) {
                if (isOnly(part) && part.acknowledged) {
                    certain.add(part.number);
                }
            }
        }

        private boolean isOnly(Attempt part) {
            return attempts.getOrDefault(part.number, List.of()).size() == 1;
        }

        List<DeclaredPart> claims() {
            return parts.stream()
                    .map(part -> new DeclaredPart(part.number, part.body.etag(), Map.of()))
                    .toList();
        }

        /** What was written before is not read again to be told. */
        private static CompleteResult.Completed withoutManifest(CompleteResult.Completed result) {
            return new CompleteResult.Completed(
                    result.id(),
                    result.version(),
                    result.etag(),
                    result.kind(),
                    result.checksums(),
                    result.encryption(),
                    Optional.empty());
        }

        void ended(CompleteResult result) {
            switch (result) {
                case CompleteResult.Completed now -> {
                    check(!wasAborted, "an aborted upload was completed: " + id);
                    check(now.etag().equals(etag), "told of another list of parts: " + now);
                    check(
                            held.filter(other -> !other.equals(condition)).isEmpty(),
                            "told of another condition: " + condition + " and " + held);
                    held = Optional.of(condition);
                    var told = withoutManifest(now);
                    completed.ifPresent(
                            before -> check(before.equals(told), before + " and then " + told));
                    completed = Optional.of(told);
                }
                case CompleteResult.InvalidPart(int number, String _) ->
                        check(
                                !certain.contains(number) || !isOnly(part(number)),
                                "an acknowledged part is not there: " + id + "/" + number);
                case CompleteResult.Failed(Failure failure) ->
                        check(
                                !(failure instanceof Failure.NoSuchUpload)
                                        || aborting
                                        || completions > 1,
                                "NoSuchUpload, though no other client ended the upload:  " + id);
                case CompleteResult.TooSmall _, CompleteResult.Mismatched _ ->
                        throw new IllegalStateException("refused for " + result);
            }
        }

        private Attempt part(int number) {
            return parts.stream().filter(each -> each.number == number).findFirst().orElseThrow();
        }
    }

    Completion complete(List<Attempt> parts, WriteCondition condition) {
        completions++;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteArrayOutputStream digests = new ByteArrayOutputStream();
        for (Attempt part : parts) {
            bytes.writeBytes(part.body.bytes());
            digests.writeBytes(HexFormat.of().parseHex(part.body.etag()));
        }
        String etag = HexFormat.of().formatHex(md5(digests.toByteArray())) + "-" + parts.size();
        objects.put(etag, bytes.toByteArray());
        return new Completion(parts, etag, condition);
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tells whether nobody but one client ever asked for its completion. */
    boolean isCompletedByOneAlone() {
        return completions == 1;
    }

    void aborting() {
        aborting = true;
    }

    void aborted() {
        aborting = true;
        check(completed.isEmpty(), "a completed upload was aborted: " + id);
        aborted = true;
    }

    /** Returns the bytes of the object of this upload that has this ETag. */
    Optional<byte[]> object(String etag) {
        return Optional.ofNullable(objects.get(etag));
    }

    /** Checks what became of it, given the versions that its object has of it. */
    void judge(List<VersionId> versions) {
        check(versions.size() <= 1, () -> id + " was completed as " + versions);
        check(versions.isEmpty() || completions > 0, () -> id + " was completed by nobody");
        check(versions.isEmpty() || !aborted, () -> id + " is aborted and " + versions);
        completed.ifPresent(
                result ->
                        check(
                                versions.equals(List.of(result.id())),
                                () -> id + " was said to be " + result + " and is " + versions));
        check(
                !versions.isEmpty() || aborted || !isKnownToBeOver(),
                () -> id + " was completed and is nowhere");
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
