package io.giza.disk;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Ends the process when a force fails. Linux tells of a failure once and then counts the pages as
 * written, so the next force of the same file or folder would say durable though it is not; and
 * what this process believes to be on disk is no longer known.
 *
 * <p>A channel that was closed meanwhile was not forced at all: that fails the write alone.
 */
public final class HaltingForce implements Force {
    private final Force force;
    private final ProcessHalt end;

    /**
     * Watches {@code force}.
     *
     * @param end what a failure leads to
     */
    public HaltingForce(Force force, ProcessHalt end) {
        this.force = force;
        this.end = end;
    }

    @Override
    public void file(FileChannel channel, Path path) throws IOException {
        try {
            force.file(channel, path);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            end.halt(
                    path.toAbsolutePath()
                            + " could not be forced to disk, and the system says so only once:"
                            + " this process ends so that nothing is answered for that is not"
                            + " stored. Check the disk, then start it again.",
                    e);
            throw e;
        }
    }
}
