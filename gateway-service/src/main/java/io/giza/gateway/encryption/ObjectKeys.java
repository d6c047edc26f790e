package io.giza.gateway.encryption;

import io.giza.model.Encryption;
import io.giza.model.ObjectKey;

import java.util.Optional;

/** Makes and opens the data keys of objects. */
public interface ObjectKeys {
    /** A gateway without keys of its own, which knows those alone that clients send. */
    ObjectKeys NONE =
            new ObjectKeys() {
                @Override
                public Result seal(EncryptionRequest.Explicit request, ObjectKey object) {
                    return new Refused(KeyProblem.NOT_CONFIGURED, "no keys are configured");
                }

                @Override
                public Result open(
                        Encryption encryption, ObjectKey object, Optional<CustomerKey> key) {
                    return new Refused(KeyProblem.NOT_CONFIGURED, "no keys are configured");
                }
            };

    /** Makes a data key for what is put at {@code object}. */
    Result seal(EncryptionRequest.Explicit request, ObjectKey object);

    /**
     * Opens the data key of what was put at {@code object}.
     *
     * @param key what the client sent
     */
    Result open(Encryption encryption, ObjectKey object, Optional<CustomerKey> key);

    /** What came of it. */
    sealed interface Result {}

    /** A data key, and how it is stored. */
    record Available(Encryption encryption, DataKey key) implements Result {}

    /**
     * There is none.
     *
     * @param detail what is wrong, for the client; tells nothing of any key
     */
    record Refused(KeyProblem problem, String detail) implements Result {}
}
