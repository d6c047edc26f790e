"""How records are agreed on."""

from panels import CALLED, Query, graph, new, quantile, rate, row, selected


def board():
    return (
        new("consensus", "Giza: Consensus", "How data centers agree on each version, and what that costs.")
        .with_row(row("How commits end"))
        .with_panel(
            graph(
                "Commits",
                "ops",
                "By how they ended. fast is one round trip, confirm two (a data center is late or down), "
                "classic is contention.",
                Query(f"sum by (outcome) ({rate('giza_commit_ended_total')})", "{{outcome}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Share of fast, confirm and classic",
                "percentunit",
                "Of all commits. Much confirm is the price of an outage; much classic: one key is written from several places.",
                Query(
                    f"""sum by (outcome) ({rate("giza_commit_ended_total", 'outcome=~"fast|confirm|classic"')}) """
                    f"/ ignoring (outcome) group_left () (sum({rate('giza_commit_ended_total')}) > 0)",
                    "{{outcome}}",
                ),
                most=1,
            )
        )
        .with_panel(
            graph(
                "Ends that need a look",
                "ops",
                "unavailable: certainly did not happen. unknown: may have happened, and the client got 503. "
                "fenced: garbage collection was first.",
                Query(
                    f"""sum by (home, outcome) ({rate("giza_commit_ended_total", 'outcome=~"unavailable|unknown|fenced"')})""",
                    "{{home}} {{outcome}}",
                ),
            )
        )
        .with_row(row("Rounds"))
        .with_panel(
            graph(
                "Round trips between data centers",
                "short",
                "Mean number of cross-DC round trips in sequence of each operation; 1 for an uncontended put or get.",
                Query(
                    f"sum by (operation) ({rate('giza_request_cross_dc_rounds_sum')}) "
                    f"/ (sum by (operation) ({rate('giza_request_cross_dc_rounds_count')}) > 0)",
                    "{{operation}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Ballots",
                "ops",
                "Ballots that were proposed on, and how they ended. failed ended without a decision of its own.",
                Query(f"sum by (kind, result) ({rate('giza_commit_rounds_total')})", "{{kind}} {{result}}"),
            )
        )
        .with_panel(
            graph(
                "Answers to rounds, 95 %",
                "s",
                "How long data centers take to answer a request of a round, by who asks and who answers.",
                Query(
                    quantile(0.95, "giza_commit_round_latency_seconds", "home, dc", CALLED),
                    "{{home}} to {{dc}}",
                ),
            )
        )
        .with_row(row("Contention"))
        .with_panel(
            graph(
                "Conflicts",
                "ops",
                "Versions that another record took while ours was offered.",
                Query(f"sum by (home) ({rate('giza_commit_conflicts_total')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Pauses after a lost ballot",
                "ops",
                "How often a writer paused and tried again.",
                Query(f"sum by (home) ({rate('giza_commit_backoffs_seconds_count')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Time in pauses",
                "percentunit",
                "Seconds of pauses in each second, of all writers together.",
                Query(f"sum by (home) ({rate('giza_commit_backoffs_seconds_sum')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Waiting for their turn",
                "short",
                "How many wait for their turn to write a key.",
                Query(f"sum by (home) ({selected('giza_commit_queue_length')})", "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Mean wait for a turn",
                "s",
                "turn: they got one. refused: too many waited, or no turn came in time, and they got 503.",
                Query(
                    f"sum by (home, result) ({rate('giza_commit_queue_wait_seconds_sum')}) "
                    f"/ (sum by (home, result) ({rate('giza_commit_queue_wait_seconds_count')}) > 0)",
                    "{{home}} {{result}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Refused for want of a turn",
                "reqps",
                "Writes that got 503, since too many waited for the key.",
                Query(
                    f"""sum by (home) ({rate("giza_commit_queue_wait_seconds_count", 'result="refused"')})""",
                    "{{home}}",
                ),
            )
        )
        .with_row(row("Reads and open versions"))
        .with_panel(
            graph(
                "Quorum reads",
                "ops",
                "settled: answered at once. finished: after finishing another writer's version. unavailable: not in time.",
                Query(f"sum by (outcome) ({rate('giza_commit_reads_total')})", "{{outcome}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Versions opened and closed",
                "ops",
                "Versions that a data center voted on first, and those of them that it learned the decision of. "
                "They should be alike.",
                Query(f"sum by (home, event) ({rate('giza_row_instances_total')})", "{{home}} {{event}}"),
            )
        )
        .with_panel(
            graph(
                "Puts settled by others",
                "ops",
                "Versions whose data may never come, by how they were settled, and late puts that asked whether they stand.",
                Query(f"sum by (outcome) ({rate('giza_version_abandoned_total')})", "abandoned: {{outcome}}"),
                Query(f"sum by (outcome) ({rate('giza_version_confirmed_total')})", "confirmed: {{outcome}}"),
            )
        )
    )
