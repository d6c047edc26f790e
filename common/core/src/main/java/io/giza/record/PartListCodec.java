package io.giza.record;

import io.giza.model.Bytes;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.model.PutId;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of an object, compact binary, within its manifest or apart from it. Parts mostly lie in
 * the same few places, so each place is written once.
 *
 * <pre>
 * list  := 1 parts
 * parts := place* part*
 * place := direct
 * part  := number put-id size checksum at
 * at    := 0 content | index of its place, from 1
 * </pre>
 *
 * where {@code direct} is as in {@link ManifestCodec}, and a checksum of no characters is none.
 */
public final class PartListCodec {
    private static final int FORMAT = 1;

    private PartListCodec() {}

    /** Encodes a list that is stored apart. */
    public static Bytes encode(List<Part> parts) {
        BinaryWriter writer = new BinaryWriter().octet(FORMAT);
        write(writer, parts);
        return writer.toBytes();
    }

    /**
     * Decodes a list that was stored apart.
     *
     * @throws FormatException if it is none that this release reads
     */
    public static List<Part> decode(Bytes bytes) {
        return BinaryReader.decode(
                "list of parts",
                bytes,
                reader -> {
                    int format = reader.octet();
                    if (format != FORMAT) {
                        throw new FormatException(
                                "format " + format + ", this release reads format " + FORMAT);
                    }
                    return read(reader);
                });
    }

    static void write(BinaryWriter writer, List<Part> parts) {
        Map<Manifest.Direct, Integer> places = new LinkedHashMap<>();
        for (Part part : parts) {
            if (part.data() instanceof Manifest.Fragmented) {
                places.putIfAbsent(part.data(), places.size() + 1);
            }
        }
        writer.list(places.keySet(), ManifestCodec::direct);
        writer.list(parts, (each, part) -> write(each, part, places.getOrDefault(part.data(), 0)));
    }

    private static void write(BinaryWriter writer, Part part, int place) {
        writer.count(part.number())
                .uuid(part.id().value())
                .count(part.size())
                .text(part.checksum().orElse(""))
                .count(place);
        if (part.data() instanceof Manifest.Inline(Bytes content)) {
            writer.bytes(content);
        }
    }

    static List<Part> read(BinaryReader reader) {
        List<Manifest.Direct> places = reader.list(ManifestCodec::direct);
        List<Part> parts = new ArrayList<>();
        for (int left = reader.size(); left > 0; left--) {
            parts.add(part(reader, places));
        }
        return parts;
    }

    private static Part part(BinaryReader reader, List<Manifest.Direct> places) {
        int number = Math.toIntExact(reader.count());
        PutId id = new PutId(reader.uuid());
        long size = reader.count();
        String checksum = reader.text();
        int place = Math.toIntExact(reader.count());
        if (place > places.size()) {
            throw new FormatException("part " + number + " is at place " + place);
        }
        return new Part(
                number,
                id,
                size,
                checksum.isEmpty() ? Optional.empty() : Optional.of(checksum),
                place == 0 ? new Manifest.Inline(reader.bytes()) : places.get(place - 1));
    }
}
