package io.giza.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.giza.metadata.table.RowTableException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

@ExtendWith(OutputCaptureExtension.class)
class UnusableTableTest {
    @Test
    void aFolderThatCannotBeWrittenIsOneClearSentence(@TempDir Path folder, CapturedOutput output)
            throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "not a folder");

        assertThatThrownBy(() -> ServiceStart.start(file.resolve("metadata")))
                .rootCause()
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("the metadata table in " + file.resolve("metadata"))
                .contains("Point giza.metadata.data-dir to a folder")
                .doesNotContain("\tat io.giza");
    }

    @Test
    void theSentenceTellsTheFolderAndWhatToDo() {
        var analysis =
                new UnusableTableAnalyzer()
                        .analyze(
                                new IllegalStateException(
                                        new RowTableException("no table in /x", null)));

        assertThat(analysis).isNotNull();
        assertThat(analysis.getDescription()).isEqualTo("no table in /x");
        assertThat(analysis.getAction()).contains("giza.metadata.data-dir");
    }
}
