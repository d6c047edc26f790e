package io.giza.gateway.s3.exchange;

import io.giza.concurrent.Inbox;
import io.giza.concurrent.Surroundings;
import io.giza.gateway.notify.Origin;
import io.giza.gateway.s3.error.S3Error;
import io.giza.gateway.s3.error.S3Exception;
import io.giza.gateway.s3.xml.XmlWriter;
import io.giza.stripe.read.ByteTarget;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
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
public final class KeepAliveResponse {
    /** Less than what proxies and clients wait for by default. */
    public static final Duration KEEP_ALIVE_INTERVAL = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(KeepAliveResponse.class);
    private static final byte[] DECLARATION =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".getBytes(StandardCharsets.UTF_8);

    private static final byte[] SPACE = {' '};

    private final Surroundings surroundings;
    private final Duration interval;

    /**
     * Makes the answers.
     *
     * @param pause how long the client gets no byte
     */
    public KeepAliveResponse(Surroundings surroundings, Duration pause) {
        this.surroundings = surroundings;
        this.interval = pause;
    }

    /**
     * What the client is told in the end.
     *
     * @param document the body of the answer
     * @param headers go with it unless the answer has begun already
     */
    public record FinalResponse(XmlWriter document, Map<String, String> headers) {
        public FinalResponse {
            headers = new LinkedHashMap<>(headers);
        }
    }

    /** Does what was asked for. */
    public interface Work {
        /**
         * Returns the answer.
         *
         * @throws S3Exception the answer, if it is an error
         * @throws IOException if what the work depends on broke off
         */
        FinalResponse run() throws IOException;
    }

    private sealed interface Outcome {}

    private record Completed(FinalResponse answer) implements Outcome {}

    private record Failed(S3Exception error) implements Outcome {}

    /** Runs the work in a task of its own, and answers. */
    public void send(Call call, Reply reply, Work work) throws IOException {
        Inbox<Outcome> outcomes = surroundings.tasks().inbox(1);
        surroundings.tasks().fork("answer", Origin.inherited(() -> outcomes.put(run(call, work))));
        Optional<Outcome> first = outcomes.take(surroundings.time().after(interval));
        if (first.isPresent()) {
            switch (first.get()) {
                case Completed(FinalResponse answer) -> {
                    answer.headers().forEach(reply::header);
                    reply.xml(200, answer.document());
                }
                case Failed(S3Exception error) -> throw error;
            }
            return;
        }
        ByteTarget out = reply.startUnknownLength(200, "application/xml");
        out.write(ByteBuffer.wrap(DECLARATION));
        while (true) {
            Optional<Outcome> outcome = outcomes.take(surroundings.time().after(interval));
            if (outcome.isPresent()) {
                byte[] document = document(call, reply, outcome.get());
                int start = DECLARATION.length;
                out.write(ByteBuffer.wrap(document, start, document.length - start));
                return;
            }
            out.write(ByteBuffer.wrap(SPACE));
        }
    }

    private static Outcome run(Call call, Work work) {
        try {
            return new Completed(work.run());
        } catch (S3Exception e) {
            return new Failed(e);
        } catch (IOException e) {
            return new Failed(
                    Failures.unavailable(call.resource(), String.valueOf(e.getMessage()), false));
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).addKeyValue("key", call.resource().key()).log("failed");
            return new Failed(new S3Exception(S3Error.INTERNAL_ERROR));
        }
    }

    private static byte[] document(Call call, Reply reply, Outcome outcome) {
        return switch (outcome) {
            case Completed(FinalResponse answer) -> answer.document().finish();
            case Failed(S3Exception error) ->
                    ErrorRenderer.document(error, call.request().rawPath(), RequestIds.of(reply))
                            .finish();
        };
    }
}
