/**
 * A seeded simulation of concurrency, time and chance: the code that runs on virtual threads in
 * production runs here one task at a time, in an order that follows from a seed.
 *
 * <p>What keeps a run a function of its seed: everything nondeterministic comes through {@link
 * io.giza.concurrent.Surroundings}. What breaks it: iterating over {@code Set.of}, {@code Map.of}
 * or their copies (salted per JVM), hash maps keyed by enums or by objects without {@code hashCode}
 * (identity differs per run), and anything that blocks other than by an inbox or a sleep.
 */
@NullMarked
package io.giza.testkit.sim;

import org.jspecify.annotations.NullMarked;
