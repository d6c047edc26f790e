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
        return mean(client -> ofGateway.applyAsDouble(paths.gatewayOf(client)));
    }

    /** Returns the mean way from a client to its gateway and back, in milliseconds. */
    double way(Paths paths) {
        return mean(client -> paths.millis(client, paths.gatewayOf(client)));
    }

    private double mean(ToDoubleFunction<Integer> ofClient) {
        double sum = 0;
        double all = 0;
        for (Map.Entry<Integer, Double> client : weights.entrySet()) {
            sum += client.getValue() * ofClient.applyAsDouble(client.getKey());
            all += client.getValue();
        }
        return sum / all;
    }
}
