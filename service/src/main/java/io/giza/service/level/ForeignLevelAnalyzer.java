package io.giza.service.level;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Has Spring say in a few lines why a process does not start in its cluster. */
final class ForeignLevelAnalyzer extends AbstractFailureAnalyzer<ForeignLevelException> {
    @Override
    protected FailureAnalysis analyze(Throwable failure, ForeignLevelException cause) {
        return new FailureAnalysis(
                "This process does not start: " + cause.getMessage() + ".",
                "docs/how-to/upgrade.md tells how a cluster is upgraded, and why it cannot go back.",
                cause);
    }
}
