package io.giza.gateway;

import io.giza.commit.group.CommitSettings.Contention;
import io.giza.commit.group.CommitSettings.FirstRound;
import io.giza.config.SaneDurations;
import io.giza.gateway.cluster.RequestSettings.RecordOrder;
import io.giza.model.DcName;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import java.time.Duration;
import java.util.Map;

/**
 * What is only changed to compare, under {@code giza.experiments}. All of it is as safe as the
 * default.
 *
 * @param firstRound on which kind of ballot a record is offered first
 * @param contention what a proposer does about others that want the same version
 * @param recordOrder whether fragments and record are made durable at the same time
 * @param delays latency to add one way to calls to other data centers, by their names
 */
@ConfigurationProperties("giza.experiments")
record ExperimentProperties(
        @DefaultValue("fast") FirstRound firstRound,
        @DefaultValue("cooperative") Contention contention,
        @DefaultValue("parallel") RecordOrder recordOrder,
        @DefaultValue Map<String, Duration> delays) {
    public ExperimentProperties {
        delays = Map.copyOf(delays);
        delays.forEach(
                (dc, delay) ->
                        SaneDurations.require("giza.experiments.delays." + new DcName(dc), delay));
    }

    Duration delayTo(DcName dc) {
        return delays.getOrDefault(dc.value(), Duration.ZERO);
    }
}
