package io.giza.service.configuration;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Has a start that failed for a key that nobody knows end in two sentences, not in a trace. */
final class UnknownKeyAnalyzer extends AbstractFailureAnalyzer<UnknownKeyException> {
    @Override
    protected FailureAnalysis analyze(Throwable root, UnknownKeyException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ".",
                "The nearest one is "
                        + cause.nearest()
                        + ". All of them are in docs/reference/configuration.md.",
                cause);
    }
}
