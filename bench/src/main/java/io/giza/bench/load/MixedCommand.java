package io.giza.bench.load;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.util.concurrent.Callable;

/** Puts and gets in turn. */
@Command(name = "mixed", description = "Puts and gets in turn.")
public final class MixedCommand implements Callable<Integer> {
    @Mixin private final LoadOptions options = new LoadOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        return options.run(Workload.Mix.MIXED);
    }

    LoadOptions options() {
        return options;
    }
}
