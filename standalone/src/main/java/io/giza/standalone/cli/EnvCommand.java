package io.giza.standalone.cli;

import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.control.ControlClient;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

/** Prints what an S3 client has to know of a running cluster, as commands of a shell. */
@Command(
        name = "env",
        mixinStandardHelpOptions = true,
        description = "Prints the keys and the endpoint of a running cluster for a shell's eval.")
public final class EnvCommand implements Callable<Integer> {
    @Spec @Nullable CommandSpec spec;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "giza-data")
    @Nullable Path data;

    @Override
    public Integer call() {
        if (spec == null || data == null) {
            throw new IllegalStateException("the command line was not parsed");
        }
        ControlClient cluster = ControlClient.of(data);
        PrintWriter out = spec.commandLine().getOut();
        out.print(exports(cluster.credentials(), endpoint(cluster.list())));
        out.flush();
        return 0;
    }

    public static String exports(Credentials credentials, URI endpoint) {
        return """
        export AWS_ACCESS_KEY_ID=%s
        export AWS_SECRET_ACCESS_KEY=%s
        export AWS_DEFAULT_REGION=eu-central-1
        export AWS_ENDPOINT_URL=%s
        """
                .formatted(
                        quoted(credentials.accessKey()),
                        quoted(credentials.secretKey()),
                        quoted(endpoint.toString()));
    }

    /** One that answers, or else the first, which may come back. */
    private static URI endpoint(List<DcStatus> dcs) {
        return dcs.stream().filter(DcStatus::running).findFirst().orElse(dcs.getFirst()).s3();
    }

    /** As it is to a shell, whatever it contains. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
