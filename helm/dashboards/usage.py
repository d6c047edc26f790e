"""What accounts keep, and what that takes."""

from panels import Query, figure, graph, new, rate, row, selected


def _of(what: str) -> str:
    return f"max by (account) ({selected('giza_usage_' + what)})"


def board():
    return (
        new("usage", "Giza: Usage", "What the buckets of accounts hold, as the sweeps of the gc-workers summed it.")
        .with_row(row("Accounts"))
        .with_panel(
            figure(
                "Stored for a byte",
                "short",
                "How many bytes all data centers keep for one of a user: the coding, and what records take.",
                Query(f"sum({_of('stored_bytes')}) / (sum({_of('bytes')}) > 0)", "bytes"),
            )
        )
        .with_panel(
            figure(
                "Objects in all",
                "short",
                "The objects of all accounts.",
                Query(f"sum({_of('objects')})", "objects"),
            )
        )
        .with_panel(
            graph(
                "Bytes",
                "bytes",
                "The bytes of all versions and open uploads of an account.",
                Query(_of("bytes"), "{{account}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Stored bytes",
                "bytes",
                "What all of it takes in all data centers.",
                Query(_of("stored_bytes"), "{{account}}"),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "Objects",
                "short",
                "The keys of an account whose newest version is an object.",
                Query(_of("objects"), "{{account}}"),
            )
        )
        .with_panel(
            graph(
                "Versions of an object",
                "short",
                "How many versions there are for each object. It grows where versioning is on and nothing expires.",
                Query(f"{_of('versions')} / ({_of('objects')} > 0)", "{{account}}"),
            )
        )
        .with_panel(
            graph(
                "Refused by quotas",
                "ops",
                "Puts, copies and parts that would have exceeded the quota of a bucket or of an account.",
                Query(f"sum by (of) ({rate('giza_quota_refused_total')})", "{{of}}"),
            )
        )
    )
