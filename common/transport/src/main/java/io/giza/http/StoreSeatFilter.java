package io.giza.http;

import io.giza.membership.Membership;
import io.giza.membership.Seat;
import io.giza.record.FormatException;
import io.giza.wire.StoreHeaders;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.Optional;

/**
 * Lets only requests pass to a store that mean it, and says with each answer which store it comes
 * from. Others are answered 421 and change nothing. Requests that name no store pass: those of
 * people, and of health checks.
 */
public final class StoreSeatFilter implements Filter {
    private static final int BAD_REQUEST = 400;

    private final Store store;

    /** What the filter asks the store. */
    @FunctionalInterface
    public interface Store {
        /** Returns what the store knows of the topology now. */
        Membership membership() throws IOException;
    }

    /** Guards a store. */
    public StoreSeatFilter(Store store) {
        this.store = store;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest call
                && response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is served");
        }
        Membership membership = store.membership();
        StoreHeaders.encode(membership)
                .ifPresent(sender -> answer.setHeader(StoreHeaders.STORE, sender));
        String header = call.getHeader(StoreHeaders.SEAT);
        if (header == null) {
            chain.doFilter(request, response);
            return;
        }
        Seat expected;
        try {
            expected = StoreHeaders.decodeSeat(header);
        } catch (FormatException e) {
            TextAnswer.send(answer, BAD_REQUEST, String.valueOf(e.getMessage()));
            return;
        }
        Optional<String> mismatch = membership.mismatchWith(expected);
        if (mismatch.isPresent()) {
            TextAnswer.send(answer, StoreHeaders.MISDIRECTED, mismatch.get());
            return;
        }
        chain.doFilter(request, response);
    }
}
