"""Tables, disks and fragments of each data center."""

from panels import GOOD_AT_ZERO, Mark, Query, figure, graph, new, quantile, rate, row, selected

FREE = selected("giza_store_bytes", 'kind="free"')
TOTAL = selected("giza_store_bytes", 'kind="total"')
USED = selected("giza_store_bytes", 'kind="used"')
FULL = (Mark(None, "green"), Mark(0.8, "orange"), Mark(0.95, "red"))


def board():
    return (
        new("stores", "Giza: Stores", "Disks, tables and fragments of each data center.")
        .with_row(row("Disks"))
        .with_panel(
            figure(
                "Fullest disk",
                "percentunit",
                "Share in use of the fullest disk of each store.",
                Query(f"max by (store) (1 - {FREE} / ignoring (kind) {TOTAL})", "{{store}}"),
                marks=FULL,
                decimals=0,
            )
        )
        .with_panel(
            figure(
                "In use",
                "bytes",
                "What all disks of a store hold together, copies and parity included.",
                Query(f"sum by (store) ({USED})", "{{store}}"),
            )
        )
        .with_panel(
            figure(
                "Writes held up, 1 h",
                "short",
                "How often tables held writes up within an hour, since their disks did not keep pace.",
                Query(f"sum(increase({selected('giza_table_stalls_total')}[1h]))", "stalls"),
                marks=GOOD_AT_ZERO,
                decimals=0,
            )
        )
        .with_panel(
            figure(
                "Damaged fragments, 1 h",
                "short",
                "Fragments that were found damaged where they lie within an hour.",
                Query(
                    "sum(increase(" + selected("giza_fragment_examined_total", 'finding="damaged"') + "[1h]))", "damaged"
                ),
                marks=GOOD_AT_ZERO,
                decimals=0,
            )
        )
        .with_panel(
            graph(
                "Disks in use",
                "percentunit",
                "Share of the disk of each store that is in use.",
                Query(f"1 - {FREE} / ignoring (kind) {TOTAL}", "{{home}} {{store}}"),
                most=1,
            )
        )
        .with_panel(
            graph(
                "Free",
                "bytes",
                "Bytes that the process may still use.",
                Query(FREE, "{{home}} {{store}}"),
            )
        )
        .with_panel(
            graph(
                "Full in",
                "s",
                "How long until the disk is full, if it fills as it did in the last six hours; no line where it does not fill.",
                Query(
                    f"{FREE} / -(deriv({FREE}[6h]) < 0)",
                    "{{home}} {{store}}",
                ),
            )
        )
        .with_row(row("Tables"))
        .with_panel(
            graph(
                "Forced writes, 50 % and 99 %",
                "s",
                "How long it takes to write a batch of changes and force it to disk. Every vote waits for one.",
                Query(quantile(0.5, "giza_table_force_seconds", "home"), "{{home}} 50 %"),
                Query(quantile(0.99, "giza_table_force_seconds", "home"), "{{home}} 99 %"),
            )
        )
        .with_panel(
            graph(
                "Forces of fragments, 50 % and 99 %",
                "s",
                "How long it takes to force a file or a folder of fragments to disk. An upload waits for three.",
                Query(quantile(0.5, "giza_fragment_force_seconds", "home"), "{{home}} 50 %"),
                Query(quantile(0.99, "giza_fragment_force_seconds", "home"), "{{home}} 99 %"),
            )
        )
        .with_panel(
            graph(
                "Forced writes",
                "ops",
                "Batches per second that were forced to disk.",
                Query(f"sum by (home) ({rate('giza_table_force_seconds_count')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Writes held up",
                "ops",
                "delayed or stopped by RocksDB, since the disk does not keep pace.",
                Query(f"sum by (home, kind) ({rate('giza_table_stalls_total')})", "{{home}} {{kind}}"),
            )
        )
        .with_panel(
            graph(
                "Size of the tables",
                "bytes",
                "Bytes of the tables' files, without their logs.",
                Query(f"sum by (home) ({selected('giza_table_bytes')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "To be rewritten",
                "bytes",
                "Bytes that RocksDB has to rewrite. Where they grow, writes are held up.",
                Query(f"sum by (home) ({selected('giza_table_pending_compaction_bytes')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Mean size of a row's head",
                "bytes",
                "Of those that were written. The log in a head is cut when it exceeds 16 KiB.",
                Query(
                    f"sum by (home) ({rate('giza_row_bytes_sum')}) / (sum by (home) ({rate('giza_row_bytes_count')}) > 0)",
                    "{{home}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Segments of long rows",
                "ops",
                "spilled: moved out of a head. rewritten: changed later. read: for requests for old versions.",
                Query(f"sum by (home, op) ({rate('giza_row_segments_total')})", "{{home}} {{op}}"),
            )
        )
        .with_row(row("Fragments"))
        .with_panel(
            graph(
                "Fragments in and out",
                "Bps",
                "Bytes that fragment-services received, sent, or examined where they lie.",
                Query(f"sum by (home, direction) ({rate('giza_fragment_bytes_total')})", "{{home}} {{direction}}"),
            )
        )
        .with_panel(
            graph(
                "Fragments examined",
                "ops",
                "Fragments that were read wholly where they lie, by what was found. damaged: look at the disk.",
                Query(
                    f"sum by (home, finding) ({rate('giza_fragment_examined_total')})",
                    "{{home}} {{finding}}",
                ),
            )
        )
    )
