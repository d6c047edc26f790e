package io.giza.service;

import io.giza.http.server.ConnectionAdmission;
import io.giza.http.server.Limits;
import io.giza.http.server.RequestHandler;

/**
 * What a service's port leads to.
 *
 * @param handler serves every request
 * @param limits what it bears of those who call
 * @param admission which connections it admits
 */
public record Entry(RequestHandler handler, Limits limits, ConnectionAdmission admission) {}
