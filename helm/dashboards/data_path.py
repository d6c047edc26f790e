"""How fragments and rows travel between data centers."""

from panels import CALLED, Query, graph, listing, new, quantile, rate, row, selected, states

HOPS = "giza_hop_requests_total"
WORKED = "ok|stored|already-there|given-up|found|absent|done|whole|poison|damaged"
WAITED_FOR = {"0": ("waited for", "green"), "1": ("given up", "red")}


def _matrix(service: str) -> str:
    return quantile(0.95, "giza_hop_latency_seconds", "home, dc", f'service="{service}",{CALLED}')


def board():
    return (
        new("data-path", "Giza: Data path", "How rows and fragments travel between data centers.")
        .with_row(row("Calls between data centers"))
        .with_panel(
            listing(
                "Calls for metadata, 95 %",
                "s",
                "95 % of the calls from a home (row) to the metadata-service of a data center (column) took at most this long.",
                Query(_matrix("metadata")),
                matrix=("home", "dc"),
            )
        )
        .with_panel(
            listing(
                "Calls for fragments, 95 %",
                "s",
                "The same for fragment-services. An upload counts from its beginning to its end.",
                Query(_matrix("fragment")),
                matrix=("home", "dc"),
            )
        )
        .with_panel(
            graph(
                "Calls for metadata, 95 %, over time",
                "s",
                "By who calls and who answers.",
                Query(_matrix("metadata"), "{{home}} to {{dc}}"),
            )
        )
        .with_panel(
            graph(
                "Calls for fragments, 95 %, over time",
                "s",
                "By who calls and who answers.",
                Query(_matrix("fragment"), "{{home}} to {{dc}}"),
            )
        )
        .with_panel(
            states(
                "Who is waited for",
                "Whether at least one gateway of a home does not wait for a service, since a call failed or is unanswered.",
                Query(
                    f"max by (home, dc, service) ({selected('giza_dc_suspected', CALLED)})",
                    "{{home}}: {{service}} of {{dc}}",
                ),
                WAITED_FOR,
            )
        )
        .with_panel(
            graph(
                "Calls",
                "reqps",
                "Calls to services by kind, of gateways and workers.",
                Query(f"sum by (service, op) ({rate(HOPS)})", "{{service}} {{op}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Calls that failed",
                "reqps",
                "By how. unreachable and timed-out: nobody answered. throttled and withheld: too busy. "
                "broken: a defect of the program.",
                Query(
                    f"""sum by (home, service, outcome) ({rate(HOPS, f'outcome!~"{WORKED}"')})""",
                    "{{home}} {{service}} {{outcome}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Calls to other data centers",
                "percentunit",
                "Share of the calls that left the data center.",
                Query(
                    f"""sum by (home, service) ({rate(HOPS, 'hop="cross"')}) """
                    f"/ (sum by (home, service) ({rate(HOPS)}) > 0)",
                    "{{home}} {{service}}",
                ),
                most=1,
            )
        )
        .with_row(row("Reads"))
        .with_panel(
            graph(
                "Hedges",
                "ops",
                "Fragments that were asked for because another was late (sent), and those of them that were needed (won).",
                Query(f"sum by (home, outcome) ({rate('giza_reads_hedges_total')})", "{{home}} {{outcome}}"),
            )
        )
        .with_panel(
            graph(
                "Hedges of all fragments read",
                "percentunit",
                "About 5 % is usual. More: a data center has become slow.",
                Query(
                    f"""sum by (home) ({rate("giza_reads_hedges_total", 'outcome="sent"')}) """
                    f"""/ (sum by (home) ({rate(HOPS, 'service="fragment",op="read"')}) > 0)""",
                    "{{home}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Fragments that reads did without",
                "ops",
                "corrupt and foreign: damage. absent: left by puts without that data center. unreachable: it is away.",
                Query(
                    f"sum by (dc, fault) ({rate('giza_reads_faults_total', CALLED)})",
                    "{{dc}} {{fault}}",
                ),
            )
        )
        .with_row(row("Writes"))
        .with_panel(
            graph(
                "Fragments that puts did without",
                "ops",
                "Not known to be stored in that data center when the put was acknowledged. These objects survive fewer losses.",
                Query(f"sum by (home, dc) ({rate('giza_put_degraded_total', CALLED)})", "{{home}} without {{dc}}"),
            )
        )
        .with_panel(
            graph(
                "Fragments in and out",
                "Bps",
                "Bytes of fragments that fragment-services received, sent, or examined where they lie.",
                Query(f"sum by (home, direction) ({rate('giza_fragment_bytes_total')})", "{{home}} {{direction}}"),
            )
        )
        .with_panel(
            graph(
                "Gateways by their kernel",
                "short",
                "What computes erasure codes; table is several times slower, and right only for the first seconds.",
                Query(f"sum by (kernel) ({selected('giza_erasure_kernel')})", "{{kernel}}"),
                stacked=True,
            )
        )
    )
