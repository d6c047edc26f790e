package io.giza.model;

/**
 * What the newest version of a lease's row says.
 *
 * @param holder who does the work, a text of the worker's own
 * @param released whether the holder has given it back
 */
public record LeaseRecord(String holder, boolean released) {}
