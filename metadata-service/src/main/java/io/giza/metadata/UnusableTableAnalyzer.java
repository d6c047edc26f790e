package io.giza.metadata;

import io.giza.metadata.table.RowTableException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says in one sentence that the table of rows is the reason why the service does not start. */
class UnusableTableAnalyzer extends AbstractFailureAnalyzer<RowTableException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, RowTableException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                cause instanceof RowTableException.Unusable unusable
                        ? unusable.remedy()
                        : "Point giza.metadata.data-dir to a folder that this user may write and"
                                + " that no other metadata-service uses.",
                cause);
    }
}
