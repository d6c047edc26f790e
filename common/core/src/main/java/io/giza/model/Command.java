package io.giza.model;

/**
 * What a record does to the row whose log holds it: the command that consensus agrees on, one type
 * per {@link Value.Kind}.
 */
public sealed interface Command {
    /** Returns what a record of this type is called. */
    Value.Kind kind();

    /** Returns the bytes that no acceptor reads; empty where the type has none. */
    default Bytes body() {
        return Bytes.EMPTY;
    }

    /** A record that is a version of the object. */
    sealed interface NewVersion extends Command {
        /** Returns how the version stands to the others of its key. */
        Mode mode();
    }

    /**
     * Adds a version of the object.
     *
     * @param mode how it stands to the others; never {@link Mode#HIDDEN_MARKER}
     * @param body the encoded manifest, or another record that a row holds
     */
    record Put(Mode mode, Bytes body) implements NewVersion {
        public Put {
            if (mode == Mode.HIDDEN_MARKER) {
                throw new IllegalArgumentException("no PUT has the mode " + mode);
            }
        }

        @Override
        public Value.Kind kind() {
            return Value.Kind.PUT;
        }
    }

    /**
     * Adds a delete marker.
     *
     * @param mode how it stands to the others; never {@link Mode#BLIND}
     * @param body when it was made
     */
    record Marker(Mode mode, Bytes body) implements NewVersion {
        public Marker {
            if (mode == Mode.BLIND) {
                throw new IllegalArgumentException("no MARKER has the mode " + mode);
            }
        }

        @Override
        public Value.Kind kind() {
            return Value.Kind.MARKER;
        }
    }

    /**
     * Deletes an earlier version for good.
     *
     * @param version the version
     * @param body the {@link DeletionReason}
     */
    record DeleteVersion(long version, Bytes body) implements Command {
        @Override
        public Value.Kind kind() {
            return Value.Kind.DELETE_VERSIONS;
        }
    }

    /**
     * Changes tags of an earlier version.
     *
     * @param version the version
     * @param body all its tags
     */
    record Annotate(long version, Bytes body) implements Command {
        @Override
        public Value.Kind kind() {
            return Value.Kind.ANNOTATE;
        }
    }

    /**
     * Does nothing but raise the fence.
     *
     * @param fence what it is raised to, if it is lower
     */
    record NoOp(long fence) implements Command {
        @Override
        public Value.Kind kind() {
            return Value.Kind.NO_OP;
        }
    }

    /**
     * Announces that the row is going to be removed.
     *
     * @param generation the generation that follows, to which it raises the fence
     */
    record Remove(long generation) implements Command {
        @Override
        public Value.Kind kind() {
            return Value.Kind.REMOVE;
        }
    }

    /** Ends the row. */
    record Drop() implements Command {
        @Override
        public Value.Kind kind() {
            return Value.Kind.DROP;
        }
    }

    /**
     * Says for good that an earlier put is visible, whatever is seen of its data.
     *
     * @param version the put's version
     */
    record Visible(long version) implements Command {
        @Override
        public Value.Kind kind() {
            return Value.Kind.VISIBLE;
        }
    }

    /**
     * Returns the command that is laid down as a kind, a number and bytes.
     *
     * @param argument the {@link Mode} of a version, the version that is named, or the fence
     * @throws IllegalArgumentException if no command of this kind has them
     */
    static Command of(Value.Kind kind, long argument, Bytes body) {
        Command command =
                switch (kind) {
                    case PUT -> new Put(Mode.ofArgument(kind, argument), body);
                    case MARKER -> new Marker(Mode.ofArgument(kind, argument), body);
                    case DELETE_VERSIONS -> new DeleteVersion(argument, body);
                    case ANNOTATE -> new Annotate(argument, body);
                    case NO_OP -> new NoOp(argument);
                    case REMOVE -> new Remove(argument);
                    case DROP -> new Drop();
                    case VISIBLE -> new Visible(argument);
                };
        if (command.argument() != argument || !command.body().equals(body)) {
            throw new IllegalArgumentException(
                    "a %s has no number %d with a body of %d bytes"
                            .formatted(kind, argument, body.size()));
        }
        return command;
    }

    /** Returns the number by which {@link #of} makes this command again. */
    default long argument() {
        return switch (this) {
            case NewVersion made -> made.mode().argument();
            case DeleteVersion deleted -> deleted.version();
            case Annotate annotated -> annotated.version();
            case NoOp raised -> raised.fence();
            case Remove removed -> removed.generation();
            case Drop _ -> 0;
            case Visible visible -> visible.version();
        };
    }

    /** Returns this command without its body, as it is kept of what nothing is left. */
    default Command withoutBody() {
        return of(kind(), argument(), Bytes.EMPTY);
    }
}
