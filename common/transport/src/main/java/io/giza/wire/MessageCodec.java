package io.giza.wire;

import io.giza.paxos.Entry;
import io.giza.paxos.Instance;
import io.giza.paxos.Reply;
import io.giza.paxos.Request;
import io.giza.paxos.Row;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;
import io.giza.record.RowCodec;
import io.giza.replica.MetadataReplica.Answer;
import io.giza.replica.MetadataReplica.Message;
import io.giza.wire.MessageFormat.Kind;

import java.util.List;

/**
 * The messages to rows and their answers, in the envelope of {@link MessageFormat}; rows, entries,
 * values and ballots inside them are those of {@link RowCodec}.
 *
 * <pre>
 * message    := key optional(key) request
 * request    := 1 epoch from                                  read
 *             | 2 instance value entries                      pre-accept
 *             | 3 instance ballot entries                     prepare
 *             | 4 instance ballot value entries               accept
 *             | 5 epoch generation entries                    commit
 *             | 6 epoch generation                            remove
 *             | 7 epoch generation entries                    truncate: the one that deletes
 *             | 8 epoch row                                   seed
 * instance   := epoch generation version
 * answer     := type row [version] optional(row)              a version only with ALREADY
 * type       := 1 voted, 2 promised, 3 accepted, 4 nacked, 5 chosen, 6 lagging, 7 fenced,
 *               8 already, 9 stale epoch, 10 not ready, 11 current
 * </pre>
 */
public final class MessageCodec {
    private MessageCodec() {}

    /** Encodes a message to a metadata-service. */
    public static byte[] encode(Message message) {
        return MessageFormat.encode(
                Kind.MESSAGE,
                to -> {
                    MessageFormat.key(to, message.key());
                    MessageFormat.optional(to, message.witness(), MessageFormat::key);
                    request(to, message.request());
                });
    }

    /**
     * Decodes a message to a metadata-service.
     *
     * @throws FormatException on anything else
     */
    public static Message decodeMessage(byte[] message) {
        return MessageFormat.decode(
                Kind.MESSAGE,
                message,
                from -> {
                    var key = MessageFormat.key(from);
                    var witness = MessageFormat.optional(from, MessageFormat::key);
                    return new Message(key, request(from), witness);
                });
    }

    /** Encodes an answer of a metadata-service. */
    public static byte[] encode(Answer answer) {
        return MessageFormat.encode(
                Kind.ANSWER,
                to -> {
                    Reply reply = answer.reply();
                    RowCodec.row(to.octet(typeOf(reply)), reply.row());
                    if (reply instanceof Reply.Already already) {
                        to.count(already.version());
                    }
                    MessageFormat.optional(to, answer.witness(), RowCodec::row);
                });
    }

    /**
     * Decodes an answer of a metadata-service.
     *
     * @throws FormatException on anything else
     */
    public static Answer decodeAnswer(byte[] answer) {
        return MessageFormat.decode(
                Kind.ANSWER,
                answer,
                from -> {
                    Reply reply = reply(from);
                    return new Answer(reply, MessageFormat.optional(from, RowCodec::row));
                });
    }

    private static void request(BinaryWriter to, Request request) {
        switch (request) {
            case Request.Read(long epoch, long first) -> to.octet(1).count(epoch).count(first);
            case Request.PreAccept(Instance at, var value, var tail) -> {
                instance(to.octet(2), at);
                RowCodec.formattedValue(to, value);
                RowCodec.formattedEntries(to, tail);
            }
            case Request.Prepare(Instance at, var ballot, var tail) -> {
                instance(to.octet(3), at);
                RowCodec.ballot(to, ballot);
                RowCodec.formattedEntries(to, tail);
            }
            case Request.Accept(Instance at, var ballot, var value, var tail) -> {
                instance(to.octet(4), at);
                RowCodec.ballot(to, ballot);
                RowCodec.formattedValue(to, value);
                RowCodec.formattedEntries(to, tail);
            }
            case Request.Commit(long epoch, long generation, var tail) ->
                    RowCodec.formattedEntries(to.octet(5).count(epoch).count(generation), tail);
            case Request.Remove(long epoch, long generation) ->
                    to.octet(6).count(epoch).count(generation);
            case Request.Truncate(long epoch, long generation, var deletion) ->
                    RowCodec.formattedEntries(
                            to.octet(7).count(epoch).count(generation), List.of(deletion));
            case Request.Seed(long epoch, Row row) -> RowCodec.row(to.octet(8).count(epoch), row);
        }
    }

    private static Request request(BinaryReader from) {
        int type = from.octet();
        return switch (type) {
            case 1 -> new Request.Read(from.count(), from.count());
            case 2 ->
                    new Request.PreAccept(
                            instance(from),
                            RowCodec.formattedValue(from),
                            RowCodec.formattedEntries(from));
            case 3 ->
                    new Request.Prepare(
                            instance(from), RowCodec.ballot(from), RowCodec.formattedEntries(from));
            case 4 ->
                    new Request.Accept(
                            instance(from),
                            RowCodec.ballot(from),
                            RowCodec.formattedValue(from),
                            RowCodec.formattedEntries(from));
            case 5 ->
                    new Request.Commit(from.count(), from.count(), RowCodec.formattedEntries(from));
            case 6 -> new Request.Remove(from.count(), from.count());
            case 7 -> new Request.Truncate(from.count(), from.count(), deletion(from));
            case 8 -> new Request.Seed(from.count(), RowCodec.row(from));
            default -> throw MessageFormat.unknownType(type);
        };
    }

    private static void instance(BinaryWriter to, Instance at) {
        to.count(at.epoch()).count(at.generation()).count(at.version());
    }

    private static Instance instance(BinaryReader from) {
        return new Instance(from.count(), from.count(), from.count());
    }

    private static Entry deletion(BinaryReader from) {
        List<Entry> entries = RowCodec.formattedEntries(from);
        if (entries.size() != 1) {
            throw new FormatException("entries must be the one record that deletes");
        }
        return entries.getFirst();
    }

    private static int typeOf(Reply reply) {
        return switch (reply) {
            case Reply.Voted _ -> 1;
            case Reply.Promised _ -> 2;
            case Reply.Accepted _ -> 3;
            case Reply.Nacked _ -> 4;
            case Reply.Chosen _ -> 5;
            case Reply.Lagging _ -> 6;
            case Reply.Fenced _ -> 7;
            case Reply.Already _ -> 8;
            case Reply.StaleEpoch _ -> 9;
            case Reply.NotReady _ -> 10;
            case Reply.Current _ -> 11;
        };
    }

    private static Reply reply(BinaryReader from) {
        int type = from.octet();
        Row row = RowCodec.row(from);
        return switch (type) {
            case 1 -> new Reply.Voted(row);
            case 2 -> new Reply.Promised(row);
            case 3 -> new Reply.Accepted(row);
            case 4 -> new Reply.Nacked(row);
            case 5 -> new Reply.Chosen(row);
            case 6 -> new Reply.Lagging(row);
            case 7 -> new Reply.Fenced(row);
            case 8 -> new Reply.Already(row, from.count());
            case 9 -> new Reply.StaleEpoch(row);
            case 10 -> new Reply.NotReady(row);
            case 11 -> new Reply.Current(row);
            default -> throw MessageFormat.unknownType(type);
        };
    }
}
