package io.giza.gateway;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one sentence that the published keys are the reason why the gateway does not start. */
class PublishedKeysAnalyzer extends AbstractFailureAnalyzer<PublishedKeysException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PublishedKeysException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
