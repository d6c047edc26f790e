package io.giza.simulation.fault;

import io.giza.model.Command;
import io.giza.model.Manifest;
import io.giza.model.Mode;
import io.giza.model.OpId;
import io.giza.model.PutId;
import io.giza.model.Value;
import io.giza.record.ManifestCodec;
import io.giza.replica.Account;

import java.time.Instant;
import java.util.Map;

/** The record of a put of which no fragment is stored, as of a gateway that crashed. */
public final class PutWithoutData {
    private static final int FORMAT = ManifestCodec.NEWEST_FORMAT;

    private PutWithoutData() {}

    public static Value record(Account account, PutId id, OpId op) {
        Manifest manifest =
                new Manifest(
                        new Manifest.Fragmented(
                                account.name(), account.coding(), 1024, account.dataDcs()),
                        1000,
                        "none",
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Instant.EPOCH);
        return new Value(
                FORMAT,
                id,
                0,
                op,
                new Command.Put(Mode.UNVERSIONED, new ManifestCodec(FORMAT).encode(manifest)));
    }
}
