/** Multipart uploads that several gateways work on at once. */
@NullMarked
package io.giza.simulation.upload;

import org.jspecify.annotations.NullMarked;
