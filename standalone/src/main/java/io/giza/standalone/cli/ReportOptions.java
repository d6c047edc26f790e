package io.giza.standalone.cli;

import picocli.CommandLine.Option;

/** What every command has that reports on a cluster. */
final class ReportOptions extends ClusterOptions {
    @Option(names = "--json", description = "Prints JSON.")
    boolean json;
}
