package io.giza.bench.rivals;

/**
 * How a program is built from a public package.
 *
 * @param title the name of what is built, for people
 * @param program the name of the file that comes of it
 * @param source the package: a path of Go, or a crate
 * @param version which one, exactly
 * @param toolchain what builds it
 * @param cost what the first build takes
 * @param otherwise what else one can do, which ends a sentence after "or"
 */
record Recipe(
        String title,
        String program,
        String source,
        String version,
        Toolchain toolchain,
        String cost,
        String otherwise) {}
