/**
 * The policy language: what a policy says, and what it says of one request. Pure functions; nothing
 * here reads a request, a row or a clock.
 */
@NullMarked
package io.giza.gateway.s3.policy;

import org.jspecify.annotations.NullMarked;
