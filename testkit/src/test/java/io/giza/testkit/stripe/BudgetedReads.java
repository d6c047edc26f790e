package io.giza.testkit.stripe;

import io.giza.concurrent.Budget;
import io.giza.concurrent.Time;
import io.giza.erasure.ByteRange;
import io.giza.replica.Nearness;
import io.giza.stripe.read.ByteTarget;
import io.giza.stripe.read.ReadBuffers;
import io.giza.stripe.read.ReadListener;
import io.giza.stripe.read.ReadMemory;
import io.giza.stripe.read.ReadSettings;
import io.giza.stripe.read.StripeReader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Reads of a whole object within the memory of a budget. */
final class BudgetedReads {
    private BudgetedReads() {}

    static ReadMemory memory(Budget budget, Duration timeout, Time time) {
        return ReadMemory.from(new ReadMemory.Source(budget, "default", timeout, time));
    }

    static ReadSettings settings(ReadMemory memory) {
        return settings(memory, StripeFixture.LONG, ReadBuffers.NONE);
    }

    static ReadSettings settings(ReadMemory memory, Duration late, ReadBuffers buffers) {
        return new ReadSettings(
                Nearness.inOrder(List.of(), late),
                StripeFixture.LONG,
                0,
                ReadListener.NONE,
                buffers,
                memory);
    }

    static StripeReader reader(StripeFixture path, ReadMemory memory) {
        return reader(path, settings(memory));
    }

    static StripeReader reader(StripeFixture path, ReadSettings settings) {
        path.settings = settings;
        return path.reader(new ByteRange(0, path.object.length));
    }

    static byte[] all(StripeReader reader) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        all(reader, ByteTarget.of(out));
        return out.toByteArray();
    }

    static void all(StripeReader reader, ByteTarget target) {
        try {
            reader.writeTo(target);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
