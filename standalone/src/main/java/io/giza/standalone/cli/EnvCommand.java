package io.giza.standalone.cli;

import io.giza.cli.command.ClientConfigCommand;
import io.giza.standalone.config.Credentials;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.control.ControlClient;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.PrintWriter;
import java.net.URI;
import java.util.List;
import java.util.concurrent.Callable;

/** Prints what an S3 client has to know of a running cluster, as commands of a shell. */
@Command(
        name = "env",
        description = {
            "Prints the access key, its secret and the endpoint of a running 'giza up' as commands"
                    + " of a shell.",
            "Such as: eval \"$(./giza env)\". The AWS CLI and SDKs read what it sets."
        })
public final class EnvCommand implements Callable<Integer> {
    @Mixin private final ClusterOptions options = new ClusterOptions();

    @Override
    public Integer call() {
        ControlClient cluster = ControlClient.of(options.data);
        PrintWriter out = options.out();
        out.print(exports(cluster.credentials(), endpoint(cluster.list())));
        out.flush();
        return 0;
    }

    /**
     * Returns the commands, one a line, for any POSIX shell.
     *
     * @param endpoint that of an S3 gateway
     */
    public static String exports(Credentials credentials, URI endpoint) {
        return ClientConfigCommand.exports(
                endpoint.toString(), credentials.accessKey(), credentials.secretKey());
    }

    /** One that answers, or else the first, which may come back. */
    private static URI endpoint(List<DcStatus> dcs) {
        return dcs.stream().filter(DcStatus::running).findFirst().orElse(dcs.getFirst()).s3();
    }
}
