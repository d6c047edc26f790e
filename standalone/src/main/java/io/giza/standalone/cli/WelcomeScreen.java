package io.giza.standalone.cli;

import io.giza.standalone.cluster.StandaloneCluster;
import io.giza.standalone.config.DcStatus;
import io.giza.standalone.config.StandaloneOptions;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The one screen a newcomer reads when the cluster is ready.
 *
 * @param options what the cluster was started with
 * @param dcs its data centers
 * @param accessKey the access key id that its gateways take
 * @param console where the console is; empty if there is none
 * @param log the file of all logs
 */
public record WelcomeScreen(
        StandaloneOptions options,
        List<DcStatus> dcs,
        String accessKey,
        Optional<URI> console,
        Path log) {
    private static final int DCS_SHOWN = 8;

    /** Returns the screen of a cluster that was started with {@code options}. */
    public static WelcomeScreen of(StandaloneCluster cluster, StandaloneOptions options) {
        return new WelcomeScreen(
                options,
                cluster.endpoints(),
                cluster.credentials().accessKey(),
                cluster.console(),
                cluster.log());
    }

    /** Returns the screen, with the time the cluster took to be ready. */
    public String text(Duration toReady) {
        DcStatus first = dcs.getFirst();
        return """

        Giza is ready in %s s: %d data centers, %d of them for metadata, coding %s%s.

        %s%s
          Health      %s
          Region      any, such as eu-central-1
          Access key  %s
          Secret key  %s
          Data        %s
          Log         %s

        Try it with the AWS CLI, in another terminal:

          eval "$(./giza env%s)"
          aws s3 mb s3://demo
          aws s3 cp README.md s3://demo/
          aws s3 ls s3://demo

        Take a data center down and up:  ./giza dc stop dc2%s
                                         ./giza dc start dc2%s
        Stop everything:                 Ctrl-C
        """
                .formatted(
                        String.format(Locale.ROOT, "%.1f", toReady.toMillis() / 1000.0),
                        options.shape().dcs(),
                        options.shape().metadataDcs(),
                        options.shape().coding(),
                        stores(),
                        console.map(url -> "  Console     " + url + "\n").orElse(""),
                        endpoints(),
                        first.health(),
                        accessKey,
                        secret(),
                        options.dataDir(),
                        log,
                        folder(),
                        folder(),
                        folder());
    }

    private String stores() {
        return switch (options.shape().stores()) {
            case EMBEDDED -> "";
            case AZURITE ->
                    ",\nstores in emulators of Azure, which lose what is new if they are killed";
        };
    }

    private String endpoints() {
        StringBuilder lines = new StringBuilder();
        for (DcStatus dc : dcs.subList(0, Math.min(dcs.size(), DCS_SHOWN))) {
            lines.append(
                    String.format(
                            Locale.ROOT,
                            "  S3 of %-5s %s%n",
                            dc.name(),
                            dc.lost()
                                    ? "its folder is gone: './giza dc replace " + dc.name() + "'"
                                    : dc.s3()));
        }
        if (dcs.size() > DCS_SHOWN) {
            lines.append("  ... and ").append(dcs.size() - DCS_SHOWN).append(" more\n");
        }
        return lines.substring(0, lines.length() - 1);
    }

    /** Not on a screen that others may see. */
    private String secret() {
        return options.credentials().isPresent()
                ? "as in GIZA_SECRET_KEY"
                : "'./giza env" + folder() + "' prints it";
    }

    private String folder() {
        Path usual = Path.of("giza-data").toAbsolutePath().normalize();
        return options.dataDir().equals(usual) ? "" : " --data " + options.dataDir();
    }
}
