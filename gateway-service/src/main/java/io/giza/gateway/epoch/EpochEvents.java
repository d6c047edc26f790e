package io.giza.gateway.epoch;

import io.giza.gateway.notify.EventLog;
import io.giza.gateway.notify.Lanes;
import io.giza.gateway.notify.ReplicatedEventLog;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.DcName;
import io.giza.notification.EventRecord;

import java.util.Optional;

/**
 * The rows of events in whichever epoch the gateway is. What was added twice is told twice.
 *
 * @param dc the gateway's data center
 */
public record EpochEvents(EpochRetry epochs, DcName dc, Lanes lanes) implements EventLog {
    @Override
    public Start start(Target target) {
        return log(epochs.current()).start(target);
    }

    @Override
    public Optional<Wishes> wishes(Target target) {
        return epochs.repeat(backend -> log(backend).wishes(target), Optional::isEmpty);
    }

    @Override
    public boolean add(String webhook, EventRecord record) {
        return epochs.repeat(backend -> log(backend).add(webhook, record), kept -> !kept);
    }

    private EventLog log(Backend backend) {
        return new ReplicatedEventLog(backend.cluster(), backend.directory(), dc, lanes);
    }
}
