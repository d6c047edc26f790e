/**
 * The running standalone cluster: all services of its data centers in one JVM, and its control
 * endpoint.
 */
@NullMarked
package io.giza.standalone.cluster;

import org.jspecify.annotations.NullMarked;
