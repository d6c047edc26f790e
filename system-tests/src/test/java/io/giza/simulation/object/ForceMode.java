package io.giza.simulation.object;

/** How what a process forces to its disk goes. */
enum ForceMode {
    /** It takes its time, during which anything may happen. */
    DISTURBED,
    /** At once: the process starts, or the store holds a lock. */
    AT_ONCE,
    /** Not at all: a rule is broken. */
    NOT_AT_ALL
}
