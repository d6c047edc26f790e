package io.giza.fragment;

import io.giza.azure.UnusableAccountException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one sentence which setting of the account is the reason why the service stays down. */
class UnusableAccountAnalyzer extends AbstractFailureAnalyzer<UnusableAccountException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableAccountException cause) {
        return new FailureAnalysis(cause.getMessage(), null, cause);
    }
}
