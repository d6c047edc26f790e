"""Is the store well, and what needs attention?"""

from panels import GOOD_AT_ZERO, Mark, Query, figure, graph, listing, new, quantile, rate, row, selected, states

COUNT = "giza_s3_latency_seconds_count"
BUDGET = 0.001
ANSWERS = {"0": ("answers", "green"), "1": ("given up", "red")}
LATE = {"0": ("prompt", "green"), "1": ("late", "orange")}


def _errors(window: str) -> str:
    failed = selected(COUNT, 'result="server"')
    return f"sum by (home) (increase({failed}[{window}])) / sum by (home) (increase({selected(COUNT)}[{window}]))"


def board():
    return (
        new("overview", "Giza: Overview", "Whether the store is well, and what needs attention.")
        .with_row(row("Now"))
        .with_panel(
            figure(
                "Availability, 30 days",
                "percentunit",
                "Share of the S3 requests of 30 days that did not end with an error of the store. The objective is 99.9 %.",
                Query(f"1 - {_errors('30d')}", "{{home}}"),
                marks=(Mark(None, "red"), Mark(0.999, "green")),
                decimals=3,
            )
        )
        .with_panel(
            figure(
                "Errors left of the month's",
                "percentunit",
                "How much of the errors that 99.9 % allows in 30 days was not used up. Below 0 the objective is missed.",
                Query(f"1 - ({_errors('30d')}) / {BUDGET}", "{{home}}"),
                marks=(Mark(None, "red"), Mark(0, "orange"), Mark(0.25, "green")),
                decimals=0,
            )
        )
        .with_panel(
            figure(
                "Alerts",
                "short",
                "Alerts that fire. The table below names them.",
                Query('count(ALERTS{alertname=~"Giza.+",alertstate="firing"}) or vector(0)', "firing"),
                marks=GOOD_AT_ZERO,
            )
        )
        .with_panel(
            figure(
                "Services given up",
                "short",
                "Metadata- and fragment-services that no gateway of another data center waits for any more.",
                Query("count(giza:dc_suspected:min == 1) or vector(0)", "given up"),
                marks=GOOD_AT_ZERO,
            )
        )
        .with_panel(
            figure(
                "Versions that lack fragments",
                "short",
                "What the recovery-workers know and have not repaired yet. It stays while a data center is away.",
                Query("sum(giza_recovery_backlog)", "versions"),
                marks=(Mark(None, "green"), Mark(1, "orange")),
            )
        )
        .with_panel(
            figure(
                "Processes",
                "short",
                "Processes that Prometheus reaches, and those that it does not.",
                Query('count(up{job=~".*giza.*"} == 1) or vector(0)', "up"),
                Query('count(up{job=~".*giza.*"} == 0) or vector(0)', "down"),
            )
        )
        .with_row(row("Requests"))
        .with_panel(
            graph(
                "Requests",
                "reqps",
                "S3 requests per second of the gateways of each data center.",
                Query(f"sum by (home) ({rate(COUNT)})", "{{home}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Errors",
                "percentunit",
                "Share of requests that ended with an error of the store (5xx, but not 501). The objective is 0.1 % in 30 days.",
                Query(
                    f"""sum by (home) ({rate(COUNT, 'result="server"')}) / (sum by (home) ({rate(COUNT)}) > 0)""",
                    "{{home}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Traffic",
                "Bps",
                "Bytes of bodies that clients sent, and of objects that they were sent.",
                Query(f"sum by (home, direction) ({rate('giza_s3_bytes_total')})", "{{home}} {{direction}}"),
            )
        )
        .with_panel(
            graph(
                "First byte of gets, 99 %",
                "s",
                "99 % of the gets that ended well had their first byte within this time. The objective is 0.5 s.",
                Query(
                    quantile(0.99, "giza_s3_latency_seconds", "home", 'class="get-first-byte",result="ok"'), "{{home}}"
                ),
            )
        )
        .with_panel(
            graph(
                "Small puts, 99 %",
                "s",
                "99 % of the puts up to 1 MiB that ended well took at most this long. The objective is 1 s.",
                Query(quantile(0.99, "giza_s3_latency_seconds", "home", 'class="put-small",result="ok"'), "{{home}}"),
            )
        )
        .with_panel(
            graph(
                "Errors against the objective",
                "short",
                "How many times faster than allowed errors were made, over one hour and six. "
                "From 14.4 in an hour or 6 in six hours on somebody is called.",
                Query(f'giza:s3_error_ratio:rate1h{{home=~"$home"}} / {BUDGET}', "{{home}} 1 h"),
                Query(f'giza:s3_error_ratio:rate6h{{home=~"$home"}} / {BUDGET}', "{{home}} 6 h"),
            )
        )
        .with_row(row("Data centers"))
        .with_panel(
            states(
                "Seen by the others",
                "Whether at least one gateway of another data center that serves requests still waits for the service.",
                Query("giza:dc_suspected:min", "{{dc}} {{service}}"),
                ANSWERS,
            )
        )
        .with_panel(
            states(
                "Late beside the others",
                "Whether a gateway finds that a service stores fragments, or votes, far later than the other data centers.",
                Query("max by (dc, service) (giza_dc_slow)", "{{dc}} {{service}}"),
                LATE,
            )
        )
        .with_panel(
            graph(
                "Missed writes",
                "short",
                "Keys with writes that a data center missed, until they are repaired.",
                Query("max by (of) (giza_recovery_hints)", "{{of}}"),
            )
        )
        .with_panel(
            graph(
                "Disks in use",
                "percentunit",
                "Share of the disk of each store that is in use. A store that is full refuses writes.",
                Query(
                    f"""1 - {selected("giza_store_bytes", 'kind="free"')} """
                    f"""/ ignoring (kind) {selected("giza_store_bytes", 'kind="total"')}""",
                    "{{home}} {{store}}",
                ),
                most=1,
            )
        )
        .with_panel(
            graph(
                "Full and unreadable disks",
                "ops",
                "Writes and reads of fragments per second that failed because of the disk.",
                Query(f"sum by (home, condition) ({rate('giza_fragment_disk_failures_total')})", "{{home}} {{condition}}"),
            )
        )
        .with_panel(
            graph(
                "Lack fragments, over time",
                "short",
                "What the recovery-workers know and have not repaired yet, by the worker that knows.",
                Query(f"sum by (home) ({selected('giza_recovery_backlog')})", "{{home}}"),
                stacked=True,
            )
        )
        .with_panel(
            listing(
                "Versions and epochs",
                "short",
                "How many processes of each data center run which version, in which epoch of the topology. "
                "More than one epoch: somebody was not told of a change.",
                Query(
                    f"count by (home, version, commit, epoch) ({selected('giza_build')} * on (home, job, instance) "
                    f'group_left (epoch) count_values by (home, job, instance) ("epoch", {selected("giza_topology_epoch")}))'
                ),
            )
        )
        .with_panel(
            listing(
                "Alerts that fire",
                "short",
                "Each alert has a runbook of its name.",
                Query('ALERTS{alertname=~"Giza.+",alertstate="firing"}'),
            )
        )
    )
