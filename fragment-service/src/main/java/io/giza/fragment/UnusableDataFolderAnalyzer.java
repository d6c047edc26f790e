package io.giza.fragment;

import io.giza.fragment.store.UnusableDataFolderException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one sentence that the data folder is the reason why the service does not start. */
class UnusableDataFolderAnalyzer extends AbstractFailureAnalyzer<UnusableDataFolderException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableDataFolderException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
