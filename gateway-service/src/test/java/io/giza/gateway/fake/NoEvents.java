package io.giza.gateway.fake;

import io.giza.gateway.notify.EventLog;
import io.giza.gateway.service.ObjectService.Target;
import io.giza.model.BucketId;
import io.giza.notification.EventRecord;

import java.util.List;
import java.util.Optional;

/** No bucket wants anything to be told. */
final class NoEvents implements EventLog {
    @Override
    public Start start(Target target) {
        return new Start(BucketId.SYSTEM, 0);
    }

    @Override
    public Optional<Wishes> wishes(Target target) {
        return Optional.of(new Wishes(BucketId.SYSTEM, List.of()));
    }

    @Override
    public boolean add(String webhook, EventRecord record) {
        throw new AssertionError("nobody wants to know");
    }
}
