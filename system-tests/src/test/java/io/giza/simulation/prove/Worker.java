package io.giza.simulation.prove;

import io.giza.simulation.prove.Finding.Violated;
import io.giza.simulation.prove.Finding.Well;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A process that runs blocks of seeds: the plan in its first line of input, then a block a line; a
 * line of output each. Simulations need a JVM whose virtual threads share one carrier, so more than
 * one at a time means more than one process.
 */
final class Worker {
    private Worker() {}

    /** What a worker says of a block: one of the two. */
    record Line(@Nullable Well well, @Nullable Violated violated) {
        static Line of(Finding finding) {
            return switch (finding) {
                case Well well -> new Line(well, null);
                case Violated violated -> new Line(null, violated);
                case Finding.Died died -> throw new IllegalStateException(died.detail());
            };
        }

        Finding finding() {
            if (well != null) {
                return well;
            }
            return violated != null ? violated : new Finding.Died("a worker said nothing");
        }
    }

    /** Runs what standard input says until it ends. */
    public static void main(String[] arguments) throws IOException {
        PrintStream out = System.out;
        System.setOut(System.err);
        BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        JsonMapper json = JsonMapper.shared();
        SeedRunner runner = new SeedRunner(json.readValue(in.readLine(), Plan.class));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Finding finding = runner.run(json.readValue(line, Block.class));
            out.println(json.writeValueAsString(Line.of(finding)));
            out.flush();
        }
    }
}
