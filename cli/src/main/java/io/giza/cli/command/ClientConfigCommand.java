package io.giza.cli.command;

import io.giza.cli.cluster.Target;
import io.giza.cli.cluster.TargetOptions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.net.URI;
import java.util.Objects;
import java.util.concurrent.Callable;

/** Prints what a client of S3 has to be told to use the cluster. */
@Command(
        name = "client-config",
        description = {
            "Prints the configuration of a client of S3, with the secret in it.",
            "aws: sections of ~/.aws/config and credentials. rclone: a remote. mc: a command."
                    + " s3cmd: ~/.s3cfg. env: commands of a shell."
        })
public final class ClientConfigCommand implements Callable<Integer> {
    /** Gateways take any; of old ones such as us-east-1 some clients sign by version 2. */
    private static final String REGION = "eu-central-1";

    @Spec @Nullable CommandSpec command;

    @Mixin private final TargetOptions targets = new TargetOptions();

    @Parameters(paramLabel = "CLIENT", description = "${COMPLETION-CANDIDATES}")
    @Nullable Kind client;

    /** A client. */
    enum Kind {
        aws,
        rclone,
        mc,
        s3cmd,
        env
    }

    @Override
    public Integer call() {
        var out = Objects.requireNonNull(command).commandLine().getOut();
        out.print(text(Objects.requireNonNull(client), targets.target()));
        out.flush();
        return 0;
    }

    private static String text(Kind kind, Target target) {
        String url = target.endpoints().getFirst().toString();
        String key = target.accessKey();
        String secret = target.secretKey();
        return switch (kind) {
            case aws ->
                    """
                    # ~/.aws/config
                    [profile giza]
                    region = %s
                    endpoint_url = %s
                    s3 =
                        addressing_style = path

                    # ~/.aws/credentials
                    [giza]
                    aws_access_key_id = %s
                    aws_secret_access_key = %s
                    """
                            .formatted(REGION, url, key, secret);
            case rclone ->
                    """
                    [giza]
                    type = s3
                    provider = Other
                    endpoint = %s
                    access_key_id = %s
                    secret_access_key = %s
                    force_path_style = true
                    """
                            .formatted(url, key, secret);
            case mc ->
                    "mc alias set giza %s %s %s --api S3v4 --path on%n"
                            .formatted(quoted(url), quoted(key), quoted(secret));
            case s3cmd -> s3cmd(target.endpoints().getFirst(), key, secret);
            case env -> exports(url, key, secret);
        };
    }

    /** Returns the commands that tell the AWS CLI and SDKs, one a line, for any POSIX shell. */
    public static String exports(String endpoint, String accessKey, String secretKey) {
        return """
        export AWS_ACCESS_KEY_ID=%s
        export AWS_SECRET_ACCESS_KEY=%s
        export AWS_DEFAULT_REGION=%s
        export AWS_ENDPOINT_URL=%s
        """
                .formatted(quoted(accessKey), quoted(secretKey), REGION, quoted(endpoint));
    }

    private static String s3cmd(URI endpoint, String key, String secret) {
        return """
        [default]
        access_key = %s
        secret_key = %s
        host_base = %s
        host_bucket = %s
        use_https = %s
        """
                .formatted(
                        key,
                        secret,
                        endpoint.getAuthority(),
                        endpoint.getAuthority(),
                        endpoint.getScheme().equals("https") ? "True" : "False");
    }

    /** As it is to a shell, whatever it contains. */
    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
