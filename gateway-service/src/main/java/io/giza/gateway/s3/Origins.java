package io.giza.gateway.s3;

import io.giza.gateway.notify.Origin;
import io.giza.gateway.s3.auth.Caller;
import io.giza.gateway.s3.route.Operation;
import io.giza.notification.EventName;
import io.giza.notification.EventRecord.Requester;

/** What events tell of the requests that change objects. */
final class Origins {
    private Origins() {}

    /** Returns the origin of what a caller asks for. */
    static Origin of(Operation operation, Caller caller, ServedRequest served) {
        return new Origin(
                operation == Operation.COPY_OBJECT
                        ? EventName.CREATED_BY_COPY
                        : EventName.CREATED_BY_PUT,
                requester(caller.label(), served));
    }

    /** Returns the origin of a form, whose sender is known once it was read. */
    static Origin ofForm(ServedRequest served) {
        return new Origin(EventName.CREATED_BY_POST, requester("", served));
    }

    private static Requester requester(String label, ServedRequest served) {
        return new Requester(label, served.address(), served.ids().requestId());
    }
}
