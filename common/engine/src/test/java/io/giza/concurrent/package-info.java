/** Tests of tasks, time and traces. */
@NullMarked
package io.giza.concurrent;

import org.jspecify.annotations.NullMarked;
