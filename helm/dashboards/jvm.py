"""The processes: memory, processors, threads."""

from panels import Query, graph, new, rate, row, selected

PROCESS = "{{home}} {{instance}}"
EACH = "home, job, instance"


def board():
    heap = selected("jvm_memory_max_bytes", 'area="heap"')
    return (
        new("jvm", "Giza: JVM", "Memory, processors and threads of each process.")
        .with_row(row("Memory"))
        .with_panel(
            graph(
                "Heap",
                "bytes",
                "Bytes of the heap in use, by process.",
                Query(f"""sum by ({EACH}) ({selected("jvm_memory_used_bytes", 'area="heap"')})""", PROCESS),
            )
        )
        .with_panel(
            graph(
                "Heap after collections",
                "percentunit",
                "Share of the heap for what lives long that is in use after a collection. Above 92 % memory is short.",
                Query(f"max by ({EACH}) ({selected('jvm_memory_usage_after_gc')})", PROCESS),
                most=1,
            )
        )
        .with_panel(
            graph(
                "Buffers outside of the heap",
                "percentunit",
                "Bytes of direct buffers, as a share of the largest heap, which is their limit too.",
                Query(
                    f"""sum by ({EACH}) ({selected("jvm_buffer_memory_used_bytes", 'id="direct"')}) """
                    f"/ (sum by ({EACH}) ({heap}) > 0)",
                    PROCESS,
                ),
            )
        )
        .with_panel(
            graph(
                "Allocated",
                "Bps",
                "Bytes of the heap that are allocated per second.",
                Query(f"sum by ({EACH}) ({rate('jvm_gc_memory_allocated_bytes_total')})", PROCESS),
            )
        )
        .with_panel(
            graph(
                "Time in collections",
                "percentunit",
                "Share of the time that the process stood still for its garbage collector.",
                Query(f"sum by ({EACH}) ({rate('jvm_gc_pause_seconds_sum')})", PROCESS),
            )
        )
        .with_panel(
            graph(
                "Longest collection",
                "s",
                "The longest pause of the last minutes.",
                Query(f"max by ({EACH}) ({selected('jvm_gc_pause_seconds_max')})", PROCESS),
            )
        )
        .with_row(row("Processors and threads"))
        .with_panel(
            graph(
                "Processors",
                "short",
                "How many processors each process keeps busy.",
                Query(f"sum by ({EACH}) ({rate('process_cpu_time_ns_total')}) / 1e9", PROCESS),
                stacked=True,
            )
        )
        .with_panel(
            graph(
                "The machine's processors",
                "percentunit",
                "Share of the machine's processors that is in use, as each process sees it.",
                Query(f"max by ({EACH}) ({selected('system_cpu_usage')})", PROCESS),
                most=1,
            )
        )
        .with_panel(
            graph(
                "Threads",
                "short",
                "Threads of the system; virtual threads, which serve requests, are not among them.",
                Query(f"sum by ({EACH}) ({selected('jvm_threads_live_threads')})", PROCESS),
            )
        )
        .with_panel(
            graph(
                "Open files",
                "percentunit",
                "Open files and connections, as a share of what the system allows.",
                Query(
                    f"max by ({EACH}) ({selected('process_files_open_files')} / {selected('process_files_max_files')})",
                    PROCESS,
                ),
            )
        )
        .with_panel(
            graph(
                "Running for",
                "s",
                "How long ago the process was started. A drop to 0 is a restart.",
                Query(f"max by ({EACH}) ({selected('process_uptime_seconds')})", PROCESS),
            )
        )
        .with_panel(
            graph(
                "Warnings and errors logged",
                "ops",
                "Lines per second in the log.",
                Query(
                    f"""sum by (home, instance, level) ({rate("logback_events_total", 'level=~"warn|error"')})""",
                    PROCESS + " {{level}}",
                ),
            )
        )
    )
