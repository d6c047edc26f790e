package io.giza.testkit.sim;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.testkit.contract.InboxContract;

import java.util.SplittableRandom;

class VirtualThreadsInboxTest extends InboxContract {
    @Override
    protected void with(Scenario scenario) {
        VirtualThreads threads = new VirtualThreads();
        scenario.run(new Surroundings(threads, threads, new SplittableRandom(1)));
    }
}
