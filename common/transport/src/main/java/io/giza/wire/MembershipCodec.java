package io.giza.wire;

import com.fasterxml.jackson.annotation.JsonInclude;

import io.giza.membership.Membership;
import io.giza.membership.Occupant;
import io.giza.membership.StoreIdentity;
import io.giza.membership.StoreProgress;
import io.giza.model.DcName;
import io.giza.record.FormatException;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;

/**
 * The record that a store keeps of its membership: JSON, for those who look at a store from
 * outside. What is absent is empty, or was not kept when the record was written.
 */
public final class MembershipCodec {
    private static final int FORMAT = 1;

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .changeDefaultPropertyInclusion(
                            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    private MembershipCodec() {}

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

    private record OccupantJson(String dc, String part, String life) {}

    private record ProgressJson(String dc, String part, long joined, String life, long sequence) {}

    /** Encodes what a store keeps of its membership. */
    public static byte[] encode(Membership membership) {
        StoreIdentity identity = membership.identity();
        return JSON.writeValueAsBytes(
                new MembershipJson(
                        FORMAT,
                        membership.epoch(),
                        membership.joined(),
                        membership.state().name(),
                        identity == null ? null : identity.cluster(),
                        identity == null ? null : identity.dc().value(),
                        identity == null ? null : identity.life(),
                        membership.members().isEmpty() ? null : membership.members(),
                        orNull(membership.occupants().stream().map(MembershipCodec::json).toList()),
                        orNull(
                                membership.progress().stream()
                                        .map(MembershipCodec::json)
                                        .toList())));
    }

    /**
     * Decodes what a store keeps of its membership.
     *
     * @throws FormatException on anything else
     */
    public static Membership decode(byte[] json) {
        try {
            return membership(JSON.readValue(json, MembershipJson.class));
        } catch (JacksonException e) {
            throw new FormatException("membership is not valid: " + e.getOriginalMessage(), e);
        } catch (FormatException e) {
            throw new FormatException("membership: " + e.getMessage(), e);
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException e) {
            throw new FormatException("membership is not valid: " + e.getMessage(), e);
        }
    }

    private static Membership membership(MembershipJson m) {
        if (m.format() != FORMAT) {
            throw new FormatException(
                    "it has format " + m.format() + ", this release reads format " + FORMAT);
        }
        String cluster = m.cluster();
        String members = m.members();
        List<OccupantJson> occupants = m.occupants();
        List<ProgressJson> progress = m.progress();
        return new Membership(
                cluster == null
                        ? null
                        : new StoreIdentity(
                                cluster,
                                new DcName(required("dc", m.dc())),
                                required("life", m.life())),
                m.epoch(),
                m.joined(),
                Membership.State.valueOf(required("state", m.state())),
                members == null ? "" : members,
                occupants == null
                        ? List.of()
                        : occupants.stream().map(MembershipCodec::occupant).toList(),
                progress == null
                        ? List.of()
                        : progress.stream().map(MembershipCodec::progress).toList());
    }

    private static OccupantJson json(Occupant occupant) {
        return new OccupantJson(occupant.dc().value(), occupant.part().name(), occupant.life());
    }

    private static Occupant occupant(OccupantJson json) {
        return new Occupant(
                new DcName(required("dc", json.dc())),
                Occupant.Part.valueOf(required("part", json.part())),
                required("life", json.life()));
    }

    private static ProgressJson json(StoreProgress one) {
        return new ProgressJson(
                one.dc().value(), one.part().name(), one.joined(), one.life(), one.sequence());
    }

    private static StoreProgress progress(ProgressJson json) {
        return new StoreProgress(
                new DcName(required("dc", json.dc())),
                Occupant.Part.valueOf(required("part", json.part())),
                json.joined(),
                required("life", json.life()),
                json.sequence());
    }

    private static <T> @Nullable List<T> orNull(List<T> items) {
        return items.isEmpty() ? null : items;
    }

    /** Returns a field that JSON may lack whatever its type says. */
    private static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw new FormatException("field '" + field + "' is missing");
        }
        return value;
    }
}
