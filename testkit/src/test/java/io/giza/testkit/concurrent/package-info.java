/** Tests of concurrency in simulated time. */
@NullMarked
package io.giza.testkit.concurrent;

import org.jspecify.annotations.NullMarked;
