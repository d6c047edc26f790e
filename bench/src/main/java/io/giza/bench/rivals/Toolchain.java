package io.giza.bench.rivals;

import java.nio.file.Path;

/** What builds the programs of rivals; its own settings say where packages come from. */
enum Toolchain {
    GO("go", "version", "Go 1.24 or later", "'go env' says where modules come from") {
        @Override
        ProcessBuilder install(String tool, Recipe recipe, Path made) {
            ProcessBuilder builder =
                    new ProcessBuilder(tool, "install", recipe.source() + "@" + recipe.version());
            builder.environment().put("GOBIN", made.toString());
            return builder;
        }

        @Override
        Path product(Path made, String program) {
            return made.resolve(program);
        }
    },

    CARGO(
            "cargo",
            "--version",
            "Rust with its cargo (1.95 is known to do), and a C compiler",
            "cargo's configuration says where crates come from") {
        @Override
        ProcessBuilder install(String tool, Recipe recipe, Path made) {
            // The versions that its authors tested, not the newest of each dependency.
            ProcessBuilder builder =
                    new ProcessBuilder(
                            tool,
                            "install",
                            "--locked",
                            "--root",
                            made.toString(),
                            "--version",
                            recipe.version(),
                            recipe.source());
            // Beside the program, so that a build that was interrupted goes on.
            builder.environment().put("CARGO_TARGET_DIR", made.resolve("target").toString());
            return builder;
        }

        @Override
        Path product(Path made, String program) {
            return made.resolve("bin").resolve(program);
        }
    };

    private final String command;
    private final String versionArgument;
    private final String title;
    private final String settings;

    Toolchain(String command, String versionArgument, String title, String settings) {
        this.command = command;
        this.versionArgument = versionArgument;
        this.title = title;
        this.settings = settings;
    }

    /** Returns what installs a package below a folder. */
    abstract ProcessBuilder install(String tool, Recipe recipe, Path made);

    /** Returns where the program is then. */
    abstract Path product(Path made, String program);

    /** Returns the command that is run unless another is named. */
    String command() {
        return command;
    }

    /** Returns what has the command tell its version. */
    String versionArgument() {
        return versionArgument;
    }

    /** Returns what to install. */
    String title() {
        return title;
    }

    /** Returns who says where packages come from. */
    String settings() {
        return settings;
    }
}
