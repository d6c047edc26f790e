package io.giza.wire;

import io.giza.model.ObjectKey;
import io.giza.paxos.Membership;
import io.giza.replica.TableOrder;
import io.giza.replica.TableReport;
import io.giza.wire.MessageJson.KeyJson;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Orders about a table as a whole and their reports as JSON, and the record that a table keeps of
 * its membership. Every decoder throws {@link FormatException} on anything else.
 */
public final class TableCodec {
    private TableCodec() {}

    private record OrderJson(
            int format, String type, long epoch, @Nullable KeyJson after, int limit) {}

    private record MembershipJson(int format, long epoch, long joined, String state) {}

    private record ReportJson(
            int format, MembershipJson membership, List<KeyJson> keys, boolean more) {}

    /** Encodes an order. */
    public static byte[] encode(TableOrder order) {
        return MessageCodec.JSON.writeValueAsBytes(
                switch (order) {
                    case TableOrder.Raise o -> order("raise", o.epoch());
                    case TableOrder.Join o -> order("join", o.epoch());
                    case TableOrder.Activate o -> order("activate", o.epoch());
                    case TableOrder.Keys(long epoch, ObjectKey after, int limit) ->
                            new OrderJson(
                                    MessageCodec.FORMAT,
                                    "keys",
                                    epoch,
                                    after == null ? null : KeyJson.of(after),
                                    limit);
                });
    }

    private static OrderJson order(String type, long epoch) {
        return new OrderJson(MessageCodec.FORMAT, type, epoch, null, 0);
    }

    /** Decodes an order. */
    public static TableOrder decodeOrder(byte[] json) {
        return MessageCodec.decode(
                "order",
                json,
                OrderJson.class,
                o -> {
                    MessageCodec.requireFormat(o.format());
                    KeyJson after = o.after();
                    return switch (MessageJson.needed("type", o.type())) {
                        case "raise" -> new TableOrder.Raise(o.epoch());
                        case "join" -> new TableOrder.Join(o.epoch());
                        case "activate" -> new TableOrder.Activate(o.epoch());
                        case "keys" ->
                                new TableOrder.Keys(
                                        o.epoch(), after == null ? null : after.toKey(), o.limit());
                        default ->
                                throw new FormatException(
                                        "unknown type of order '" + o.type() + "'");
                    };
                });
    }

    /** Decodes an order that is about the membership alone. */
    public static TableOrder.OfMembership decodeOrderOfMembership(byte[] json) {
        if (decodeOrder(json) instanceof TableOrder.OfMembership order) {
            return order;
        }
        throw new FormatException("this order is none about the membership");
    }

    /** Encodes a report. */
    public static byte[] encode(TableReport report) {
        return MessageCodec.JSON.writeValueAsBytes(
                new ReportJson(
                        MessageCodec.FORMAT,
                        json(report.membership()),
                        report.keys().stream().map(KeyJson::of).toList(),
                        report.more()));
    }

    /** Decodes a report. */
    public static TableReport decodeReport(byte[] json) {
        return MessageCodec.decode(
                "report",
                json,
                ReportJson.class,
                r -> {
                    MessageCodec.requireFormat(r.format());
                    return new TableReport(
                            membership(MessageJson.needed("membership", r.membership())),
                            MessageJson.needed("keys", r.keys()).stream()
                                    .map(KeyJson::toKey)
                                    .toList(),
                            r.more());
                });
    }

    /** Encodes what a table keeps of its membership. */
    public static byte[] encode(Membership membership) {
        return MessageCodec.JSON.writeValueAsBytes(json(membership));
    }

    /** Decodes what a table keeps of its membership. */
    public static Membership decodeMembership(byte[] json) {
        return MessageCodec.decode(
                "membership", json, MembershipJson.class, TableCodec::membership);
    }

    private static MembershipJson json(Membership membership) {
        return new MembershipJson(
                MessageCodec.FORMAT,
                membership.epoch(),
                membership.joined(),
                membership.state().name());
    }

    private static Membership membership(MembershipJson m) {
        MessageCodec.requireFormat(m.format());
        return new Membership(
                m.epoch(),
                m.joined(),
                Membership.State.valueOf(MessageJson.needed("state", m.state())));
    }
}
