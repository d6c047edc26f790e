package io.giza.cli.cluster;

/** How a command ends, for scripts. */
public enum ExitCode {
    /** All is fine. */
    FINE(0),
    /** It was done, and what it found is not fine. */
    FINDING(1),
    /** The command was misused. */
    MISUSE(2),
    /** Nobody answers. */
    UNREACHABLE(3),
    /** The cluster refused it, or cannot do it now. */
    REFUSED(4),
    /** The access key may not ask that, or is not known. */
    NOT_ALLOWED(5),
    /** This program is at fault. */
    FAULT(6);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    /** Returns what the process exits with. */
    public int number() {
        return number;
    }
}
