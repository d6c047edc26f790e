package io.giza.version;

import io.giza.concurrent.Deadline;
import io.giza.erasure.ErasureCode;
import io.giza.model.Manifest;
import io.giza.model.ObjectKey;
import io.giza.paxos.Entry;
import io.giza.stripe.FragmentProbe;
import io.giza.stripe.FragmentState;
import io.giza.stripe.ReadTarget;
import io.giza.wire.ManifestCodec;

import java.util.List;

/**
 * Looks whether the data of a chosen put is there. A put is visible from the first instant at which
 * it is chosen and its stored fragments decode.
 */
public final class Visibility {
    private final VersionAccess access;
    private final FragmentProbe probe;

    public Visibility(VersionAccess access) {
        this.access = access;
        this.probe = new FragmentProbe(access.surroundings(), access.format());
    }

    /** Looks at the fragments of a put that has its own, until they tell or time is up. */
    public Sight look(ObjectKey key, Entry entry, Deadline deadline) {
        Manifest manifest = ManifestCodec.decode(entry.value());
        return look(ReadTarget.of(key, entry.value().id(), manifest, access.fragments()), deadline);
    }

    /** Looks at the fragments of a put likewise. */
    public Sight look(ReadTarget target, Deadline deadline) {
        ErasureCode code = ErasureCode.of(target.layout().coding());
        List<FragmentState> states =
                probe.probe(
                        target,
                        seen -> access.rules().judge(code, seen) != Sight.UNCLEAR,
                        deadline);
        return access.rules().judge(code, states);
    }
}
