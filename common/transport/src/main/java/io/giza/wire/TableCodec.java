package io.giza.wire;

import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreIdentity;
import io.giza.membership.StoreProgress;
import io.giza.model.DcName;
import io.giza.model.ObjectKey;
import io.giza.record.FormatException;
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
            int format,
            String type,
            long epoch,
            @Nullable KeyJson after,
            int limit,
            @Nullable String members,
            @Nullable String life,
            @Nullable OccupantJson occupant,
            @Nullable List<ProgressJson> progress) {}

    private record ProgressJson(String dc, String part, long joined, String life, long sequence) {
        static List<ProgressJson> of(List<StoreProgress> all) {
            return all.stream().map(ProgressJson::of).toList();
        }

        private static ProgressJson of(StoreProgress one) {
            return new ProgressJson(
                    one.dc().value(), one.part().name(), one.joined(), one.life(), one.sequence());
        }

        static List<StoreProgress> all(@Nullable List<ProgressJson> all) {
            return all == null ? List.of() : all.stream().map(ProgressJson::toProgress).toList();
        }

        private StoreProgress toProgress() {
            return new StoreProgress(
                    new DcName(MessageJson.required("dc", dc)),
                    Occupant.Part.valueOf(MessageJson.required("part", part)),
                    joined,
                    MessageJson.required("life", life),
                    sequence);
        }
    }

    private record OccupantJson(String dc, String part, String life) {
        static OccupantJson of(Occupant occupant) {
            return new OccupantJson(occupant.dc().value(), occupant.part().name(), occupant.life());
        }

        Occupant toOccupant() {
            return new Occupant(
                    new DcName(MessageJson.required("dc", dc)),
                    Occupant.Part.valueOf(MessageJson.required("part", part)),
                    MessageJson.required("life", life));
        }
    }

    /** What is null was not kept before stores had an identity. */
    private record MembershipJson(
            int format,
            long epoch,
            long joined,
            String state,
            @Nullable String cluster,
            @Nullable String dc,
            @Nullable String life,
            @Nullable String members,
            @Nullable List<OccupantJson> occupants,
            @Nullable List<ProgressJson> progress) {}

    private record ReportJson(
            int format, MembershipJson membership, List<KeyJson> keys, boolean more) {}

    /** Encodes an order. */
    public static byte[] encode(TableOrder order) {
        return MessageCodec.JSON.writeValueAsBytes(
                switch (order) {
                    case TableOrder.Raise o -> order("raise", o.epoch(), o.members(), null, null);
                    case TableOrder.Join o -> order("join", o.epoch(), o.members(), o.life(), null);
                    case TableOrder.Seat o ->
                            order("seat", o.epoch(), o.members(), null, o.occupant());
                    case TableOrder.Activate o -> order("activate", o.epoch(), null, null, null);
                    case TableOrder.Keys(long epoch, ObjectKey after, int limit) ->
                            new OrderJson(
                                    MessageCodec.FORMAT,
                                    "keys",
                                    epoch,
                                    after == null ? null : KeyJson.of(after),
                                    limit,
                                    null,
                                    null,
                                    null,
                                    null);
                    case TableOrder.Note o ->
                            new OrderJson(
                                    MessageCodec.FORMAT,
                                    "note",
                                    o.epoch(),
                                    null,
                                    0,
                                    null,
                                    null,
                                    null,
                                    ProgressJson.of(o.progress()));
                });
    }

    private static OrderJson order(
            String type,
            long epoch,
            @Nullable String members,
            @Nullable String life,
            @Nullable Occupant occupant) {
        return new OrderJson(
                MessageCodec.FORMAT,
                type,
                epoch,
                null,
                0,
                members == null || members.isEmpty() ? null : members,
                life == null || life.isEmpty() ? null : life,
                occupant == null ? null : OccupantJson.of(occupant),
                null);
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
                    return switch (MessageJson.required("type", o.type())) {
                        case "raise" -> new TableOrder.Raise(o.epoch(), orEmpty(o.members()));
                        case "join" ->
                                new TableOrder.Join(
                                        o.epoch(), orEmpty(o.life()), orEmpty(o.members()));
                        case "seat" ->
                                new TableOrder.Seat(
                                        o.epoch(),
                                        orEmpty(o.members()),
                                        MessageJson.required("occupant", o.occupant())
                                                .toOccupant());
                        case "note" ->
                                new TableOrder.Note(o.epoch(), ProgressJson.all(o.progress()));
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
                            membership(MessageJson.required("membership", r.membership())),
                            MessageJson.required("keys", r.keys()).stream()
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
        StoreIdentity identity = membership.identity();
        return new MembershipJson(
                MessageCodec.FORMAT,
                membership.epoch(),
                membership.joined(),
                membership.state().name(),
                identity == null ? null : identity.cluster(),
                identity == null ? null : identity.dc().value(),
                identity == null ? null : identity.life(),
                membership.members().isEmpty() ? null : membership.members(),
                membership.occupants().isEmpty()
                        ? null
                        : membership.occupants().stream().map(OccupantJson::of).toList(),
                membership.progress().isEmpty() ? null : ProgressJson.of(membership.progress()));
    }

    private static Membership membership(MembershipJson m) {
        MessageCodec.requireFormat(m.format());
        String cluster = m.cluster();
        List<OccupantJson> occupants = m.occupants();
        return new Membership(
                cluster == null
                        ? null
                        : new StoreIdentity(
                                cluster,
                                new DcName(MessageJson.required("dc", m.dc())),
                                MessageJson.required("life", m.life())),
                m.epoch(),
                m.joined(),
                Membership.State.valueOf(MessageJson.required("state", m.state())),
                orEmpty(m.members()),
                occupants == null
                        ? List.of()
                        : occupants.stream().map(OccupantJson::toOccupant).toList(),
                ProgressJson.all(m.progress()));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
