/** Garbage collection, lifecycle and recovery workers in a running cluster. */
@NullMarked
package io.giza.system.worker;

import org.jspecify.annotations.NullMarked;
