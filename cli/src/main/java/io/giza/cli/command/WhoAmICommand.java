package io.giza.cli.command;

import io.giza.cli.call.Call;
import io.giza.cli.output.Table;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import tools.jackson.databind.JsonNode;

import java.util.concurrent.Callable;

/** Says as whom the cluster knows the caller. */
@Command(name = "whoami", description = "Says which access key is used, and what it may.")
public final class WhoAmICommand implements Callable<Integer> {
    @Mixin private final Call call = new Call();

    @Override
    public Integer call() {
        JsonNode me = call.ask(client -> client.get("/whoami"));
        call.print(
                me,
                "",
                () ->
                        new Table("ACCESS KEY", "ACCOUNT", "ROLE")
                                .row(
                                        me.path("access_key").asString(),
                                        me.path("account").asString(),
                                        me.path("role").asString()));
        return 0;
    }
}
