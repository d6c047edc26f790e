package io.giza.fragment.http;

import static org.apache.hc.core5.http.HttpStatus.SC_BAD_REQUEST;

import io.giza.http.server.Exchange;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;

/** The numbers in headers and queries of requests. What is missing or no number is refused. */
final class RequestNumbers {
    private RequestNumbers() {}

    /** Returns the number of a header that has to be there. */
    static long header(Exchange exchange, String name) {
        return required(name, exchange.header(name));
    }

    /** Returns the epoch that a header names, if it is there; epochs begin at 1. */
    static OptionalLong epoch(Exchange exchange, String name) {
        String text = exchange.header(name);
        if (text == null) {
            return OptionalLong.empty();
        }
        long epoch = number(name, text);
        if (epoch < 1) {
            throw new RequestRefusedException(SC_BAD_REQUEST, "no epoch: " + epoch);
        }
        return OptionalLong.of(epoch);
    }

    /** Returns the number of a parameter that has to be there. */
    static long parameter(Exchange exchange, String name) {
        return required(name, exchange.parameter(name));
    }

    /** Returns the number of a parameter, or what it is where it is left out. */
    static long parameter(Exchange exchange, String name, long otherwise) {
        String text = exchange.parameter(name);
        return text == null ? otherwise : number(name, text);
    }

    private static long required(String name, @Nullable String text) {
        if (text == null) {
            throw new RequestRefusedException(SC_BAD_REQUEST, name + " is missing");
        }
        return number(name, text);
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new RequestRefusedException(SC_BAD_REQUEST, name + " must be a number");
        }
    }
}
