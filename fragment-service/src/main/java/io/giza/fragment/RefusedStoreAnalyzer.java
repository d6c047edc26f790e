package io.giza.fragment;

import io.giza.membership.RefusedStoreException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one sentence that the store is not the one that the configuration means. */
class RefusedStoreAnalyzer extends AbstractFailureAnalyzer<RefusedStoreException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RefusedStoreException cause) {
        return new FailureAnalysis(String.valueOf(cause.getMessage()), null, cause);
    }
}
