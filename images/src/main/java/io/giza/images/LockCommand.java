package io.giza.images;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Takes the versions of Debian's packages that apt-get has today. */
@Command(
        name = "lock",
        description = {
            "Writes images/base.lock anew, with the versions that apt-get has today.",
            "",
            "Run apt-get update before. What changed is for you to look at and to commit.",
            ""
        })
final class LockCommand implements Callable<Integer> {
    @Spec @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path file =
                Path.of(System.getProperty("giza.image.root", ""))
                        .resolve("images")
                        .resolve("base.lock");
        var packages = new DebianPackages(DebianPackages.userCache());
        BaseLock lock = BaseLock.read(file);
        BaseLock today = lock.with(packages::today);
        Files.writeString(file, today.text());
        for (int i = 0; i < lock.packages().size(); i++) {
            BaseLock.Package before = lock.packages().get(i);
            BaseLock.Package after = today.packages().get(i);
            commandLine()
                    .getOut()
                    .printf(
                            "%-16s %s%n",
                            after.name(),
                            before.equals(after)
                                    ? after.version()
                                    : before.version() + " -> " + after.version());
        }
        return CommandLine.ExitCode.OK;
    }

    private CommandLine commandLine() {
        return Objects.requireNonNull(spec).commandLine();
    }
}
