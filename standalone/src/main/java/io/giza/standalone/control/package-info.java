/**
 * Clients of a running standalone cluster: of its control endpoint, its gateways and its workers.
 */
@NullMarked
package io.giza.standalone.control;

import org.jspecify.annotations.NullMarked;
