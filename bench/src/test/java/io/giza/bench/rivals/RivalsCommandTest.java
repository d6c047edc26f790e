package io.giza.bench.rivals;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;

class RivalsCommandTest {
    @ParameterizedTest
    @CsvSource({
        "--rounds=0, --rounds must be 1 to 100",
        "--seconds=0, --seconds must be 1 to 3600",
        "--warm-up=-1, --warm-up must be 0 to 3600",
        "'--clients=8,0', --clients must be 1 to 1024",
        "'--sizes=4KiB,2GiB', --sizes must be 1B to 1GiB each",
        "'--sizes=4KiB,4096B', --sizes and --clients must not repeat one",
        "--no-minio, --no-minio needs a --rival",
        "'--rivals=minio,moon', 'it must be of minio, garage, versitygw'",
        "'--rivals=garage --minio=/bin/minio', --minio needs minio among --rivals",
        "'--rivals=garage --rival=garage=http://localhost:1,a,b,7', there is another store 'garage'",
        "--rival=moon, must be NAME=ENDPOINT",
        "'--rival=minio=http://localhost:1,a,b,7', there is another store 'minio'"
    })
    void aMisuseNamesTheOptionAndStartsNothing(String option, String message) {
        StringWriter errors = new StringWriter();
        CommandLine command = new CommandLine(new RivalsCommand()).setErr(new PrintWriter(errors));

        assertThat(command.execute(option.split(" ", -1))).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(errors.toString()).contains(message);
    }
}
