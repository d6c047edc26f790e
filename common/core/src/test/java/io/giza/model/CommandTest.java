package io.giza.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CommandTest {
    private static final Bytes BODY = Bytes.copyOf(new byte[] {1});

    @ParameterizedTest
    @EnumSource
    void isMadeAgainOfItsKindItsNumberAndItsBytes(Value.Kind kind) {
        Command command = Command.of(kind, 0, Bytes.EMPTY);

        assertThat(command.kind()).isEqualTo(kind);
        assertThat(Command.of(kind, command.argument(), command.body())).isEqualTo(command);
    }

    @ParameterizedTest
    @CsvSource({"DELETE_VERSIONS", "ANNOTATE", "NO_OP", "REMOVE", "VISIBLE"})
    void carriesTheNumberOfItsKind(Value.Kind kind) {
        assertThat(Command.of(kind, 7, Bytes.EMPTY).argument()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({"NO_OP", "REMOVE", "DROP", "VISIBLE"})
    void refusesBytesThatItsKindDoesNotHave(Value.Kind kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of(kind, 0, BODY))
                .withMessage("a " + kind + " has no number 0 with a body of 1 bytes");
    }

    @ParameterizedTest
    @CsvSource({"PUT, 2", "PUT, 4", "MARKER, 3", "MARKER, 4", "DROP, 1"})
    void refusesANumberThatItsKindDoesNotHave(Value.Kind kind, long argument) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Command.of(kind, argument, Bytes.EMPTY));
    }

    @Test
    void noPutIsAHiddenMarker() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Command.Put(Mode.HIDDEN_MARKER, BODY));
    }
}
