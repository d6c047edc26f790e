package io.giza.fragment.store;

import io.giza.disk.Force;
import io.micrometer.core.instrument.Timer;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Measures how long forces take.
 *
 * @param forces the timer of successful forces
 */
public record TimedForce(Force force, Timer forces) implements Force {
    @Override
    public void file(FileChannel channel, Path path) throws IOException {
        Timer.Sample sample = Timer.start();
        force.file(channel, path);
        sample.stop(forces);
    }
}
