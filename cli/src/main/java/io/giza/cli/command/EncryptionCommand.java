package io.giza.cli.command;

import io.giza.cli.call.Call;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.util.Map;

/** Replaces the cluster's key, which wraps the keys of objects. */
@Command(
        name = "encryption",
        description = {
            "Replaces the key that the keys of encrypted objects are wrapped with.",
            "It is the cluster's key, of SSE-S3. Named keys are replaced where they are kept."
        },
        synopsisSubcommandLabel = "(rotate)")
public final class EncryptionCommand {
    @Command(
            name = "rotate",
            description = {
                "Makes another version of the cluster's key.",
                "It wraps the keys of new objects within a minute. Earlier versions still open what"
                        + " they wrapped, and no object is written anew."
            })
    int rotate(@Mixin Call call) {
        JsonNode answer = call.ask(client -> client.post("/encryption/rotate", Map.of()));
        call.output()
                .print(
                        answer,
                        () ->
                                call.output()
                                        .say(
                                                "New objects get version "
                                                        + answer.path("version").asString()
                                                        + " of the cluster's key."));
        return 0;
    }
}
