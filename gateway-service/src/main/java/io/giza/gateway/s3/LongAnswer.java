package io.giza.gateway.s3;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlWriter;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers what may take longer than a client waits for a first byte. If the work ends soon, the
 * answer is an ordinary one. If not, it begins with 200 and goes on with white space, as S3 does,
 * so that neither the client nor anything between takes the connection for dead; an error then
 * comes as the document of the 200, and clients know to look for it.
 */
final class LongAnswer {
    /** Less than what proxies and clients wait for by default. */
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(LongAnswer.class);
    private static final byte[] DECLARATION =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".getBytes(StandardCharsets.UTF_8);

    private final Surroundings surroundings;
    private final Duration pause;

    LongAnswer(Surroundings surroundings, Duration pause) {
        this.surroundings = surroundings;
        this.pause = pause;
    }

    /**
     * What the client is told in the end.
     *
     * @param document the body of the answer
     * @param headers go with it unless the answer has begun already
     */
    record Answer(XmlWriter document, Map<String, String> headers) {
        Answer {
            headers = new LinkedHashMap<>(headers);
        }
    }

    /** Does what was asked for. */
    interface Work {
        /**
         * Returns the answer.
         *
         * @throws S3Exception the answer, if it is an error
         * @throws IOException if what the work depends on broke off
         */
        Answer run() throws IOException;
    }

    private sealed interface End {}

    private record Done(Answer answer) implements End {}

    private record Refused(S3Exception error) implements End {}

    /** Runs the work in a task of its own, and answers. */
    void give(Call call, Reply reply, Work work) throws IOException {
        Inbox<End> ends = surroundings.tasks().inbox(1);
        surroundings.tasks().fork("answer", () -> ends.put(run(call, work)));
        Optional<End> soon = ends.take(surroundings.time().after(pause));
        if (soon.isPresent()) {
            switch (soon.get()) {
                case Done(Answer answer) -> {
                    answer.headers().forEach(reply::header);
                    reply.xml(200, answer.document());
                }
                case Refused(S3Exception error) -> throw error;
            }
            return;
        }
        OutputStream out = reply.startUnknown(200, "application/xml");
        out.write(DECLARATION);
        while (true) {
            out.flush();
            Optional<End> end = ends.take(surroundings.time().after(pause));
            if (end.isPresent()) {
                byte[] document = document(call, reply, end.get());
                out.write(document, DECLARATION.length, document.length - DECLARATION.length);
                return;
            }
            out.write(' ');
        }
    }

    private static End run(Call call, Work work) {
        try {
            return new Done(work.run());
        } catch (S3Exception e) {
            return new Refused(e);
        } catch (IOException e) {
            return new Refused(
                    Failures.unavailable(call.resource(), String.valueOf(e.getMessage()), false));
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("key", call.resource().key()).log("failed");
            return new Refused(new S3Exception(S3Error.INTERNAL_ERROR));
        }
    }

    private static byte[] document(Call call, Reply reply, End end) {
        return switch (end) {
            case Done(Answer answer) -> answer.document().finish();
            case Refused(S3Exception error) ->
                    ErrorRenderer.document(error, call.request().rawPath(), RequestIds.of(reply))
                            .finish();
        };
    }
}
