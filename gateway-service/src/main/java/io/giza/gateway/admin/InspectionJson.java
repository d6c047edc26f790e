package io.giza.gateway.admin;

import io.giza.gateway.object.ObjectInspection;
import io.giza.gateway.object.ObjectInspection.FragmentFinding;
import io.giza.gateway.object.ObjectInspection.RowFinding;
import io.giza.model.Coding;
import io.giza.model.DcName;
import io.giza.model.Manifest;
import io.giza.model.Part;
import io.giza.stripe.FragmentState;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The JSON that says how an object is kept, in the order in which it is read. */
final class InspectionJson {
    private InspectionJson() {}

    static Map<String, Object> of(String bucket, String key, ObjectInspection object) {
        Manifest manifest = object.manifest();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("bucket", bucket);
        json.put("key", key);
        json.put("version", object.id().version());
        json.put("version_id", object.id().toString());
        json.put("put_id", object.id().putId().toString());
        json.put("size", manifest.size());
        json.put("etag", manifest.etag());
        json.put("created", manifest.created().toString());
        json.put("visibility", JsonAnswer.lower(object.visibility()));
        json.put("policy", JsonAnswer.lower(object.policy()));
        manifest.fragmented()
                .ifPresent(
                        data -> {
                            json.put("coding", data.coding().toString());
                            json.put("stripe_size", data.stripeSize());
                        });
        manifest.partCount().ifPresent(count -> json.put("part_count", count));
        if (manifest.data() instanceof Manifest.Parts inParts) {
            json.put("parts", inParts.parts().stream().map(InspectionJson::part).toList());
        }
        json.put(
                "fragments",
                object.fragments().stream().map(each -> fragment(manifest, each)).toList());
        for (FragmentState state : FragmentState.values()) {
            if (state != FragmentState.DATA) {
                json.put(name(state), indices(object, state));
            }
        }
        json.put("rows", object.rows().stream().map(InspectionJson::row).toList());
        return json;
    }

    /** What the manifest says of a part; its fragments are not looked for. */
    private static Map<String, Object> part(Part part) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("number", part.number());
        json.put("size", part.size());
        if (part.data() instanceof Manifest.Fragmented data) {
            json.put("coding", data.coding().toString());
            json.put("dcs", data.placement().stream().map(DcName::value).toList());
        }
        return json;
    }

    private static Map<String, Object> fragment(Manifest manifest, FragmentFinding finding) {
        Coding coding = manifest.fragmented().orElseThrow().coding();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("index", finding.index());
        json.put("kind", kind(coding, finding.index()));
        json.put("dc", finding.dc().value());
        json.put("state", name(finding.state()));
        return json;
    }

    private static String kind(Coding coding, int index) {
        if (coding.dataFragments() == 1) {
            return "replica";
        }
        if (index < coding.dataFragments()) {
            return "data";
        }
        return coding.localGroups().stream().anyMatch(group -> group.contains(index))
                ? "local parity"
                : "parity";
    }

    private static Map<String, Object> row(RowFinding finding) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("dc", finding.dc().value());
        json.put("answered", finding.chosen().isPresent());
        finding.chosen().ifPresent(chosen -> json.put("chosen", chosen));
        json.put("version", finding.resolution().map(JsonAnswer::lower).orElse("unknown"));
        return json;
    }

    private static List<Integer> indices(ObjectInspection object, FragmentState state) {
        return object.fragments().stream()
                .filter(each -> each.state() == state)
                .map(FragmentFinding::index)
                .toList();
    }

    private static String name(FragmentState state) {
        return switch (state) {
            case DATA -> "stored";
            case ABSENT -> "missing";
            case POISON -> "poisoned";
            case FORGOTTEN -> "forgotten";
            case UNKNOWN -> "unreachable";
        };
    }
}
