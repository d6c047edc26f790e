package io.giza.service;

import jakarta.servlet.Filter;

import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;

/** The filters of a service that the cluster calls, in the order in which calls pass them. */
public enum FilterOrder {
    /** Who calls. */
    TOKEN("/*"),
    /** Whether the call means this store. */
    SEAT("/internal/*"),
    /** Whether the store may serve. */
    GUARD("/internal/*");

    private final String paths;

    FilterOrder(String paths) {
        this.paths = paths;
    }

    /** Registers a filter at this place. */
    public <F extends Filter> FilterRegistrationBean<F> register(F filter) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(paths);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE + ordinal());
        return registration;
    }
}
