package io.giza.standalone;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The one screen a newcomer reads when the cluster is ready.
 *
 * @param options what the cluster was started with
 * @param dcs its data centers
 * @param log the file of all logs
 */
record WelcomeScreen(StandaloneOptions options, List<DcStatus> dcs, Path log) {
    private static final int DCS_SHOWN = 8;

    /** Returns the screen, with the time the cluster took to be ready. */
    String text(Duration toReady) {
        DcStatus first = dcs.getFirst();
        return """

        Giza is ready in %s s: %d data centers, %d of them for metadata, coding %s%s.

        %s
          Health      %s
          Access key  %s
          Secret key  %s
          Data        %s
          Log         %s

        Try it with the AWS CLI, in another terminal:

          export AWS_ACCESS_KEY_ID=%s AWS_SECRET_ACCESS_KEY=%s AWS_DEFAULT_REGION=us-east-1
          export AWS_ENDPOINT_URL=%s
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
                        endpoints(),
                        first.health(),
                        options.credentials().accessKey(),
                        secret(false),
                        options.dataDir(),
                        log,
                        options.credentials().accessKey(),
                        secret(true),
                        first.s3(),
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

    /** A chosen secret is not repeated on a screen that others may see. */
    private String secret(boolean command) {
        if (options.credentials().equals(Credentials.DEFAULT)) {
            return Credentials.DEFAULT.secretKey();
        }
        return command ? "\"$GIZA_SECRET_KEY\"" : "as in GIZA_SECRET_KEY";
    }

    private String folder() {
        Path usual = Path.of("giza-data").toAbsolutePath().normalize();
        return options.dataDir().equals(usual) ? "" : " --data " + options.dataDir();
    }
}
