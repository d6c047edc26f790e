"""What clients ask for, and how long they wait."""

from panels import Query, graph, heat, new, quantile, rate, row, selected

LATENCY = "giza_s3_latency_seconds"
CLASSES = {
    "get-first-byte": ("First byte of gets", "Gets that ended well, by the time until the first byte was sent."),
    "put-small": ("Small puts", "Puts and parts up to 1 MiB that ended well, by the time until they were acknowledged."),
    "put-large": ("Large puts", "Puts and parts of more than 1 MiB that ended well; the time of the client is in it."),
    "list": ("Listings", "Listings that ended well, by the time they took."),
}


def board():
    made = (
        new("s3", "Giza: S3", "What clients ask for, how it ends, and how long they wait.")
        .with_row(row("Requests"))
        .with_panel(
            graph(
                "By operation",
                "reqps",
                "S3 requests per second by operation.",
                Query(f"sum by (operation) ({rate('giza_s3_requests_seconds_count')})", "{{operation}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "By status",
                "reqps",
                "S3 requests per second by the status of their answer.",
                Query(f"sum by (status) ({rate('giza_s3_requests_seconds_count')})", "{{status}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Errors",
                "reqps",
                "Requests that were answered with 4xx or 5xx, by operation. 503 asks clients to try again.",
                Query(
                    f"""sum by (operation, status) ({rate("giza_s3_requests_seconds_count", 'status=~"[45].."')})""",
                    "{{operation}} {{status}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Being served",
                "short",
                "S3 requests that are being served, by data center.",
                Query(f"sum by (home) ({selected('giza_s3_active')})", "{{home}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Traffic",
                "Bps",
                "Bytes of bodies that clients sent, and of objects that they were sent.",
                Query(f"sum by (direction) ({rate('giza_s3_bytes_total')})", "{{direction}}"),
            )
        )
        .with_panel(
            graph(
                "Slower than promised",
                "percentunit",
                "Share of the gets without a first byte after 500 ms, and of the small puts that took over 1 s, "
                "in 5 minutes. The objective is 1 %.",
                Query('giza:s3_slow_ratio:rate5m{home=~"$home"}', "{{home}} {{class}}"),
            )
        )
        .with_row(row("How long they take"))
    )
    for name, (title, description) in CLASSES.items():
        buckets = rate(LATENCY + "_bucket", f'class="{name}",result="ok"')
        made = made.with_panel(heat(title, description, f"sum by (le) ({buckets})"))
    for share in (0.5, 0.99):
        made = made.with_panel(
            graph(
                f"{share:.0%} took at most".replace("%", " %"),
                "s",
                "By class, of the requests that ended well. Buckets end at 30 s.",
                Query(quantile(share, LATENCY, "class", 'result="ok"'), "{{class}}"),
            )
        )
    return (
        made.with_panel(
            graph(
                "Mean by operation",
                "s",
                "From the first byte to the last, so that the time of a slow client is in it.",
                Query(
                    f"sum by (operation) ({rate('giza_s3_requests_seconds_sum')}) "
                    f"/ (sum by (operation) ({rate('giza_s3_requests_seconds_count')}) > 0)",
                    "{{operation}}",
                ),
            )
        )
        .with_row(row("Memory for clients"))
        .with_panel(
            graph(
                "Held",
                "bytes",
                "Bytes that are held for clients; those of forms lie on disk.",
                Query(f"sum by (kind) ({selected('giza_memory_held_bytes')})", "{{kind}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "How full",
                "percentunit",
                "Held of what may be held, of the fullest gateway. From 0.75 on no transfer takes more than it needs.",
                Query(
                    f"max by (home, kind) ({selected('giza_memory_held_bytes')} / {selected('giza_memory_limit_bytes')})",
                    "{{home}} {{kind}}",
                ),
            )
        )
        .with_panel(
            graph(
                "Refused",
                "reqps",
                "Requests that found no memory in time and got 503 SlowDown. If it stays: more memory or more gateways.",
                Query(f"sum by (home, kind) ({rate('giza_memory_refused_total')})", "{{home}} {{kind}}"),
            )
        )
    )
