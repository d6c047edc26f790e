package io.giza.simulation.prove;

/**
 * Seeds that one worker runs in a row.
 *
 * @param first the first seed
 * @param last the last seed
 */
record Block(long first, long last) {}
