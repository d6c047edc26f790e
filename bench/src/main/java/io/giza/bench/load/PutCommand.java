package io.giza.bench.load;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Puts objects under new keys. */
@Command(name = "put", description = "Puts objects under new keys.")
public final class PutCommand implements Callable<Integer> {
    @Mixin private final LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(Workload.Mix.PUT);
    }

    LoadOptions options() {
        return options;
    }
}
