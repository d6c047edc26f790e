package io.giza.bench.load;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Gets objects that it stored before. */
@Command(name = "get", description = "Gets objects that it stored before.")
public final class GetCommand implements Callable<Integer> {
    @Mixin private final LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(Workload.Mix.GET);
    }

    LoadOptions options() {
        return options;
    }
}
