package io.giza.simulation.prove;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Runs the seeds of a plan in several processes, and keeps what is done in a file. */
final class Prover {
    private final Path file;
    private final Consumer<Progress> report;
    private final long began = System.nanoTime();
    private final double secondsBefore;
    private final Map<Block, Finding.Well> ahead =
            new TreeMap<>(Comparator.comparingLong(Block::first));
    private Progress progress;
    private long handedOut;
    private Optional<Finding> failure = Optional.empty();

    Prover(Progress start, Path file, Consumer<Progress> report) {
        this.progress = start;
        this.handedOut = start.next();
        this.secondsBefore = start.seconds();
        this.file = file;
        this.report = report;
    }

    /**
     * How a proof ended.
     *
     * @param progress how far it came
     * @param failure what was found, empty if all went well
     */
    record Result(Progress progress, Optional<Finding> failure) {}

    /** Runs until all is done or something was found. */
    Result run(int jobs) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            threads.add(Thread.ofPlatform().name("prover-" + i).start(this::work));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        synchronized (this) {
            return new Result(progress, failure);
        }
    }

    private void work() {
        Plan plan = plan();
        try (WorkerProcess worker = WorkerProcess.start(plan)) {
            for (Optional<Block> block = take(); block.isPresent(); block = take()) {
                finished(block.get(), worker.run(block.get()));
            }
        }
    }

    private synchronized Plan plan() {
        return progress.plan();
    }

    private synchronized Optional<Block> take() {
        if (failure.isPresent()) {
            return Optional.empty();
        }
        Optional<Block> block = progress.plan().blockFrom(handedOut);
        block.ifPresent(each -> handedOut = each.last() + 1);
        return block;
    }

    private synchronized void finished(Block block, Finding finding) {
        switch (finding) {
            case Finding.Well well -> ahead.put(block, well);
            case Finding.Violated _, Finding.Died _ ->
                    failure = failure.isPresent() ? failure : Optional.of(finding);
        }
        ahead.entrySet()
                .removeIf(
                        each -> {
                            boolean isNext = each.getKey().first() == progress.next();
                            if (isNext) {
                                progress =
                                        progress.after(
                                                each.getKey(), each.getValue().ends(), seconds());
                            }
                            return isNext;
                        });
        try {
            progress.save(file);
        } catch (IOException e) {
            throw new UncheckedIOException("progress cannot be kept in " + file, e);
        }
        report.accept(progress);
    }

    private double seconds() {
        return secondsBefore + (System.nanoTime() - began) / 1e9;
    }
}
