package io.giza.wire;

import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreIdentity;
import io.giza.membership.StoreProgress;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.BinaryReader;
import io.giza.record.BinaryWriter;
import io.giza.record.FormatException;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.wire.MessageFormat.Kind;

/**
 * Orders about a table or a fragment store as a whole and what answers them, in the envelope of
 * {@link MessageFormat}.
 *
 * <pre>
 * order      := 1 epoch members                 raise
 *             | 2 epoch life members            join
 *             | 3 epoch members occupant        seat
 *             | 4 epoch                         activate
 *             | 5 epoch optional(key) limit     keys
 *             | 6 epoch count progress*         note
 * report     := membership count key* more
 * membership := optional(cluster dc life) epoch joined state members
 *               count occupant* count progress*
 * occupant   := dc part life
 * progress   := dc part life joined sequence
 * </pre>
 */
public final class TableCodec {
    private TableCodec() {}

    /** Encodes an order. */
    public static byte[] encode(TableOrder order) {
        return MessageFormat.encode(Kind.ORDER, to -> order(to, order));
    }

    /**
     * Decodes an order.
     *
     * @throws FormatException on anything else
     */
    public static TableOrder decodeOrder(byte[] order) {
        return MessageFormat.decode(Kind.ORDER, order, TableCodec::order);
    }

    /**
     * Decodes an order that is about the membership alone.
     *
     * @throws FormatException on anything else
     */
    public static TableOrder.OfMembership decodeOrderOfMembership(byte[] bytes) {
        if (decodeOrder(bytes) instanceof TableOrder.OfMembership order) {
            return order;
        }
        throw new FormatException("this order is none about the membership");
    }

    /** Encodes a report. */
    public static byte[] encode(TableReport report) {
        return MessageFormat.encode(
                Kind.REPORT,
                to -> {
                    membership(to, report.membership());
                    to.list(report.keys(), MessageFormat::key).flag(report.more());
                });
    }

    /**
     * Decodes a report.
     *
     * @throws FormatException on anything else
     */
    public static TableReport decodeReport(byte[] report) {
        return MessageFormat.decode(
                Kind.REPORT,
                report,
                from ->
                        new TableReport(
                                membership(from), from.list(MessageFormat::key), from.flag()));
    }

    /** Encodes the membership with which a fragment store answers an order. */
    public static byte[] encodeAnswer(Membership membership) {
        return MessageFormat.encode(Kind.MEMBERSHIP, to -> membership(to, membership));
    }

    /**
     * Decodes the membership with which a fragment store answers an order.
     *
     * @throws FormatException on anything else
     */
    public static Membership decodeAnswer(byte[] membership) {
        return MessageFormat.decode(Kind.MEMBERSHIP, membership, TableCodec::membership);
    }

    private static void order(BinaryWriter to, TableOrder order) {
        switch (order) {
            case TableOrder.Raise(long epoch, String members) ->
                    to.octet(1).count(epoch).text(members);
            case TableOrder.Join(long epoch, String life, String members) ->
                    to.octet(2).count(epoch).text(life).text(members);
            case TableOrder.Seat(long epoch, String members, Occupant occupant) ->
                    occupant(to.octet(3).count(epoch).text(members), occupant);
            case TableOrder.Activate(long epoch) -> to.octet(4).count(epoch);
            case TableOrder.Keys(long epoch, ObjectKey after, int limit) -> {
                MessageFormat.optional(to.octet(5).count(epoch), after, MessageFormat::key);
                to.count(limit);
            }
            case TableOrder.Note(long epoch, var progress) ->
                    to.octet(6).count(epoch).list(progress, TableCodec::progress);
        }
    }

    private static TableOrder order(BinaryReader from) {
        int type = from.octet();
        return switch (type) {
            case 1 -> new TableOrder.Raise(from.count(), from.text());
            case 2 -> new TableOrder.Join(from.count(), from.text(), from.text());
            case 3 -> new TableOrder.Seat(from.count(), from.text(), occupant(from));
            case 4 -> new TableOrder.Activate(from.count());
            case 5 ->
                    new TableOrder.Keys(
                            from.count(),
                            MessageFormat.optional(from, MessageFormat::key),
                            MessageFormat.number(from));
            case 6 -> new TableOrder.Note(from.count(), from.list(TableCodec::progress));
            default -> throw MessageFormat.unknownType(type);
        };
    }

    private static void membership(BinaryWriter to, Membership membership) {
        MessageFormat.optional(to, membership.identity(), TableCodec::identity);
        to.count(membership.epoch())
                .count(membership.joined())
                .text(membership.state().name())
                .text(membership.members())
                .list(membership.occupants(), TableCodec::occupant)
                .list(membership.progress(), TableCodec::progress);
    }

    private static Membership membership(BinaryReader from) {
        return new Membership(
                MessageFormat.optional(from, TableCodec::identity),
                from.count(),
                from.count(),
                MessageFormat.constant(from, Membership.State.class),
                from.text(),
                from.list(TableCodec::occupant),
                from.list(TableCodec::progress));
    }

    private static void identity(BinaryWriter to, StoreIdentity identity) {
        to.text(identity.cluster()).text(identity.dc().value()).text(identity.life());
    }

    private static StoreIdentity identity(BinaryReader from) {
        return new StoreIdentity(from.text(), new DcName(from.text()), from.text());
    }

    private static void occupant(BinaryWriter to, Occupant occupant) {
        to.text(occupant.dc().value()).text(occupant.part().name()).text(occupant.life());
    }

    private static Occupant occupant(BinaryReader from) {
        return new Occupant(
                new DcName(from.text()),
                MessageFormat.constant(from, Occupant.Part.class),
                from.text());
    }

    private static void progress(BinaryWriter to, StoreProgress progress) {
        occupant(to, new Occupant(progress.dc(), progress.part(), progress.life()));
        to.count(progress.joined()).count(progress.sequence());
    }

    private static StoreProgress progress(BinaryReader from) {
        Occupant store = occupant(from);
        return new StoreProgress(
                store.dc(), store.part(), from.count(), store.life(), from.count());
    }
}
