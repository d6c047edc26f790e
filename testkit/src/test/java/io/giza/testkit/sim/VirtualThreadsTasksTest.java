package io.giza.testkit.sim;

import io.giza.concurrent.Surroundings;
import io.giza.concurrent.VirtualThreads;
import io.giza.testkit.contract.TasksContract;

import java.util.SplittableRandom;

class VirtualThreadsTasksTest extends TasksContract {
    @Override
    protected void with(Scenario scenario) {
        VirtualThreads threads = new VirtualThreads();
        scenario.run(new Surroundings(threads, threads, new SplittableRandom(1)));
    }
}
