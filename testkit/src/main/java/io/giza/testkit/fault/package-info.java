/** Faults of the network between data centers, as decorators of ports. */
@NullMarked
package io.giza.testkit.fault;

import org.jspecify.annotations.NullMarked;
