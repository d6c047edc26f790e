package io.giza.bench.cli;

import io.giza.bench.report.Json;

import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.function.Supplier;

/** Whether a result is printed as JSON instead of text. */
public final class JsonOption {
    @Option(names = "--json", description = "Print JSON.")
    boolean json;

    /** Tells whether JSON was asked for. */
    public boolean isGiven() {
        return json;
    }

    /** Prints a result as it was asked for. */
    public void print(PrintWriter out, Object result, Supplier<String> text) {
        out.println(json ? Json.render(result) : text.get());
        out.flush();
    }
}
