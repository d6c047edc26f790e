package io.giza.standalone.plan;

import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Where the load comes from.
 *
 * @param weights how much of it comes from each place, by its place in the matrix
 */
record ClientMix(Map<Integer, Double> weights) {
    ClientMix {
        weights = Map.copyOf(weights);
    }

    /** Returns the mean of what holds for the gateways that clients use. */
    double mean(Paths paths, ToDoubleFunction<Integer> ofGateway) {
        double sum = 0;
        double all = 0;
        for (Map.Entry<Integer, Double> client : weights.entrySet()) {
            int gateway = paths.gatewayOf(client.getKey());
            sum += client.getValue() * ofGateway.applyAsDouble(gateway);
            all += client.getValue();
        }
        return sum / all;
    }

    /** Returns the mean way from a client to its gateway and back, in milliseconds. */
    double way(Paths paths) {
        double sum = 0;
        double all = 0;
        for (Map.Entry<Integer, Double> client : weights.entrySet()) {
            int from = client.getKey();
            sum += client.getValue() * paths.millis(from, paths.gatewayOf(from));
            all += client.getValue();
        }
        return sum / all;
    }
}
