package io.giza.fragment.http;

import static jakarta.servlet.http.HttpServletResponse.SC_BAD_REQUEST;

import jakarta.servlet.http.HttpServletRequest;

import org.jspecify.annotations.Nullable;

import java.util.OptionalLong;

/** The numbers in headers and queries of requests. What is missing or no number is refused. */
final class RequestNumbers {
    private RequestNumbers() {}

    /** Returns the number of a header that has to be there. */
    static long header(HttpServletRequest request, String name) {
        return required(name, request.getHeader(name));
    }

    /** Returns the epoch that a header names, if it is there; epochs begin at 1. */
    static OptionalLong epoch(HttpServletRequest request, String name) {
        String text = request.getHeader(name);
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
    static long parameter(HttpServletRequest request, String name) {
        return required(name, request.getParameter(name));
    }

    /** Returns the number of a parameter, or what it is where it is left out. */
    static long parameter(HttpServletRequest request, String name, long otherwise) {
        String text = request.getParameter(name);
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
