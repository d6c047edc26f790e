"""What workers do, and how far they are."""

from panels import Mark, Query, figure, graph, listing, new, rate, row, selected

DONE = "giza_recovery_replacement_{}_done"
TOTAL = "giza_recovery_replacement_{}_total"


def _share(what: str) -> str:
    return (
        f"max by (of) ({selected(DONE.format(what))}) / (max by (of) ({selected(TOTAL.format(what))}) > 0)"
    )


def _left(what: str) -> str:
    return (
        f"max by (of) ({selected(TOTAL.format(what))} - {selected(DONE.format(what))}) "
        f"/ (max by (of) (deriv({selected(DONE.format(what))}[10m])) > 0)"
    )


def board():
    return (
        new("background", "Giza: Background", "What workers do: clearing up, catching up, repair, scrub, replacement.")
        .with_row(row("Jobs"))
        .with_panel(
            listing(
                "Ended",
                "s",
                "How long ago each job ended, as the worker knows that has its lease.",
                Query(f"min by (job, home) ({selected('giza_job_ended_age_seconds')} >= 0)"),
            )
        )
        .with_panel(
            graph(
                "Running",
                "short",
                "Jobs that a worker is at.",
                Query(f"{selected('giza_job_running')} == 1", "{{home}}: {{job}}"),
                stacked=True,
            ).span(12)
        )
        .with_panel(
            graph(
                "Came no further for",
                "s",
                "How long ago a running job began or came further. It should not grow for long.",
                Query(f"{selected('giza_job_moved_age_seconds')} >= 0", "{{job}}"),
            )
        )
        .with_panel(
            graph(
                "Jobs by worker",
                "short",
                "How many leases the workers of each data center have.",
                Query(f"sum by (home) ({selected('giza_job_held')})", "{{home}}"),
                stacked=True,
            )
        )
        .with_row(row("Recovery"))
        .with_panel(
            figure(
                "Lack fragments",
                "short",
                "Versions that are known to lack fragments and are not repaired yet.",
                Query(f"sum({selected('giza_recovery_backlog')})", "versions"),
                marks=(Mark(None, "green"), Mark(1, "orange")),
            )
        )
        .with_panel(
            figure(
                "Faults of the last audit",
                "short",
                "What the last audit of each worker found, 0 before there was one.",
                Query(f"sum by (kind) ({selected('giza_audit_faults')})", "{{kind}}"),
                marks=(Mark(None, "green"), Mark(1, "orange")),
            )
        )
        .with_panel(
            graph(
                "Rows compared",
                "ops",
                "equal: all data centers know the same. brought: one was behind. pending: waits for a data center.",
                Query(f"sum by (outcome) ({rate('giza_recovery_rows_total')})", "{{outcome}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Versions repaired",
                "ops",
                "Versions of which something was missing or damaged, by how a try to repair them ended. lost is an alarm.",
                Query(f"sum by (outcome) ({rate('giza_recovery_versions_total')})", "{{outcome}}"),
            )
        )
        .with_panel(
            graph(
                "Rebuilt",
                "Bps",
                "Bytes of fragments that were rebuilt.",
                Query(f"sum by (home) ({rate('giza_recovery_rebuilt_bytes_total')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Scrub",
                "ops",
                "Fragments that were read and checked where they lie, by what was found.",
                Query(f"sum by (finding) ({rate('giza_scrub_fragments_total')})", "{{finding}}"),
            )
        )
        .with_panel(
            graph(
                "Scrub, bytes",
                "Bps",
                "Bytes that were read and checked where they lie.",
                Query(f"sum by (home) ({rate('giza_scrub_bytes_total')})", "{{home}}"),
            )
        )
        .with_row(row("Replacement of a data center"))
        .with_panel(
            graph(
                "Done",
                "percentunit",
                "Which share of its rows and bytes a data center has that is being filled. Nothing while none is.",
                Query(_share("rows"), "{{of}} rows"),
                Query(_share("bytes"), "{{of}} bytes"),
                most=1,
            )
        )
        .with_panel(
            graph(
                "Left at this pace",
                "s",
                "How long the rows and the bytes take at the pace of the last ten minutes.",
                Query(_left("rows"), "{{of}} rows"),
                Query(_left("bytes"), "{{of}} bytes"),
            )
        )
        .with_row(row("Clearing up"))
        .with_panel(
            graph(
                "Rows looked at",
                "ops",
                "clean: nothing to do. cleaned, removed: something was deleted. young: kept for retries. "
                "pending: waits for a data center, or for poison to grow old.",
                Query(f"sum by (outcome) ({rate('giza_gc_rows_total')})", "{{outcome}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Fragments looked at",
                "ops",
                "By whether a version refers to them.",
                Query(f"sum by (outcome) ({rate('giza_gc_fragments_total')})", "{{outcome}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Orphans removed",
                "Bps",
                "Bytes of fragments that were removed since no version refers to them, or as old poison.",
                Query(f"sum by (home) ({rate('giza_gc_orphans_bytes_total')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Deleted versions",
                "ops",
                "Deleted versions whose fragments were deleted everywhere (collected), or not yet (pending).",
                Query(f"sum by (outcome) ({rate('giza_version_collected_total')})", "{{outcome}}"),
            )
        )
        .with_panel(
            graph(
                "Lifecycles",
                "ops",
                "Versions, delete markers and uploads that were ended because they had expired.",
                Query(f"sum by (what) ({rate('giza_gc_lifecycle_expired_total')})", "{{what}}"),
            )
        )
        .with_panel(
            graph(
                "Undecided versions, wrong clocks",
                "ops",
                "Versions found without a decision twice (open: not decided yet), and looks at which no quorum "
                "shared the worker's time.",
                Query(f"sum by (outcome) ({rate('giza_gc_undecided_total')})", "{{outcome}}"),
                Query(f"sum by (home) ({rate('giza_gc_clock_differs_total')})", "clock of {{home}} differs"),
            )
        )
    )
