package io.giza.wire;

import com.fasterxml.jackson.annotation.JsonInclude;

import io.giza.model.Value;
import io.giza.paxos.Ballot;
import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.FormatException;
import io.giza.record.RowCodec;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.wire.MessageJson.BallotJson;
import io.giza.wire.MessageJson.BodyJson;
import io.giza.wire.MessageJson.KeyJson;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.function.Function;

/**
 * The messages between gateways and metadata-services as JSON; rows, entries and values inside them
 * are base64 of their binary form ({@link RowCodec}). Every decoder throws {@link FormatException}
 * on anything else.
 */
public final class MessageCodec {
    /** The format of messages. */
    public static final int FORMAT = 1;

    static final JsonMapper JSON =
            JsonMapper.builder()
                    .changeDefaultPropertyInclusion(
                            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    private MessageCodec() {}

    /** Encodes a message to a metadata-service. */
    public static byte[] encode(Message message) {
        Request request = message.request();
        return JSON.writeValueAsBytes(
                new MessageJson.Message(
                        FORMAT,
                        KeyJson.of(message.key()),
                        message.witness() == null ? null : KeyJson.of(message.witness()),
                        typeOf(request),
                        request.epoch(),
                        bodyOf(request)));
    }

    /** Decodes a message to a metadata-service. */
    public static Message decodeMessage(byte[] json) {
        return decode(
                "message",
                json,
                MessageJson.Message.class,
                m -> {
                    requireFormat(m.format());
                    KeyJson witness = m.witness();
                    return new Message(
                            m.key().toKey(),
                            request(m.type(), m.epoch(), m.body()),
                            witness == null ? null : witness.toKey());
                });
    }

    /** Encodes an answer of a metadata-service. */
    public static byte[] encode(Answer answer) {
        Reply reply = answer.reply();
        Row witness = answer.witness();
        return JSON.writeValueAsBytes(
                new MessageJson.Answer(
                        FORMAT,
                        typeOf(reply),
                        MessageJson.base64(RowCodec.encode(reply.row())),
                        reply instanceof Reply.Already already ? already.version() : 0,
                        witness == null ? null : MessageJson.base64(RowCodec.encode(witness))));
    }

    /** Decodes an answer of a metadata-service. */
    public static Answer decodeAnswer(byte[] json) {
        return decode(
                "answer",
                json,
                MessageJson.Answer.class,
                a -> {
                    requireFormat(a.format());
                    Row row = RowCodec.decode(MessageJson.bytes(a.row()));
                    String witness = a.witness();
                    return new Answer(
                            reply(a.type(), row, a.version()),
                            witness == null ? null : RowCodec.decode(MessageJson.bytes(witness)));
                });
    }

    private static String typeOf(Request request) {
        return switch (request) {
            case Request.Read _ -> "read";
            case Request.PreAccept _ -> "pre-accept";
            case Request.Prepare _ -> "prepare";
            case Request.Accept _ -> "accept";
            case Request.Commit _ -> "commit";
            case Request.Remove _ -> "remove";
            case Request.Truncate _ -> "truncate";
            case Request.Seed _ -> "seed";
        };
    }

    private static BodyJson bodyOf(Request request) {
        return switch (request) {
            case Request.Read r -> BodyJson.ofVersion(r.from());
            case Request.PreAccept r ->
                    body(r.at(), null, MessageJson.base64(RowCodec.encode(r.value())), r.tail());
            case Request.Prepare r -> body(r.at(), BallotJson.of(r.ballot()), null, r.tail());
            case Request.Accept r ->
                    body(
                            r.at(),
                            BallotJson.of(r.ballot()),
                            MessageJson.base64(RowCodec.encode(r.value())),
                            r.tail());
            case Request.Commit r ->
                    new BodyJson(r.generation(), 0, null, null, MessageJson.tail(r.tail()));
            case Request.Remove r -> new BodyJson(r.generation(), 0, null, null, null);
            case Request.Truncate r -> {
                var deletion = MessageJson.tail(List.of(r.deletion()));
                yield new BodyJson(r.generation(), 0, null, null, deletion);
            }
            case Request.Seed r ->
                    new BodyJson(0, 0, null, MessageJson.base64(RowCodec.encode(r.row())), null);
        };
    }

    private static BodyJson body(
            Instance at, @Nullable BallotJson ballot, @Nullable String value, List<Entry> tail) {
        return new BodyJson(at.generation(), at.version(), ballot, value, MessageJson.tail(tail));
    }

    private static Request request(String type, long epoch, BodyJson b) {
        return switch (type) {
            case "read" -> new Request.Read(epoch, b.version());
            case "pre-accept" ->
                    new Request.PreAccept(at(epoch, b), value(b), MessageJson.entries(b.tail()));
            case "prepare" ->
                    new Request.Prepare(at(epoch, b), ballot(b), MessageJson.entries(b.tail()));
            case "accept" ->
                    new Request.Accept(
                            at(epoch, b), ballot(b), value(b), MessageJson.entries(b.tail()));
            case "commit" ->
                    new Request.Commit(epoch, b.generation(), MessageJson.entries(b.tail()));
            case "remove" -> new Request.Remove(epoch, b.generation());
            case "truncate" -> {
                List<Entry> tail = MessageJson.entries(b.tail());
                if (tail.size() != 1) {
                    throw new FormatException("tail must be the one record that deletes");
                }
                yield new Request.Truncate(epoch, b.generation(), tail.getFirst());
            }
            case "seed" -> new Request.Seed(epoch, RowCodec.decode(MessageJson.bytes(b.value())));
            default -> throw new FormatException("unknown type of request '" + type + "'");
        };
    }

    private static Instance at(long epoch, BodyJson body) {
        return new Instance(epoch, body.generation(), body.version());
    }

    private static Value value(BodyJson body) {
        return RowCodec.decodeValue(MessageJson.bytes(body.value()));
    }

    private static Ballot ballot(BodyJson body) {
        return MessageJson.required("ballot", body.ballot()).toBallot();
    }

    private static String typeOf(Reply reply) {
        return switch (reply) {
            case Reply.Voted _ -> "voted";
            case Reply.Promised _ -> "promised";
            case Reply.Accepted _ -> "accepted";
            case Reply.Nacked _ -> "nacked";
            case Reply.Chosen _ -> "chosen";
            case Reply.Lagging _ -> "lagging";
            case Reply.Fenced _ -> "fenced";
            case Reply.Already _ -> "already";
            case Reply.StaleEpoch _ -> "stale-epoch";
            case Reply.NotReady _ -> "not-ready";
            case Reply.Current _ -> "current";
        };
    }

    private static Reply reply(String type, Row row, long version) {
        return switch (type) {
            case "voted" -> new Reply.Voted(row);
            case "promised" -> new Reply.Promised(row);
            case "accepted" -> new Reply.Accepted(row);
            case "nacked" -> new Reply.Nacked(row);
            case "chosen" -> new Reply.Chosen(row);
            case "lagging" -> new Reply.Lagging(row);
            case "fenced" -> new Reply.Fenced(row);
            case "already" -> new Reply.Already(row, version);
            case "stale-epoch" -> new Reply.StaleEpoch(row);
            case "not-ready" -> new Reply.NotReady(row);
            case "current" -> new Reply.Current(row);
            default -> throw new FormatException("unknown type of reply '" + type + "'");
        };
    }

    static void requireFormat(int format) {
        if (format != FORMAT) {
            throw new FormatException(
                    "it has format " + format + ", this release reads format " + FORMAT);
        }
    }

    static <J, T> T decode(String what, byte[] json, Class<J> shape, Function<J, T> decoder) {
        try {
            return decoder.apply(JSON.readValue(json, shape));
        } catch (JacksonException e) {
            throw new FormatException(what + " is not valid: " + e.getOriginalMessage(), e);
        } catch (FormatException e) {
            throw new FormatException(what + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException e) {
            throw new FormatException(what + " is not valid: " + e.getMessage(), e);
        }
    }
}
