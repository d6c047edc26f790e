package io.giza.http;

import io.giza.wire.FragmentRoutes;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * Lets nothing pass to a fragment store that its guard does not let through. What is not there is
 * neither absent nor found then: it is forgotten, until others said that it is not.
 */
public final class RollbackGuardFilter implements Filter {
    private static final String REASON =
            "it waits for others to say how far they know it to have come";

    private final BooleanSupplier guard;

    /**
     * Asks a guard.
     *
     * @param guard whether it lets requests through now
     */
    public RollbackGuardFilter(BooleanSupplier guard) {
        this.guard = guard;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (guard.getAsBoolean()) {
            chain.doFilter(request, response);
            return;
        }
        if (!(response instanceof HttpServletResponse answer)) {
            throw new ServletException("only HTTP is served");
        }
        answer.setHeader(FragmentRoutes.STATE_HEADER, FragmentRoutes.FORGOTTEN);
        TextAnswer.send(answer, FragmentRoutes.NOT_READY, REASON);
    }
}
