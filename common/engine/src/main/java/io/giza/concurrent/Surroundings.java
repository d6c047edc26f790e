package io.giza.concurrent;

import java.util.random.RandomGenerator;

/**
 * All that is not a function of its arguments, in one place: concurrency, clocks and chance. The
 * simulator replaces all three, and thereby the whole outcome of a run follows from its seed.
 *
 * @param tasks starts tasks
 * @param time the clocks
 * @param random chance; in production cryptographically strong
 */
public record Surroundings(Tasks tasks, Time time, RandomGenerator random) {}
