package io.giza.simulation.prove;

/**
 * Positions of a plan whose seeds one worker runs in a row.
 *
 * @param first the first position
 * @param last the last position
 */
record Block(long first, long last) {}
